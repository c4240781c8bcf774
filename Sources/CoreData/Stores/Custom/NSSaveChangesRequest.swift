internal import Foundation

/// What a save asks of an incremental store.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  /// Objects that are new.
  public let insertedObjects: Set<NSManagedObject>?
  /// Objects with new values.
  public let updatedObjects: Set<NSManagedObject>?
  /// Objects that go.
  public let deletedObjects: Set<NSManagedObject>?
  /// Unchanged objects that must not have changed in the store either.
  public let lockedObjects: Set<NSManagedObject>?

  /// A request to write these.
  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
