internal import Foundation
internal import Interleaving

/// What a context gets its objects from and saves them to: a coordinator or another context.
/// Requests go up and are answered before the call returns (facts B13 and B14).
protocol ParentStore: AnyObject {
  /// The coordinator at the root.
  var coordinator: NSPersistentStoreCoordinator { get }

  /// The rows that match, as the parent sees them.
  func rows(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedRows
  func ids(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedIDs
  func count(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> Int
  func dictionaries(
    matching query: StoreQuery, in stores: [NSPersistentStore]?
  ) throws -> [[String: Any]]

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row?
  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row]
  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID]

  /// The members that many owners have in one relationship, with their rows.
  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow]

  /// The permanent IDs for temporary ones, in the same order; `assigned` is empty if none was
  /// assigned to a store.
  func permanentIDs(
    for ids: [NSManagedObjectID], assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID]
  /// Takes a context's changes one level up.
  func save(_ request: SaveRequest, of context: NSManagedObjectContext) throws -> SavedRows
}

/// A save on its way up. What is to be written is put together only when the IDs of the new
/// objects are known, which at the root is inside the trip to the store.
struct SaveRequest {
  /// The new objects, and the stores they were assigned to, if any was.
  var inserted: ObjectList
  var assigned: [NSPersistentStore?]
  /// `1 insertion, 2 updates`
  var summary: String
  var count: Int
  /// Puts the changes together, with the IDs that the objects have once the save succeeds.
  var changes: () throws -> StoreChanges
}

/// The answer to a fetch, and whether somebody must still sort and trim it because it was put
/// together from several stores.
struct FetchedRows {
  var rows: [Row]
  var needsSorting = false
}

struct FetchedIDs {
  var ids: [NSManagedObjectID]
  var needsSorting = false
}
