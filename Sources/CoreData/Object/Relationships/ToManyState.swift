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
