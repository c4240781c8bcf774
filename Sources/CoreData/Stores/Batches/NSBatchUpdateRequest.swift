public import Foundation

/// In what form a batch update tells what it did, with Apple's numbers.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  case statusOnlyResultType = 0
  case updatedObjectIDsResultType = 1
  case updatedObjectsCountResultType = 2
}

/// Changes attributes of many rows in a store: no objects, no validation, no notifications.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  public let entityName: String
  public let entity: NSEntityDescription?
  open var predicate: NSPredicate?
  open var includesSubentities = true
  /// New values or expressions for them, by attribute name or description.
  open var propertiesToUpdate: [AnyHashable: Any]?
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  public init(entityName: String) {
    self.entityName = entityName
    entity = nil
  }

  public init(entity: NSEntityDescription) {
    entityName = entity.name ?? ""
    self.entity = entity
  }
}

/// In what form a batch deletion tells what it did, with Apple's numbers.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  case resultTypeStatusOnly = 0
  case resultTypeObjectIDs = 1
  case resultTypeCount = 2
}

/// Deletes many rows in a store: no objects, no validation, no notifications.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  enum Choice {
    case fetch(any AnyFetchRequest)
    case ids([NSManagedObjectID])
  }

  let choice: Choice
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// Deletes what a request finds.
  public init<ResultType>(fetchRequest: NSFetchRequest<ResultType>) {
    choice = .fetch(fetchRequest)
  }

  /// Deletes objects of one entity.
  public init(objectIDs: [NSManagedObjectID]) { choice = .ids(objectIDs) }
}
