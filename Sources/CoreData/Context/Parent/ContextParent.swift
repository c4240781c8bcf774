internal import Foundation
internal import Interleaving

/// The parent store of a child: another context. Every request waits for that context's queue
/// and is answered there, with what the parent holds at that moment, saved or not.
final class ContextParent: ParentStore {
  /// A child keeps its parent alive (fact A4).
  private let parent: NSManagedObjectContext

  init(_ parent: NSManagedObjectContext) { self.parent = parent }

  var context: NSManagedObjectContext? { parent }
  var temporaryIDs: TemporaryIDs? { parent.identities.temporaryIDs }
  var automaticMerging: AutomaticMerging { parent.automaticMerging }
  /// A child reads what its parent reads (fact E17).
  var pin: GenerationPin? {
    get { nil }
    set {}
  }

  var coordinator: NSPersistentStoreCoordinator {
    guard let coordinator = parent.persistentStoreCoordinator else {
      misuse("\(parent.label) is a parent without a coordinator. Give it one before it is used.")
    }
    return coordinator
  }

  /// Goes up and waits. If the parent's queue is held by a thread that waits for us, this is
  /// where it hangs (facts B15 and B16).
  private func ask<Answer>(_ body: (any ParentStore) throws -> Answer) throws -> Answer {
    try parent.runtime.checkpoint()
    guard let queue = parent.queue, let grandparent = parent.parentStore else {
      throw CocoaError.noParent(of: parent.label)
    }
    return try queue.syncOrRun {
      try parent.runtime.checkpoint()
      return try body(grandparent)
    }
  }

  /// It keeps nothing but the parent, who answers on its own queue.
  func forAnotherThread() -> any ParentStore { self }

  // MARK: Fetching

  func rows(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedRows {
    try ask {
      let found = try found(query, in: stores, from: $0, withRows: true)
      return try FetchedRows(rows: found.compactMap { try parent.rowAsSeen($0) })
    }
  }

  func ids(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedIDs {
    try ask {
      let found = try found(query, in: stores, from: $0, withRows: false)
      return FetchedIDs(ids: found.map(\.object.identity))
    }
  }

  private func found(
    _ query: StoreQuery, in stores: [NSPersistentStore]?, from grandparent: any ParentStore,
    withRows: Bool
  ) throws -> [FetchedObject] {
    if parent.behaviour.fetchProcessesPendingChanges { parent.processPendingChanges() }
    return try FetchReconciliation(of: query, in: stores, for: parent, from: grandparent)
      .found(withRows: withRows)
  }

  func faults(
    matching query: StoreQuery, in stores: [NSPersistentStore]?, keepingRows: Bool
  ) -> FetchedKeys? {
    nil
  }

  func count(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> Int {
    try ask { try parent.reconciledCount(query, in: stores, from: $0) }
  }

  func dictionaries(
    matching query: StoreQuery, in stores: [NSPersistentStore]?
  ) throws -> [[String: Any]] {
    try ask { try $0.dictionaries(matching: query, in: stores) }
  }

  // MARK: Single rows

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row? {
    try ask { grandparent in
      let id = parent.identities.meant(by: id)
      guard let object = parent.identities.registered(id) else {
        return try grandparent.row(for: id, maximumAge: maximumAge)
      }
      return try parent.rowAsSeen(FetchedObject(object: object, row: nil), maximumAge)
    }
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row] {
    try ask { grandparent in
      let ids = ids.map { parent.identities.meant(by: $0) }
      // Faults have nothing to add to what is further up, and are asked for together.
      let known = ids.compactMap { parent.identities.registered($0) }.filter {
        !$0.isFault || $0.isDeleted
      }
      let settled = Set(known.map { IDKey($0.identity) })
      let own = known.filter { !$0.isDeleted }.map(\.rowAsSeen)
      let others = ids.filter { !settled.contains(IDKey($0)) }
      return try own + grandparent.rows(for: others, maximumAge: maximumAge)
    }
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    try ask { grandparent in
      let owner = parent.identities.meant(by: owner)
      guard let object = parent.identities.registered(owner) else {
        return try grandparent.members(of: relationship, owner: owner)
      }
      guard case .toMany(let index)? = object.entity.layout.place(of: relationship.name) else {
        return []
      }
      if object.isFault { object.fire(for: relationship.name) }
      return object.memberList(index).filter { !$0.isDeleted }.map(\.identity)
    }
  }

  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow] {
    try owners.flatMap { owner in
      let members = try members(of: relationship, owner: owner)
      return try rows(for: members, maximumAge: nil).map { MemberRow(owner: owner, row: $0) }
    }
  }

  // MARK: Saving

  func permanentIDs(
    for objects: ObjectList, assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    try ask { grandparent in
      let permanent = try grandparent.permanentIDs(for: objects, assigned: assigned)
      for (object, permanent) in zip(objects, permanent) {
        if let copy = parent.identities.registered(object.identity) {
          parent.identities.exchangeID(of: copy, for: permanent)
        }
      }
      return permanent
    }
  }

  func requireReadyToSave() {}

  func inTrip(
    saving changes: ChangeCounts, of child: NSManagedObjectContext,
    _ body: (any SaveTrip) throws -> SavedRows
  ) throws -> SavedRows {
    try ask { _ in
      let saved = try body(TripToContext(parent: parent, child: child.label))
      spendTakingOver(changes)
      return saved
    }
  }

  /// The block on the parent's queue stands still while the rows are copied (fact E18).
  private func spendTakingOver(_ changes: ChangeCounts) {
    guard parent.runtime.kind == .controlled, coordinator.takesTime else { return }
    let cost = coordinator.behaviour.storeCosts.rowTakenOver * changes.total
    parent.runtime.spend(
      cost,
      CoreDataFact.storeTime(work: .takeOver(changes: changes), store: parent.label))
  }

  func didSave(_ saved: ObjectChanges, of child: NSManagedObjectContext) {
    parent.announceAbsorbed()
  }
}

// A child's rows are made from its parent's objects as they are now, unsaved edits included
// (fact E5).

extension NSManagedObjectContext {
  /// The row that a child gets; nil if the object is deleted here or gone from the store.
  final func rowAsSeen(_ found: FetchedObject, _ maximumAge: TimeInterval? = nil) throws -> Row? {
    let object = found.object
    if object.isDeleted { return nil }
    if object.isFault {
      return try found.row ?? parentStore?.row(for: object.identity, maximumAge: maximumAge)
    }
    return object.rowAsSeen
  }
}

extension NSManagedObject {
  /// The values of this realised object now, as a row for a child.
  final var rowAsSeen: Row {
    if own?.values == nil, let row { return row }
    return Row(id: identity, version: row?.version ?? 0, values: valuesWithCurrentIDs())
  }

  /// The values, with references by the IDs that the destinations have now or are about to get.
  final func valuesWithCurrentIDs(
    _ idOf: (NSManagedObject) -> NSManagedObjectID = { $0.identity }
  ) -> [Value] {
    var values = currentValues
    guard let own else { return values }
    own.destinations.visit { slot, destination in
      guard slot < values.count, case .reference(let id) = values[slot] else { return }
      let now = idOf(destination)
      if now !== id { values[slot] = .reference(now) }
    }
    return values
  }
}
