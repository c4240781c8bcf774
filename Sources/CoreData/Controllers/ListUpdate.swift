// How a list follows what one event did to a context. Objects that the event did not touch stay in
// their order. Each that it did is taken out, and put back, if it still belongs there, where the
// sort descriptors want it:
//
//     before     Ada  Ben  Cem  Dan        Cem is renamed Abe, Dan deleted, Eva inserted
//     stay       Ada  Ben
//     after      Abe  Ada  Ben  Eva

/// The list after an event, and what became of each object that the event touched.
struct ListUpdate {
  let content: FetchedContent
  let changes: ListChanges

  /// nil if the event is of no concern to the list.
  init?(
    _ before: FetchedContent, _ event: EventChanges, _ rules: ListRules
  ) throws(FetchedContent.SectionOutOfOrder) {
    var touched = TouchedObjects(before, rules)
    for object in event.gone { touched.remove(object) }
    for object in event.alive { touched.consider(object) }
    if touched.isEmpty { return nil }
    var sorting = TouchedPlaces(before, touched, rules)
    var list = ListAssembly(before, sorting.stay, rules)
    for item in sorting.items() { try list.add(item) }
    try list.finish()
    content = list.content
    changes = ListChanges(from: before, to: content, removed: touched.removed, list)
  }
}

extension EventChanges {
  /// What a list loses for certain.
  fileprivate var gone: [NSManagedObject] { deleted.array }
  /// What may be in a list now, and where it was or elsewhere. A refresh is heard of as an update.
  fileprivate var alive: [NSManagedObject] { inserted.array + updated.array + refreshed.array }
}

/// Whom of a list an event touches.
struct TouchedObjects {
  private let before: FetchedContent
  private let rules: ListRules
  /// Where those were that are in the list no longer.
  private(set) var removed: [Int] = []
  /// What was touched and is in the list afterwards, in the order of the event.
  private(set) var kept = ObjectList()
  /// Where each of those was; nil for what is new.
  private(set) var oldPositions: [Int?] = []
  /// Of each place before, whether its object was touched.
  private(set) var isTouched: [Bool]

  init(_ before: FetchedContent, _ rules: ListRules) {
    (self.before, self.rules) = (before, rules)
    isTouched = Array(repeating: false, count: before.objects.count)
  }

  var isEmpty: Bool { removed.isEmpty && kept.isEmpty }

  mutating func remove(_ object: NSManagedObject) {
    guard let position = before.position(of: object), !isTouched[position] else { return }
    isTouched[position] = true
    removed.append(position)
  }

  mutating func consider(_ object: NSManagedObject) {
    if kept.contains(object) { return }
    guard !object.isDeleted, rules.includes(object) else { return remove(object) }
    let position = before.position(of: object)
    if let position {
      if isTouched[position] { return }
      isTouched[position] = true
    }
    kept.append(object)
    oldPositions.append(position)
  }
}

/// Puts together the list after an event: the touched objects, one after the other, and between
/// them those that stay.
struct ListAssembly {
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
  /// The new sections in which an object stayed.
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
    _ item: TouchedPlaces.Item
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
