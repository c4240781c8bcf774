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

extension FetchPlan {
  /// A plan for what a store is asked, in one form.
  init(_ query: StoreQuery, _ form: NSFetchRequestResultType) {
    (entity, entityName, resultType) = (query.entity, query.entity.name, form)
    (predicate, sortDescriptors) = (query.predicate, query.sortDescriptors)
    (fetchLimit, fetchOffset) = (query.limit, query.offset)
    (includesSubentities, returnsDistinctResults) = (
      query.includesSubentities, query.returnsDistinctResults
    )
    (propertiesToFetch, propertiesToGroupBy) = (query.propertiesToFetch, query.propertiesToGroupBy)
    havingPredicate = query.havingPredicate
    includesPendingChanges = false
  }
}

/// Any `NSFetchRequest`, whatever its result type.
protocol AnyFetchRequest: NSPersistentStoreRequest {
  var plan: FetchPlan { get set }
}

extension NSFetchRequest: AnyFetchRequest {}
