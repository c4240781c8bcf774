public import Foundation

/// What a request asks of a store, with Apple's numbers.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  /// A fetch.
  case fetchRequestType = 1
  /// A save.
  case saveRequestType = 2
  /// A batch of insertions.
  case batchInsertRequestType = 5
  /// A batch of updates.
  case batchUpdateRequestType = 6
  /// A batch of deletions.
  case batchDeleteRequestType = 7
  /// History, to be read or forgotten.
  case persistentHistoryRequestType = 8
}

/// Something that a context asks its stores to do.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// What is asked for.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// The stores to ask; nil for all.
  open var affectedStores: [NSPersistentStore]?

  /// A request of no kind; subclasses say what they ask for.
  public override init() {}

  /// The request itself; a kind that can be changed apart makes a copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
