internal import Foundation

/// Everything a fetch request says, without its result type, so that contexts and stores need
/// no generics.
struct FetchPlan {
  var entityName: String?
  var entity: NSEntityDescription?
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor] = [] { didSet { saysOrder = true } }
  /// Whether it was given sort descriptors, even an empty list of them.
  private(set) var saysOrder = false
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

// A fetch of objects may name the properties it wants; the objects are then faults that hold these
// and nothing else (fact G9).

extension FetchPlan {
  /// Whether the results are objects.
  var isAboutObjects: Bool { resultType == .managedObjectResultType }

  /// Whether the results are faults that hold some of their values. Realised objects, batches and
  /// refreshes need whole rows.
  var wantsPartialFaults: Bool {
    isAboutObjects && propertiesToFetch != nil && returnsObjectsAsFaults && includesPropertyValues
      && !shouldRefreshRefetchedObjects && fetchBatchSize == 0
  }

  /// What a store is asked to read; nil for whole rows.
  var columnsToFetch: [Any]? {
    if !isAboutObjects { return propertiesToFetch }
    return wantsPartialFaults ? propertiesToFetch?.compactMap(Self.name(of:)) : nil
  }

  /// The name of a wanted property; nil for an expression, which has no place in an object.
  private static func name(of property: Any) -> String? {
    if property is NSExpressionDescription { return nil }
    return (property as? NSPropertyDescription)?.name ?? property as? String
  }

  /// Where the entity keeps the wanted values.
  func partialSlots(of entity: NSEntityDescription) -> Set<Int> {
    let slots = (propertiesToFetch ?? []).compactMap(Self.name(of:)).compactMap { name -> Int? in
      if case .value(let slot)? = entity.layout.place(of: name) { slot } else { nil }
    }
    return Set(slots)
  }

  /// Refuses what an object cannot hold in part: expressions, key paths, to-many relationships.
  func requireStoredProperties(of entity: NSEntityDescription) throws {
    for property in propertiesToFetch ?? [] {
      if let name = Self.name(of: property), case .value? = entity.layout.place(of: name) {
        continue
      }
      let asked = Self.name(of: property) ?? "an expression"
      throw CocoaError.coreData(
        .coreData, "propertiesToFetch of a fetch of \(entity.name ?? "?")",
        "asks for \(asked), which is neither an attribute nor a to-one relationship of it",
        wayOut: "Name stored properties, or set resultType to dictionaryResultType.")
    }
  }
}
