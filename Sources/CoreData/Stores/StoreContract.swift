internal import Foundation

/// What a persistent store does for the contexts above it. It speaks of rows and IDs and knows
/// no objects; everything about objects (uniquing, merging, policies) is done by the callers.
///
/// Calls arrive one at a time or concurrently as the coordinator's mode decides; a store protects
/// its own state. None of these calls is a scheduling point: the coordinator makes them.
protocol RowStore: AnyObject, Sendable {
  /// The rows that match, in order, from the store itself. They also go into the row cache.
  func rows(matching query: StoreQuery) throws -> [Row]
  func ids(matching query: StoreQuery) throws -> [NSManagedObjectID]
  /// The keys of the rows that match, in order. With `keepingRows` the rows go into the row cache,
  /// as those of faults of which most will never fire.
  func faults(matching query: StoreQuery, keepingRows: Bool) throws -> FoundKeys
  func count(matching query: StoreQuery) throws -> Int
  /// One dictionary per row (or group), by property name.
  func dictionaries(matching query: StoreQuery) throws -> [[String: Any]]

  /// The row, from the row cache if it was read at most `maximumAge` seconds ago (nil: however
  /// old), else from the store; nil when there is no such row.
  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row?
  /// The rows of many faults in one trip, missing ones left out.
  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row]
  /// The members of a to-many relationship, in order if it is ordered, else by key.
  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID]
  /// The rows of the members that many owners have in one relationship, owner by owner, each in
  /// the order of `members`; read in one go (fact G14).
  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow]

  /// New permanent IDs, without rows yet.
  func allocateIDs(for entity: NSEntityDescription, count: Int) throws -> NewIDs

  /// Writes all changes in one transaction or none. When versions or uniqueness constraints clash
  /// it asks `resolve` (inside the transaction) for changes to write instead, again and again
  /// until nothing clashes; `resolve` throws to give up.
  func save(
    _ changes: StoreChanges, resolve: (StoreClash) throws -> StoreChanges
  ) throws -> SavedRows
}

/// A member of a to-many relationship, and whose member it is.
struct MemberRow {
  var owner: NSManagedObjectID
  var row: Row
}

/// A fetch as a store sees it.
struct StoreQuery: @unchecked Sendable {
  // @unchecked Sendable because predicates and descriptors are not changed after they are made.
  var entity: NSEntityDescription
  var includesSubentities = true
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor] = []
  var limit = 0
  var offset = 0
  /// For dictionaries, or for objects that are to be fetched in part: property names, key paths or expression descriptions.
  var propertiesToFetch: [Any]?
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?
  var returnsDistinctResults = false
}

/// Everything one save writes to one store, all IDs permanent.
struct StoreChanges: Sendable {
  struct Insertion: Sendable {
    /// The row as it will be.
    var row: Row
    var members: [MemberChange]

    init(id: NSManagedObjectID, values: [Value], members: [MemberChange]) {
      row = Row(id: id, version: 1, values: values)
      self.members = members
    }

    var id: NSManagedObjectID { row.id }
    var values: [Value] {
      get { row.values }
      set { row = Row(id: id, version: 1, values: newValue) }
    }
  }
  struct Update: Sendable {
    /// The row as it will be, complete.
    var row: Row
    /// The row that the change was made on top of; its version is what locking compares.
    var base: Row
    /// The slots that differ from `base` on purpose.
    var changedSlots: SlotSet
    var members: [MemberChange]

    init(
      id: NSManagedObjectID, base: Row, values: [Value], changedSlots: SlotSet,
      members: [MemberChange]
    ) {
      row = Row(id: id, version: base.version + 1, values: values)
      self.base = base
      self.changedSlots = changedSlots
      self.members = members
    }

    var id: NSManagedObjectID { row.id }
    var values: [Value] {
      get { row.values }
      set { row = Row(id: id, version: row.version, values: newValue) }
    }
  }
  struct Deletion: Sendable {
    var id: NSManagedObjectID
    /// nil when the object was deleted as a fault: then no version is compared.
    var base: Row?
  }
  /// New members of a to-many relationship. One-to-many members are stored in the other side's
  /// row; the store writes only many-to-many and orders, and needs to know the rest to bump
  /// versions.
  struct MemberChange: Sendable {
    var relationship: NSRelationshipDescription
    var added: [NSManagedObjectID]
    var removed: [NSManagedObjectID]
    /// The whole new order, if the relationship is ordered.
    var order: [NSManagedObjectID]?
  }

  var insertions: [Insertion] = []
  var updates: [Update] = []
  var deletions: [Deletion] = []
  /// Unchanged rows whose version must still be the one they were read at.
  var locked: [Row] = []
}

/// Why a save cannot be written as it is.
enum StoreClash: Sendable {
  /// Somebody else changed or deleted rows since they were read.
  case versions([VersionClash])
  /// A uniqueness constraint is broken. Versions are settled before uniqueness.
  case uniqueness([UniquenessClash])
}

struct VersionClash: Sendable {
  var id: NSManagedObjectID
  /// The row the change was made on top of.
  var base: Row
  /// The row in the cache; nil when the cache agrees with the base or does not hold it.
  var cached: Row?
  /// The row in the store; nil when it was deleted, or when the cache already settled the matter.
  var persisted: Row?
  /// Whether the row is gone from the store.
  var isDeleted: Bool
}

struct UniquenessClash: Sendable {
  var constraint: [String]
  var values: [String: Value]
  /// The objects of this save that claim the values.
  var claimants: [NSManagedObjectID]
  /// The row that has them already, if the clash is with the store.
  var existing: Row?
}

/// What a save left behind: the rows of everything inserted, then of everything updated.
struct SavedRows: Sendable {
  var rows: [Row] = []
}

/// Finds saved rows, quickest for whoever asks in the order in which they were written.
struct SavedRowSearch {
  private let rows: [Row]
  private var next = 0
  /// Made when somebody asks out of order.
  private lazy var byID = Dictionary(rows.map { (IDKey($0.id), $0) }, uniquingKeysWith: { $1 })

  init(_ saved: SavedRows) { rows = saved.rows }

  mutating func row(for id: NSManagedObjectID) -> Row? {
    if next < rows.count, rows[next].id.isSame(as: id) {
      next += 1
      return rows[next - 1]
    }
    return byID[IDKey(id)]
  }
}
