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
  func faults(matching query: StoreQuery, keepingRows: Bool) throws -> FetchedKeys
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
  func allocateIDs(for entity: NSEntityDescription, count: Int) throws -> AllocatedIDs

  /// Writes all changes in one transaction or none. When versions or uniqueness constraints clash
  /// it asks `resolve` (inside the transaction) for what to write instead, again and again
  /// until nothing clashes; `resolve` throws to give up.
  func save(_ changes: StoreChanges, resolve: ClashSettling) throws -> SavedRows
}

/// The machine behind an `NSPersistentStore`: its rows, and what the coordinator asks of it.
protocol StoreBackend: RowStore {
  /// The UUID that object IDs carry.
  var identifier: String { get }
  var metadata: [String: Any] { get }
  /// Replaces the metadata and writes it. A new UUID makes all IDs handed out so far foreign.
  func setMetadata(_ metadata: [String: Any]) throws
  /// Whether readers may work beside a writer.
  var readsBesideWriter: Bool { get }
  /// Whether there is a file.
  var isOnDisk: Bool { get }
  /// Whether it refuses to be written, for whatever reason.
  var isReadOnly: Bool { get }
  /// The versions of a row, for a look from outside; nothing is read into the cache.
  func versions(of id: NSManagedObjectID) throws -> RowVersions
  /// Ends every use of the file.
  func close() throws
}

/// The version of one row in the row cache and in the store; nil where it is not.
struct RowVersions: Hashable, Sendable {
  var cached: Int64?
  var stored: Int64?
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
  /// For dictionaries, or for objects that are to be fetched in part: property names, key paths or
  /// expression descriptions.
  var propertiesToFetch: [Any]?
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?
  var returnsDistinctResults = false
}

/// Permanent IDs of one entity that are new. Their keys follow one another, unless the store
/// chooses them; each ID is made when it is asked for.
struct AllocatedIDs: RandomAccessCollection {
  let scope: IDScope
  private let first: Int64
  private let chosen: [Int64]?
  let endIndex: Int

  init(scope: IDScope, keys: Range<Int64>) {
    (self.scope, first, chosen, endIndex) = (scope, keys.lowerBound, nil, keys.count)
  }

  init(scope: IDScope, chosen: [Int64]) {
    (self.scope, first, self.chosen, endIndex) = (scope, 0, chosen, chosen.count)
  }

  var startIndex: Int { 0 }

  subscript(index: Int) -> NSManagedObjectID {
    NSManagedObjectID(scope, key: .row(chosen?[index] ?? first + Int64(index)))
  }
}

/// The rows that a fetch of faults found, in order: keys, and what the IDs made of them will have
/// in common. An object that a context has already is found by its key, without an ID.
struct FetchedKeys: RandomAccessCollection {
  private var keys: [Int64] = []
  /// What the keys from a place on have in common.
  private var scopes: [(scope: IDScope, start: Int)] = []

  var startIndex: Int { 0 }
  var endIndex: Int { keys.count }
  subscript(index: Int) -> Int64 { keys[index] }

  /// Says what the keys to come have in common.
  mutating func begin(_ scope: IDScope) {
    if let last = scopes.last, last.scope === scope { return }
    scopes.append((scope, keys.count))
  }

  @inline(__always)
  mutating func append(_ key: Int64) { keys.append(key) }

  /// Calls `body` for each stretch of keys that have the same scope.
  func forEachStretch(_ body: (IDScope, ArraySlice<Int64>) -> Void) {
    for (index, (scope, start)) in scopes.enumerated() {
      let end = index + 1 < scopes.count ? scopes[index + 1].start : keys.count
      body(scope, keys[start..<end])
    }
  }
}
