internal import Foundation
internal import Interleaving

// How a context gets the row of a fault, and what happens when there is none.

extension NSManagedObjectContext {
  /// How old a cached row may be; nil is however old.
  final var maximumAge: TimeInterval? { stalenessInterval < 0 ? nil : stalenessInterval }

  /// Fetches the row of a fault that is needed now.
  final func fulfil(_ object: NSManagedObject, for key: String?) {
    do {
      guard let parentStore else { throw CocoaError.noParent(of: label) }
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

  final func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObject
  ) -> [NSManagedObject] {
    memberIDs(of: relationship, owner: owner).map { object(forReference: $0) }
  }

  final func memberIDs(
    of relationship: NSRelationshipDescription, owner: NSManagedObject
  ) -> [NSManagedObjectID] {
    if owner.flags.contains(.inaccessible) || owner.row == nil && !owner.isFault { return [] }
    do {
      return try parentStore?.members(of: relationship, owner: owner.identity) ?? []
    } catch is RunAbandoned {
      return []
    } catch  where comesFromOwnStore(owner.identity) {
      noteOwnStore(error)
      return []
    } catch {
      raise("\(relationship.name) of \(owner.identity.shortName) could not be read: \(error)")
      return []
    }
  }

  /// Whether the object's store is of a class of the program's own, which may fail at any time:
  /// then a fault that cannot be fulfilled is an inaccessible one.
  private final func comesFromOwnStore(_ id: NSManagedObjectID) -> Bool {
    persistentStoreCoordinator?.store(for: id) is NSIncrementalStore
  }

  private final func noteOwnStore(_ error: any Error) {
    runtime.note(CoreDataFact.misuse(report: error.localizedDescription, context: label))
  }

  /// Runs `body` without noting the changes it makes.
  final func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
    registry.trackingPauses += 1
    defer { registry.trackingPauses -= 1 }
    return try body()
  }
}
