public import Foundation

/// What a request asks of a store, with Apple's numbers.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  case fetchRequestType = 1
  case saveRequestType = 2
  case batchInsertRequestType = 5
  case batchUpdateRequestType = 6
  case batchDeleteRequestType = 7
}

/// Something that a context asks its stores to do.
open class NSPersistentStoreRequest: NSObject {
  /// What is asked for.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// The stores to ask; nil for all.
  open var affectedStores: [NSPersistentStore]?

  /// A request of no kind; subclasses say what they ask for.
  public override init() {}
}
