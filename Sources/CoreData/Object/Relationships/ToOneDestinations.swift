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
