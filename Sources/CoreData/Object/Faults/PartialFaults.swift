internal import Foundation

// A fetch with `propertiesToFetch` makes faults that know some of their values. Reading one of
// these costs nothing; anything else fires the fault as a whole (fact G9).

extension NSManagedObject {
  /// Fires the fault, unless it is to be read only and holds the value already.
  final func fireToRead(_ key: String?) {
    if let key, let slots = own?.partialSlots, case .value(let slot)? = layoutPlace(of: key),
      slots.contains(slot)
    {
      return
    }
    if flags.contains(.recording) { return KeyPathRecorder.note(key, of: self) }
    if registry?.context == nil && isReadableWithoutRow(key) { return }
    fire(for: key)
  }

  /// After a reset an object has neither context nor row. Transient values need none, and whoever
  /// names no property only announces a read.
  private final func isReadableWithoutRow(_ key: String?) -> Bool {
    guard let key else { return true }
    guard case .value(let slot)? = layoutPlace(of: key),
      idScope.layout.slots[slot].isTransient
    else { return false }
    if own?.values == nil { storage.values = idScope.plan.defaults }
    return true
  }

  /// Lets this object, if it is a fault, hold the values of some slots.
  final func hold(_ row: Row, inSlots slots: Set<Int>) {
    guard isFault else { return }
    self.row = row
    storage.partialSlots = slots
  }

  @inline(__always)
  final func forgetPartialValues() {
    guard own?.partialSlots != nil, isFault else { return }
    own?.partialSlots = nil
    row = nil
  }

  private final func layoutPlace(of key: String) -> EntityLayout.Place? {
    idScope.layout.place(of: key)
  }
}
