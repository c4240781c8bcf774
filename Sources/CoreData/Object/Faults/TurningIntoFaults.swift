// What an object keeps and what it forgets when it becomes a fault, or is one no longer.

extension NSManagedObject {
  /// Takes the values of `row`: the fault has become an object.
  final func realise(with row: Row) {
    self.row = row
    own?.values = nil
    own?.partialSlots = nil
    flags.insert(.realised)
    flags.remove(.writable)
  }

  /// Reads as nil from now on, because the row is gone, and counts as deleted.
  final func becomeInaccessible() {
    storage.values = Array(repeating: .null, count: idScope.layout.slots.count)
    storage.destinations.removeAll()
    storage.toMany = idScope.plan.toMany.map { _ in ToManyState(base: ObjectList()) }
    flags.insert([.realised, .inaccessible])
    flags.remove(.writable)
  }

  /// Forgets values and relationships; the next need fetches them again.
  final func turnIntoFault() {
    guard flags.contains(.realised) else {
      forgetRelationships()
      forgetPartialValues()
      return
    }
    willTurnIntoFault()
    row = nil
    forgetValues()
    flags.subtract([.realised, .writable, .inaccessible, .locked])
    didTurnIntoFault()
  }

  /// Drops edits and realised relationships, keeping observers.
  private final func forgetValues() {
    guard let own else { return }
    if own.observers.isEmpty {
      self.own = nil
    } else {
      own.values = nil
      own.beforeEvent = nil
      own.fetched = [:]
      forgetRelationships()
    }
  }

  final func forgetRelationships() {
    own?.destinations.removeAll()
    own?.toMany = []
  }

  /// Leaves its context for good, at a reset or when its context need not know that it ever was.
  final func leaveContext() {
    registry?.remove(self)
    forgetContext()
  }

  /// The last step of leaving, for an object that its context has forgotten already.
  final func forgetContext() {
    join(nil)
    flags.subtract([.updated, .inserted, .inEvent, .locked])
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
}
