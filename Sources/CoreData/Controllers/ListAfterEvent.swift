/// Puts together the list after an event: the touched objects, one after the other, and between
/// them those that stay.
struct ListAfterEvent {
  /// A touched object in the new list.
  struct Item {
    let object: NSManagedObject
    /// Where it was; nil if it was not there.
    let old: Int?
    let new: Int
    /// Touched, and yet still between the same objects.
    let keepsItsPlace: Bool
  }

  private let before: FetchedContent
  private let stay: [Int]
  private let isSectioned: Bool
  private var objects: [NSManagedObject] = []
  private(set) var items: [Item] = []
  private var names: SectionNames
  private var cutter = SectionCutter()
  /// The new sections in which somebody stayed.
  private(set) var anchored: Set<Int> = []
  /// How many of those that stay are in the list already, and where the last one was.
  private var rank = 0
  private var lastKept = -1
  /// The old section of the last one.
  private var section = 0

  init(_ before: FetchedContent, _ stay: [Int], _ rules: ListRules) {
    (self.before, self.stay) = (before, stay)
    isSectioned = rules.sectionNameKeyPath != nil
    names = SectionNames(rules)
    objects.reserveCapacity(before.objects.count)
  }

  var content: FetchedContent {
    FetchedContent(objects, sections: isSectioned ? cutter.sections(of: objects.count) : nil)
  }

  /// Adds the object that comes next in the new list among those that were touched.
  mutating func add(
    _ item: PlacesAfterEvent.Item
  ) throws(FetchedContent.SectionOutOfOrder) {
    try keep(upTo: item.rank)
    var keepsItsPlace = false
    if item.oldRank == item.rank, let old = item.old, old > lastKept {
      keepsItsPlace = true
      lastKept = old
    }
    if isSectioned { try cutter.enter(names.name(of: item.object), at: objects.count) }
    items.append(
      Item(
        object: item.object, old: item.old, new: objects.count, keepsItsPlace: keepsItsPlace))
    objects.append(item.object)
  }

  /// Adds those that stay behind the last object that was touched.
  mutating func finish() throws(FetchedContent.SectionOutOfOrder) { try keep(upTo: stay.count) }

  /// Who was not touched is in the section that it was in.
  private mutating func keep(upTo end: Int) throws(FetchedContent.SectionOutOfOrder) {
    while rank < end {
      while before.sections[section].range.upperBound <= stay[rank] { section += 1 }
      try cutter.enter(before.sections[section].name, at: objects.count)
      anchored.insert(cutter.last)
      let sectionEnd = before.sections[section].range.upperBound
      while rank < end, stay[rank] < sectionEnd {
        objects.append(before.objects[stay[rank]])
        rank += 1
      }
      lastKept = stay[rank - 1]
    }
  }
}
