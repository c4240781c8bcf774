/// The realised destinations of an object's to-one relationships, by slot. There are few, so they
/// are looked for one by one: a dictionary of one entry costs more than the entry.
struct Destinations: Sequence {
  typealias Entry = (slot: Int, object: NSManagedObject)

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  subscript(slot: Int) -> NSManagedObject? {
    get {
      for entry in entries where entry.slot == slot { return entry.object }
      return nil
    }
    set {
      let place = entries.firstIndex { $0.slot == slot }
      switch (place, newValue) {
      case (let place?, let object?): entries[place].object = object
      case (let place?, nil): entries.remove(at: place)
      case (nil, let object?): entries.append((slot, object))
      case (nil, nil): break
      }
    }
  }

  /// Forgets those for which `isGone` is true.
  mutating func forget(where isGone: (Entry) -> Bool) {
    if entries.contains(where: isGone) { entries.removeAll(where: isGone) }
  }

  mutating func removeAll() { entries = [] }

  func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}
