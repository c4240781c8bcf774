public import Foundation

// The spellings of Swift for the names and keys of notifications about contexts.

extension NSManagedObjectContext {
  /// Pending changes were processed, or a merge or refresh changed objects.
  public static let didChangeObjectsNotification =
    Notification.Name.NSManagedObjectContextObjectsDidChange
  /// The context is about to save.
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  /// The context has saved; its `userInfo` holds the objects.
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  /// The context has saved; its `userInfo` holds object IDs.
  public static let didSaveObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidSaveObjectIDs
  /// The context has merged somebody else's save; its `userInfo` holds object IDs.
  public static let didMergeChangesObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of the `userInfo`; their raw values are the keys themselves.
  public enum NotificationKey: String, Sendable, CaseIterable {
    /// The context that saved.
    case sourceContext = "managedObjectContext"
    /// The state of the stores that the context reads now, if it is pinned.
    case queryGeneration = "newQueryGeneration"
    /// The IDs of all objects that a reset forgot.
    case invalidatedAllObjects = "invalidatedAll"
    /// The objects that were inserted.
    case insertedObjects = "inserted"
    /// The objects that were changed.
    case updatedObjects = "updated"
    /// The objects that were deleted.
    case deletedObjects = "deleted"
    /// The objects that were refreshed.
    case refreshedObjects = "refreshed"
    /// The objects that were forgotten.
    case invalidatedObjects = "invalidated"
    /// The IDs of the objects that were inserted.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The IDs of the objects that were changed.
    case updatedObjectIDs = "updated_objectIDs"
    /// The IDs of the objects that were deleted.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The IDs of the objects that were refreshed.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// The IDs of the objects that were forgotten.
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }
}
