internal import Foundation

// What accessors call, with the key of the property. One function per type, so that nothing is
// boxed or cast: a read is a look into a table, a check, a load and a comparison.

extension NSManagedObject {
  /// Where the property is kept. An accessor that does not fit the entity stops the program.
  @inline(__always)
  final func slot(_ key: PropertyKey, _ kind: SlotKind) -> Int {
    // Uncounted, because the object keeps its scope, and that keeps the layout.
    let known = UncountedReference(idScope.layout).visit { $0.knownIndex(key, kind) }
    if let known { return known }
    // In a function of its own, or else references would be counted on the way without it.
    return lookUp(key, kind)
  }

  @inline(never)
  private final func lookUp(_ key: PropertyKey, _ kind: SlotKind) -> Int {
    if let index = idScope.layout.lookUp(key, kind) { return index }
    misfit(key, kind.words)
  }

  @inline(__always)
  final func read(_ slot: Int) -> Value {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    return current(slot)
  }

  /// The same for whole numbers, which are taken out of where they are.
  @inline(__always)
  final func readInteger(_ slot: Int) -> Int64? {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.realised) { fireToRead(idScope.layout.slots[slot].name) }
    if let own, own.values != nil {
      // Uncounted, because the object keeps them.
      return UncountedReference(own).visit { own in
        if case .integer(let number)? = own.values?[slot] { number } else { nil }
      }
    }
    return if case .integer(let number) = current(slot) { number } else { nil }
  }

  @inline(__always)
  final func write(_ slot: Int, _ value: Value) {
    checkConfinement(idScope.layout.slots[slot].name)
    if !flags.contains(.writable) { prepareToWrite(idScope.layout.slots[slot].name) }
    put(value, slot)
    registry?.changeCount &+= 1
    if flags.contains(.observed) { tellObservers(of: idScope.layout.slots[slot].name) }
  }
}

extension NSManagedObject {
  /// Changes a value of an object that has its own. Uncounted, because the object keeps them.
  @inline(__always)
  private final func put(_ value: Value, _ slot: Int) {
    guard let own else { return }
    UncountedReference(own).visit { $0.values?[slot] = value }
  }
}
