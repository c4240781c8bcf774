internal import Foundation

/// Everything a fetch request says, without its result type, so that contexts and stores need
/// no generics.
struct FetchPlan {
  var entityName: String?
  var entity: NSEntityDescription?
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor] = []
  var resultType = NSFetchRequestResultType.managedObjectResultType
  var fetchLimit = 0
  var fetchOffset = 0
  var fetchBatchSize = 0
  var includesSubentities = true
  var includesPropertyValues = true
  var includesPendingChanges = true
  var returnsObjectsAsFaults = true
  var returnsDistinctResults = false
  var shouldRefreshRefetchedObjects = false
  var relationshipKeyPathsForPrefetching: [String] = []
  var propertiesToFetch: [Any]?
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?

  /// Whether what is found has no use for its rows yet.
  var wantsFaultsOnly: Bool { returnsObjectsAsFaults && !shouldRefreshRefetchedObjects }

  /// The question for a store, about an entity that has been looked up.
  func query(for entity: NSEntityDescription) -> StoreQuery {
    StoreQuery(
      entity: entity, includesSubentities: includesSubentities, predicate: predicate,
      sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset,
      propertiesToFetch: columnsToFetch,
      propertiesToGroupBy: propertiesToGroupBy,
      havingPredicate: havingPredicate, returnsDistinctResults: returnsDistinctResults)
  }
}

/// Any `NSFetchRequest`, whatever its result type.
protocol AnyFetchRequest: NSPersistentStoreRequest {
  var plan: FetchPlan { get set }
}

extension NSFetchRequest: AnyFetchRequest {}
