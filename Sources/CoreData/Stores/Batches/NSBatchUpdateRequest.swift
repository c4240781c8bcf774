public import Foundation

/// In what form a batch update tells what it did, with Apple's numbers.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether it worked.
  case statusOnlyResultType = 0
  /// The IDs of the rows.
  case updatedObjectIDsResultType = 1
  /// The number of rows.
  case updatedObjectsCountResultType = 2
}

/// Changes attributes of many rows in a store: no objects, no validation, no notifications.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  public let entityName: String
  /// The entity; nil until the request is used, if it was named.
  public let entity: NSEntityDescription?
  /// Which rows; nil for all.
  open var predicate: NSPredicate?
  /// Whether rows of subentities are updated too.
  open var includesSubentities = true
  /// New values or expressions for them, by attribute name or description.
  open var propertiesToUpdate: [AnyHashable: Any]?
  /// What the result holds.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// A request for an entity by name.
  public init(entityName: String) {
    self.entityName = entityName
    entity = nil
  }

  /// A request for an entity.
  public init(entity: NSEntityDescription) {
    entityName = entity.name ?? ""
    self.entity = entity
  }
}

/// In what form a batch deletion tells what it did, with Apple's numbers.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether it worked.
  case resultTypeStatusOnly = 0
  /// The IDs of the rows.
  case resultTypeObjectIDs = 1
  /// The number of rows.
  case resultTypeCount = 2
}

/// Deletes many rows in a store: no objects, no validation, no notifications.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  enum Choice {
    case fetch(any AnyFetchRequest)
    case ids([NSManagedObjectID])
  }

  let choice: Choice
  /// A copy of the request that finds the rows; of IDs, one for the objects with these.
  public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  /// What the result holds.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// Deletes what a request finds.
  public init<ResultType>(fetchRequest: NSFetchRequest<ResultType>) {
    self.fetchRequest = NSFetchRequest(fetchRequest.plan)
    choice = .fetch(self.fetchRequest)
  }

  /// Deletes objects of one entity.
  public init(objectIDs: [NSManagedObjectID]) {
    fetchRequest = NSFetchRequest(entityName: objectIDs.first?.entity.name ?? "")
    fetchRequest.predicate = NSPredicate(format: "SELF IN %@", objectIDs)
    choice = .ids(objectIDs)
  }
}
