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
  /// The members as a set, worked out when it is asked for.
  var memberSet: Set<NSManagedObject>?

  var isChanged: Bool { !added.isEmpty || !removed.isEmpty || order != nil }

  /// The members now; `base` must be loaded.
  var members: [NSManagedObject] {
    if let order { return order }
    guard let base else { return added.array }
    if removed.isEmpty { return added.isEmpty ? base.array : base.array + added }
    return base.filter { !removed.contains($0) } + added
  }

  mutating func add(_ object: NSManagedObject, isOrdered: Bool) {
    memberSet = nil
    if isOrdered {
      if order == nil { order = members }
      if order?.contains(object) != true { order?.append(object) }
    }
    if !removed.isEmpty, removed.remove(object) { return }
    if let base, !base.isEmpty, base.contains(object) { return }
    added.insert(object)
  }

  mutating func remove(_ object: NSManagedObject, isOrdered: Bool) {
    memberSet = nil
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
    memberSet = nil
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

/// The realised destinations of an object's to-one relationships, by slot. There are few, so they
/// are looked for one by one, and nearly always one at most, which is kept without an array.
struct ToOneDestinations {
  typealias Entry = (slot: Int, object: NSManagedObject)

  private var first: Entry?
  private var others: [Entry] = []

  var isEmpty: Bool { first == nil }

  subscript(slot: Int) -> NSManagedObject? {
    get {
      guard let first else { return nil }
      if first.slot == slot { return first.object }
      return others.first { $0.slot == slot }?.object
    }
    set {
      if first == nil || first?.slot == slot {
        if let newValue { first = (slot, newValue) } else { first = others.popLast() }
      } else {
        others.removeAll { $0.slot == slot }
        if let newValue { others.append((slot, newValue)) }
      }
    }
  }

  /// Sets a destination, without the detour through an optional.
  mutating func set(_ object: NSManagedObject, at slot: Int) {
    if first == nil || first?.slot == slot {
      first = (slot, object)
    } else {
      self[slot] = object
    }
  }

  /// Forgets those for which `isGone` is true.
  mutating func forget(where isGone: (Entry) -> Bool) {
    guard let first else { return }
    if !others.isEmpty { others.removeAll(where: isGone) }
    if isGone(first) { self.first = others.popLast() }
  }

  mutating func removeAll() { self = ToOneDestinations() }

  func visit(_ body: (Entry) -> Void) {
    guard let first else { return }
    body(first)
    for entry in others { body(entry) }
  }
}
