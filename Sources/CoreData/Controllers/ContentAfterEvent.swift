// How a list follows what one event did to a context. Objects that the event did not touch stay in
// their order. Each that it did is taken out, and put back, if it still belongs there, where the
// sort descriptors want it:
//
//     before     Ada  Ben  Cem  Dan        Cem is renamed Abe, Dan deleted, Eva inserted
//     stay       Ada  Ben
//     after      Abe  Ada  Ben  Eva

/// The list after an event, and what became of each object that the event touched.
struct ContentAfterEvent {
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
    var sorting = PlacesAfterEvent(before, touched, rules)
    var list = ListAfterEvent(before, sorting.stay, rules)
    for item in sorting.items() { try list.add(item) }
    try list.finish()
    content = list.content
    changes = ListChanges(from: before, to: content, removed: touched.removed, list)
  }
}

extension EventChanges {
  /// What a list loses for certain.
  fileprivate var gone: [NSManagedObject] { deleted.array + invalidated.array }
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
