/// What an object keeps beside its row: edited values, realised relationships, observers.
/// Made when it is first needed; a clean object without relationships in memory has none.
final class ObjectStorage {
  // Exclusive access is not checked at run time, as in the object that owns it.
  /// The edited values; nil while the row's own will do.
  @exclusivity(unchecked) var values: [Value]?
  /// The realised destinations of to-one relationships, by slot.
  @exclusivity(unchecked) var destinations = Destinations()
  /// The state of the to-many relationships, by index; empty until one is needed.
  @exclusivity(unchecked) var toMany: [ToManyState] = []
  /// In a fault whose row holds some values only: the slots of these (fact G9).
  var partialSlots: Set<Int>?
  /// What the object was like before the current event changed it.
  @exclusivity(unchecked) var beforeEvent: ObjectState?
  /// The ID that a new object gets if the save under way succeeds.
  @exclusivity(unchecked) var identityInSave: NSManagedObjectID?
  var observers: [String: [PropertyObserver]] = [:]

  init(values: [Value]? = nil) { self.values = values }
}

/// A to-many relationship as one object sees it: the committed members, once they are loaded,
/// and what was added to them and taken from them since.
///
/// Changes can be noted while the members are still a fault, so that attaching a message to a
/// room does not load the room's other ten thousand.
struct ToManyState {
  /// The members at the last load, save or refresh; nil while the relationship is a fault.
  var base: ObjectList?
  var added = ObjectList()
  var removed = ObjectList()
  /// The members in order, for an ordered relationship that was edited.
  var order: [NSManagedObject]?
  /// The members as a set, worked out when somebody asks.
  var face: Set<NSManagedObject>?

  var isChanged: Bool { !added.isEmpty || !removed.isEmpty || order != nil }

  /// The members now; `base` must be loaded.
  var members: [NSManagedObject] {
    if let order { return order }
    guard let base else { return added.array }
    if removed.isEmpty { return added.isEmpty ? base.array : base.array + added }
    return base.filter { !removed.contains($0) } + added
  }

  mutating func add(_ object: NSManagedObject, isOrdered: Bool) {
    face = nil
    if isOrdered, order?.contains(object) != true {
      order = (order ?? members) + [object]
    }
    if !removed.isEmpty, removed.remove(object) { return }
    if let base, !base.isEmpty, base.contains(object) { return }
    added.insert(object)
  }

  mutating func remove(_ object: NSManagedObject, isOrdered: Bool) {
    face = nil
    if isOrdered { order = (order ?? members).filter { $0 !== object } }
    if !added.isEmpty, added.remove(object) { return }
    if let base, !base.contains(object) { return }
    removed.insert(object)
  }

  /// Takes the members as loaded, below the changes already noted.
  mutating func load(_ loaded: [NSManagedObject]) {
    let base = ObjectList(loaded)
    for object in added where base.contains(object) { added.remove(object) }
    for object in removed where !base.contains(object) { removed.remove(object) }
    self.base = base
    face = nil
  }

  /// Makes what is now the new base.
  mutating func commit() {
    if let base, order == nil, removed.isEmpty, base.isEmpty {
      self.base = added
    } else if base != nil {
      base = ObjectList(members)
    }
    added.removeAll()
    removed.removeAll()
    order = nil
  }
}

/// An object's values and flags at one moment, for undo and for "what changed in this event".
final class ObjectState {
  let flags: ObjectFlags
  let row: Row?
  let values: [Value]
  let destinations: Destinations
  let toMany: [ToManyState]

  init(
    flags: ObjectFlags, row: Row?, values: [Value], destinations: Destinations,
    toMany: [ToManyState]
  ) {
    self.flags = flags
    self.row = row
    self.values = values
    self.destinations = destinations
    self.toMany = toMany
  }
}
