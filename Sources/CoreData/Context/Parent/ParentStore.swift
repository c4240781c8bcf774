internal import Foundation
internal import Interleaving

/// Where a fetch gets its answer from.
protocol FetchSource {
  /// The rows that match, as the parent sees them.
  func rows(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedRows
  func ids(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedIDs
  /// Faults for what matches, with `keepingRows` their rows in the row cache; nil if the rows have
  /// to be looked at.
  func faults(
    matching query: StoreQuery, in stores: [NSPersistentStore]?, keepingRows: Bool
  ) throws -> FetchedKeys?
  func count(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> Int
  func dictionaries(
    matching query: StoreQuery, in stores: [NSPersistentStore]?
  ) throws -> [[String: Any]]
}

/// What a context gets its objects from and saves them to: a coordinator or another context.
/// Requests go up and are answered before the call returns (facts B13 and B14).
protocol ParentStore: AnyObject, FetchSource {
  /// The coordinator at the root.
  var coordinator: NSPersistentStoreCoordinator { get }
  /// The context that it is; nil if it is the coordinator itself.
  var context: NSManagedObjectContext? { get }
  /// Where new objects get their IDs; nil while the coordinator is not known.
  var temporaryIDs: TemporaryIDs? { get }
  /// The contexts that merge what is saved to it.
  var automaticMerging: AutomaticMerging { get }
  /// Which state of the stores is read; nil if that is decided further up.
  var pin: GenerationPin? { get set }

  /// The same source, to be asked from another thread while the context goes on.
  func forAnotherThread() throws -> any ParentStore

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row?
  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row]
  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID]

  /// The members that many owners have in one relationship, with their rows.
  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow]

  /// The permanent IDs for new objects, in the same order; `assigned` is empty if none was
  /// assigned to a store.
  func permanentIDs(
    for objects: ObjectList, assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID]

  /// Throws if a save has nowhere to go.
  func requireReadyToSave() throws
  /// Goes one level up for a save of so many changes, and lets `body` do it there in its turn.
  func inTrip(
    saving changes: ChangeCounts, of child: NSManagedObjectContext,
    _ body: (any SaveTrip) throws -> SavedRows
  ) throws -> SavedRows
  /// Tells those who are concerned that the save is complete.
  func didSave(_ saved: ObjectChanges, of child: NSManagedObjectContext)
}

extension ParentStore {
  /// Whether its child stands on a coordinator.
  var isRoot: Bool { context == nil }
}

/// The answer to a fetch, and whether the caller must still sort and trim it because it was put
/// together from several stores.
struct FetchedRows {
  var rows: [Row]
  var needsSorting = false
}

struct FetchedIDs {
  var ids: [NSManagedObjectID]
  var needsSorting = false
}

extension CocoaError {
  static func noParent(of context: String) -> CocoaError {
    coreData(
      .coreData, context, "has neither a coordinator nor a parent",
      wayOut: "Set persistentStoreCoordinator or parent before you use it.")
  }
}
