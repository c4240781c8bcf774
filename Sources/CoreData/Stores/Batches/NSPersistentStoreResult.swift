public import Foundation

/// What a request that a context executed brought back.
open class NSPersistentStoreResult: NSObject {}

/// What a batch insertion did: true, a count, or the IDs of the new rows.
open class NSBatchInsertResult: NSPersistentStoreResult {
  /// What was asked for by the result type.
  public let result: Any?
  /// What the result holds.
  public let resultType: NSBatchInsertRequestResultType

  init(_ rows: InsertedRows, as type: NSBatchInsertRequestResultType) {
    resultType = type
    result =
      switch type {
      case .statusOnly: true
      case .objectIDs: rows.keys.map(rows.id)
      case .count: rows.keys.count
      }
  }
}

/// What a batch update did: true, a count, or the IDs of the changed rows.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// What was asked for by the result type.
  public let result: Any?
  /// What the result holds.
  public let resultType: NSBatchUpdateRequestResultType

  init(_ ids: [NSManagedObjectID], as type: NSBatchUpdateRequestResultType) {
    resultType = type
    result =
      switch type {
      case .statusOnlyResultType: true
      case .updatedObjectIDsResultType: ids
      case .updatedObjectsCountResultType: ids.count
      }
  }
}

/// What a batch deletion did: true, a count, or the IDs of the rows that are gone.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// What was asked for by the result type.
  public let result: Any?
  /// What the result holds.
  public let resultType: NSBatchDeleteRequestResultType

  init(_ ids: [NSManagedObjectID], as type: NSBatchDeleteRequestResultType) {
    resultType = type
    result =
      switch type {
      case .resultTypeStatusOnly: true
      case .resultTypeObjectIDs: ids
      case .resultTypeCount: ids.count
      }
  }
}
