internal import Foundation
internal import Interleaving

// A fault is an object without values. The first property that is needed fires it: its row is
// asked for, from the row cache if it is there, else from the store, or from the parent context.

extension NSManagedObject {
  /// Checks that the caller may touch the object. Inside a block of its context that is one look
  /// at the thread; everything else is left to the checker.
  @inline(__always)
  final func checkConfinement(_ property: @autoclosure () -> String) {
    // The thread first and the registry in one expression, or else the registry would be counted
    // over a call.
    let thread = ThreadInside.caller
    let isInside = registry?.thread.isInside(thread) ?? true
    if !isInside && isOffQueue { reportViolation(property()) }
  }

  /// Without a block of the context, the queue has to say who holds it.
  @inline(never)
  private final var isOffQueue: Bool { registry.map { !$0.checker.isSatisfied } ?? false }

  @inline(never)
  private final func reportViolation(_ property: String) {
    registry?.checker.check(
      .object(identityAndRegistry.identity.shortName, property: property))
  }

  /// Checks that the caller may touch the object, then fires the fault if it is one.
  @inline(__always)
  final func fireIfNeeded(for key: String?) {
    checkConfinement(key ?? "values")
    if !flags.contains(.realised) { fireToRead(key) }
  }

  /// Fetches the values of a fault.
  final func fire(for key: String?) {
    guard let context = registry?.context else {
      misuse(
        "CoreData could not fulfill a fault for \(identity.shortName): its context is gone. Keep "
          + "the context as long as its objects, or pass values instead of objects.")
    }
    context.fulfil(self, for: key)
  }

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

  /// Leaves its context for good, at a reset or when nobody needs to know that it ever was.
  final func leaveContext() {
    registry?.remove(self)
    forgetContext()
  }

  /// The last step of leaving, for an object that its context has forgotten already.
  final func forgetContext() {
    join(nil)
    flags.subtract([.updated, .inserted, .inEvent, .locked])
  }

  final var storage: ObjectStorage {
    if let own { return own }
    let made = ObjectStorage()
    own = made
    return made
  }

  /// The value in a slot of a realised object.
  @inline(__always)
  final func current(_ slot: Int) -> Value {
    if let value = own?.values?[slot] { return value }
    if let packed = row?.packed { return packed[slot] }
    // A realised object has its own values or a row; a run being unwound may have neither.
    return row?.known?[slot] ?? .null
  }

  /// All values of a realised object.
  final var currentValues: [Value] {
    own?.values ?? row?.values
      ?? Array(repeating: .null, count: idScope.layout.slots.count)
  }

  /// The state of a to-many relationship, made on first use.
  final func withToMany<Result>(_ index: Int, _ body: (inout ToManyState) -> Result) -> Result {
    let storage = storage
    if storage.toMany.isEmpty {
      // A new object's relationships are empty and not faults.
      let base: ObjectList? = row == nil && !isFault ? ObjectList() : nil
      storage.toMany = idScope.plan.toMany.map { _ in ToManyState(base: base) }
    }
    return body(&storage.toMany[index])
  }
}
