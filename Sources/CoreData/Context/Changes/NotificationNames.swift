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
  /// A context has merged somebody else's save; its `userInfo` holds object IDs.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")

  /// Somebody, in this process or another one, has written to a store.
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

public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"
public let NSRefreshedObjectsKey = "refreshed"
public let NSInvalidatedObjectsKey = "invalidated"
/// An array: everything a reset context knew.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"

// The same as sets of object IDs.

public let NSInsertedObjectIDsKey = "inserted_objectIDs"
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

// Keys of the notifications about stores.

public let NSStoreUUIDKey = "NSStoreUUID"
public let NSPersistentStoreURLKey = "storeURL"
public let NSPersistentHistoryTokenKey = "historyToken"
public let NSAddedPersistentStoresKey = "added"
public let NSRemovedPersistentStoresKey = "removed"
public let NSUUIDChangedPersistentStoresKey = "changedUUIDs"
