public import Foundation

/// Which objects of an entity to find, in what order and in what form.
///
/// The result type is not constrained, because Swift does not let `any NSFetchRequestResult`
/// conform to its own protocol; results are always of a type that does.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
  var plan = FetchPlan()

  /// A request that has yet to be given an entity.
  public override init() {}

  /// A request for the objects of an entity, by name.
  public init(entityName: String) {
    plan.entityName = entityName
  }

  init(_ plan: FetchPlan) { self.plan = plan }

  /// The entity; nil until it is set or the request is used.
  open var entity: NSEntityDescription? {
    get { plan.entity }
    set { (plan.entity, plan.entityName) = (newValue, newValue?.name) }
  }
  /// The name of the entity.
  open var entityName: String? { plan.entity?.name ?? plan.entityName }
  /// Which objects; nil for all.
  open var predicate: NSPredicate? {
    get { plan.predicate }
    set { plan.predicate = newValue?.withText }
  }
  /// In which order; later ones decide between what earlier ones find equal.
  open var sortDescriptors: [NSSortDescriptor]? {
    get { plan.sortDescriptors }
    set { plan.sortDescriptors = newValue ?? [] }
  }
  /// In which form.
  open var resultType: NSFetchRequestResultType {
    get { plan.resultType }
    set { plan.resultType = newValue }
  }
  /// The largest number of results; 0 is no limit.
  open var fetchLimit: Int {
    get { plan.fetchLimit }
    set { plan.fetchLimit = newValue }
  }
  /// How many results to leave out at the start.
  open var fetchOffset: Int {
    get { plan.fetchOffset }
    set { plan.fetchOffset = newValue }
  }
  /// How many rows to load at a time as the results are read; 0 loads all at once.
  open var fetchBatchSize: Int {
    get { plan.fetchBatchSize }
    set { plan.fetchBatchSize = newValue }
  }
  /// Whether objects of subentities count.
  open var includesSubentities: Bool {
    get { plan.includesSubentities }
    set { plan.includesSubentities = newValue }
  }
  /// Whether rows come with the results, or only keys.
  open var includesPropertyValues: Bool {
    get { plan.includesPropertyValues }
    set { plan.includesPropertyValues = newValue }
  }
  /// Whether unsaved changes of the context count.
  open var includesPendingChanges: Bool {
    get { plan.includesPendingChanges }
    set { plan.includesPendingChanges = newValue }
  }
  /// Whether new objects start as faults.
  open var returnsObjectsAsFaults: Bool {
    get { plan.returnsObjectsAsFaults }
    set { plan.returnsObjectsAsFaults = newValue }
  }
  /// Whether equal dictionaries are given once.
  open var returnsDistinctResults: Bool {
    get { plan.returnsDistinctResults }
    set { plan.returnsDistinctResults = newValue }
  }
  /// Whether objects already in the context take their values from this fetch.
  open var shouldRefreshRefetchedObjects: Bool {
    get { plan.shouldRefreshRefetchedObjects }
    set { plan.shouldRefreshRefetchedObjects = newValue }
  }
  /// Relationships whose objects are loaded along.
  open var relationshipKeyPathsForPrefetching: [String]? {
    get { plan.relationshipKeyPathsForPrefetching }
    set { plan.relationshipKeyPathsForPrefetching = newValue ?? [] }
  }
  /// Names, key paths or descriptions of what to fetch; nil for everything.
  open var propertiesToFetch: [Any]? {
    get { plan.propertiesToFetch }
    set { plan.propertiesToFetch = newValue }
  }
  /// Names, key paths or descriptions by which dictionaries are grouped.
  open var propertiesToGroupBy: [Any]? {
    get { plan.propertiesToGroupBy }
    set { plan.propertiesToGroupBy = newValue }
  }
  /// Which groups; nil for all.
  open var havingPredicate: NSPredicate? {
    get { plan.havingPredicate }
    set { plan.havingPredicate = newValue?.withText }
  }

  /// The request without its result type. Swift cannot cast one into the other, because they are
  /// of different classes: what is done to this request afterwards is not done to that one.
  public final var untyped: NSFetchRequest<any NSFetchRequestResult> {
    if let same = self as? NSFetchRequest<any NSFetchRequestResult> { return same }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.plan = plan
    request.affectedStores = affectedStores
    return request
  }

  /// A request that says the same and can be changed apart.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchRequest<ResultType>()
    copy.plan = plan
    copy.affectedStores = affectedStores
    return copy
  }
}

/// Something that a fetch can return: objects, IDs, dictionaries or a count.
public protocol NSFetchRequestResult {}

extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension Dictionary: NSFetchRequestResult where Key == String, Value == Any {}

/// The form of a fetch's results.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// A set of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Objects of the context.
  public static let managedObjectResultType: NSFetchRequestResultType = []
  /// Only their IDs.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Dictionaries of the wanted properties, as the store has them.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// The number of matching objects.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

extension NSManagedObject {
  /// The entity's request for all its objects.
  @_disfavoredOverload
  public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entityName: entity().name ?? "")
  }
}
