internal import Foundation
internal import Interleaving

// A fault is an object without values. The first property that is needed fires it: its row is
// asked for, from the row cache if it is there, else from the store, or from the parent context.
//
// After a fetch with `propertiesToFetch` a fault knows some of its values. Reading one of these
// costs nothing; anything else fires the fault as a whole (fact G9).

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

  /// Fires the fault, unless it is to be read only and holds the value already.
  final func fireToRead(_ key: String?) {
    if let key, let slots = own?.partialSlots,
      case .value(let slot)? = idScope.layout.place(of: key),
      slots.contains(slot)
    {
      return
    }
    if flags.contains(.recording) { return KeyPathRecorder.note(key, of: self) }
    if registry?.context == nil && isReadableWithoutRow(key) { return }
    fire(for: key)
  }

  /// After a reset an object has neither context nor row, and transient values need none.
  private final func isReadableWithoutRow(_ key: String?) -> Bool {
    guard let key else {
      // A fetch that names no property only wants to read what there is, which is next to nothing.
      var values = [Value](repeating: .null, count: idScope.layout.slots.count)
      for slot in idScope.layout.transientSlots { values[slot] = idScope.plan.defaults[slot] }
      storage.values = values
      flags.insert(.realised)
      return true
    }
    guard case .value(let slot)? = idScope.layout.place(of: key),
      idScope.layout.slots[slot].isTransient
    else { return false }
    if own?.values == nil { storage.values = idScope.plan.defaults }
    return true
  }
}

// MARK: Where the row comes from, and what happens when there is none

extension NSManagedObjectContext {
  /// How old a cached row may be; nil is however old.
  final var maximumAge: TimeInterval? { stalenessInterval < 0 ? nil : stalenessInterval }

  /// Fetches the row of a fault that is needed now.
  final func fulfil(_ object: NSManagedObject, for key: String?) {
    do {
      let parentStore = try requireParentStore()
      try loadBatch(of: object.identity)
      if let row = try parentStore.row(for: object.identity, maximumAge: maximumAge) {
        runtime.note(CoreDataFact.fault(object: object.identity.shortName, context: label))
        wake(object, with: row)
      } else {
        handleInaccessible(object, key)
      }
    } catch is RunAbandoned {
      // The run is over; the object reads as nil while its callers return.
    } catch  where comesFromOwnStore(object.identity) {
      noteOwnStore(error)
      handleInaccessible(object, key)
    } catch {
      raise("CoreData could not fulfill a fault for \(object.identity.shortName): \(error)")
    }
  }

  final func wake(_ object: NSManagedObject, with row: Row) {
    object.realise(with: row)
    noteRow(of: object)
    withoutTracking { object.awakeFromFetch() }
  }

  /// Tells from which row an object has its values.
  final func noteRow(of object: NSManagedObject) {
    guard let row = object.row, runtime.isTracing else { return }
    runtime.note(
      CoreDataFact.holds(
        object: object.identity.shortName, version: row.version, context: label))
  }

  private func handleInaccessible(_ object: NSManagedObject, _ key: String?) {
    let property = key.flatMap { object.entity.propertiesByName[$0] }
    runtime.note(
      CoreDataFact.inaccessibleFault(object: object.identity.shortName, context: label))
    if shouldHandleInaccessibleFault(object, for: object.identity, triggeredByProperty: property) {
      object.becomeInaccessible()
      return
    }
    raise(
      "NSObjectInaccessibleException: CoreData could not fulfill a fault for "
        + "\(object.identity.shortName). Its row was deleted, or its ID was never saved. Merge "
        + "deletions, or leave shouldDeleteInaccessibleFaults on.")
    object.becomeInaccessible()
  }

  /// What Core Data answers with an exception. A controlled run fails and goes on, so that the
  /// explorer can report the order that led here.
  final func raise(_ explanation: String) {
    if runtime.kind == .controlled { runtime.fail(explanation) } else { misuse(explanation) }
  }

  /// Whether the object's store is of a class of the program's own, which may fail at any time:
  /// then a fault that cannot be fulfilled is an inaccessible one.
  final func comesFromOwnStore(_ id: NSManagedObjectID) -> Bool {
    persistentStoreCoordinator?.store(for: id) is NSIncrementalStore
  }

  final func noteOwnStore(_ error: any Error) {
    runtime.note(CoreDataFact.misuse(report: error.localizedDescription, context: label))
  }

  /// Runs `body` without noting the changes it makes.
  final func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
    registry.trackingPauses += 1
    defer { registry.trackingPauses -= 1 }
    return try body()
  }
}
