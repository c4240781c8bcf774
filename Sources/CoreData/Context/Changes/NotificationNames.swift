// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

extension Notification.Name {
  /// Pending changes of a context were processed, or a merge or refresh changed its objects.
  public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
    "NSObjectsChangedInManagingContextNotification")
  /// A context is about to save; changes made now are part of the save.
  public static let NSManagedObjectContextWillSave = Notification.Name(
    "NSManagingContextWillSaveChangesNotification")
  /// A context has saved; its `userInfo` holds the objects.
  public static let NSManagedObjectContextDidSave = Notification.Name(
    "NSManagingContextDidSaveChangesNotification")
  /// A context has saved; its `userInfo` holds object IDs, safe to read on any thread.
  public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
  /// A context has merged another context's save; its `userInfo` holds object IDs.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")

  /// A context of this process or of another one has written to a store.
  public static let NSPersistentStoreRemoteChange = Notification.Name(
    "NSPersistentStoreRemoteChangeNotification")
  /// The list of a coordinator's stores is about to change.
  public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")
  /// The list of a coordinator's stores has changed.
  public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")
  /// A coordinator is about to remove a store.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

// Keys of the notifications about contexts: sets of objects.

/// Objects that are new to the context.
public let NSInsertedObjectsKey = "inserted"
/// Objects with changed properties.
public let NSUpdatedObjectsKey = "updated"
/// Objects that were deleted.
public let NSDeletedObjectsKey = "deleted"
/// Objects that took newer values from below.
public let NSRefreshedObjectsKey = "refreshed"
/// Objects that can no longer be used.
public let NSInvalidatedObjectsKey = "invalidated"
/// An array: everything a reset context knew.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"

// The same as sets of object IDs.

/// IDs of new objects.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// IDs of changed objects.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// IDs of deleted objects.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// IDs of objects that took newer values.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// IDs of objects that can no longer be used.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
/// The query generation that a context moved to.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

// Keys of the notifications about stores.

/// The identifier of the store that changed.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The file of the store that changed.
public let NSPersistentStoreURLKey = "storeURL"
/// The place in the store's history after the change.
public let NSPersistentHistoryTokenKey = "historyToken"
/// An array of the stores that came.
public let NSAddedPersistentStoresKey = "added"
/// An array of the stores that went.
public let NSRemovedPersistentStoresKey = "removed"
/// An array of an old store, its new one and a table of its new IDs.
public let NSUUIDChangedPersistentStoresKey = "changedUUIDs"

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
  /// The context has merged another context's save; its `userInfo` holds object IDs.
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
