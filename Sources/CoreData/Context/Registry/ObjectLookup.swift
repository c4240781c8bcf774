internal import Foundation
internal import Interleaving

// At most one instance per ID (fact F1). Instances are made as faults; asking for one is no I/O.

extension NSManagedObjectContext {
  /// The object with this ID: the registered one, or a fault that was not looked at yet.
  /// Never does I/O; whether there is a row shows when the fault fires.
  final func objectNow(with id: NSManagedObjectID) -> NSManagedObject {
    assertOwned("object(with:)")
    return identities.registered(id) ?? faults.make(id, in: self)
  }

  /// The object with this ID if it is registered; never does I/O.
  final func registeredObjectNow(for id: NSManagedObjectID) -> NSManagedObject? {
    assertOwned("registeredObject(for:)")
    return identities.registered(id)
  }

  /// The object with this ID, fetched if need be; throws if there is no such row.
  final func existingObjectNow(with id: NSManagedObjectID) throws -> NSManagedObject {
    assertOwned("existingObject(with:)")
    try runtime.checkpoint()
    if let known = identities.registered(id), !known.isFault {
      if known.isDeleted { throw CocoaError.missingRow(id) }
      return known
    }
    guard let parentStore else { throw CocoaError.missingRow(id) }
    guard let row = try parentStore.row(for: id, maximumAge: maximumAge) else {
      throw CocoaError.missingRow(id)
    }
    let object = identities.registered(row) ?? faults.make(row.id, in: self)
    if object.isFault { wake(object, with: row) }
    return object
  }

  /// The destination of a reference.
  final func object(forReference id: NSManagedObjectID) -> NSManagedObject {
    let destination = identities.destination(of: id)
    return destination.object ?? faults.make(destination.id, in: self)
  }

  /// The object of a row that was fetched, found by its key if it has no ID yet.
  final func object(of row: Row) -> NSManagedObject {
    if identities.areOfChild || row.knownID != nil { return object(forReference: row.id) }
    return identities.registered(row) ?? faults.make(forRow: row, in: self)
  }
}
