public import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Where the rows of a merge may come from.
  enum MergeSource: Sendable {
    /// The row cache: the save went through this context's own coordinator or parent.
    case cache
    /// The store itself: somebody wrote past the row cache (a batch, another coordinator).
    case store
    /// The saver: these are the rows that it saved.
    case rows([Row])
  }

  /// Applies another context's save to the objects of this one. Local edits are kept.
  /// Belongs on this context's queue, whatever thread the notification arrived on.
  public final func mergeChanges(fromContextDidSave notification: Notification) {
    assertOwned("mergeChanges(fromContextDidSave:)")
    guard let payload = notification.userInfo else { return }
    let saver = notification.object as? NSManagedObjectContext
    let isOurs = saver?.persistentStoreCoordinator === persistentStoreCoordinator
    merge(
      ChangedIDs(payload, coordinator: persistentStoreCoordinator),
      from: isOurs ? .cache : .store)
  }

  /// Applies changes that no context of theirs made: batch results, other coordinators' saves,
  /// history. `changes` holds object IDs or URIs under the keys of the notifications.
  /// Each context merges on its own queue before this returns.
  public final class func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      let ids = ChangedIDs(changes, coordinator: context.persistentStoreCoordinator)
      if context.queue == nil {
        context.merge(ids, from: .store)
      } else {
        context.performAndWait { context.merge(ids, from: .store) }
      }
    }
  }

  /// Follows what somebody else saved:
  ///
  ///     updated    realised objects take the new values below their local edits
  ///     inserted   become faults
  ///     deleted    leave this context, local edits and all
  ///
  /// Nothing of it is pending here afterwards; two notifications tell of it.
  final func merge(_ foreign: ChangedIDs, from source: MergeSource) {
    guard !runtime.isUnwinding, let parentStore else { return }
    processPendingChanges()
    advanceQueryGeneration()
    let changes = foreign.translated(for: self)
    runtime.note(CoreDataFact.merge(changes: changes.counts, context: label))
    withoutTracking {
      for id in changes.inserted { arrive(id) }
      refresh(changes.updated, from: source, by: parentStore)
      for id in changes.deleted { registered(id).map(vanish) }
    }
    spendMerging(changes.counts)
    let vanished = pending.vanished.array
    let refreshed = pending.refreshed.map(\.objectID)
    processPendingChanges()
    for object in vanished { object.leaveAsDeleted() }
    postDidMerge(changes, refreshed: refreshed)
  }

  /// A merge keeps this context's queue busy, in proportion to what it changes here.
  private func spendMerging(_ changes: ChangeCounts) {
    guard runtime.kind == .controlled, let coordinator = persistentStoreCoordinator,
      coordinator.takesTime
    else { return }
    let count = pending.arrived.count + pending.refreshed.count + pending.vanished.count
    runtime.spend(
      coordinator.behaviour.storeCosts.objectMerged * count,
      CoreDataFact.storeTime(work: .merge(changes: changes), store: label))
  }

  // MARK: Inserted

  private func arrive(_ id: NSManagedObjectID) {
    if registered(id) == nil { pending.arrived.insert(makeFault(id)) }
  }

  // MARK: Updated

  private func refresh(
    _ ids: [NSManagedObjectID], from source: MergeSource, by parentStore: any ParentStore
  ) {
    let realised = ids.filter { registered($0)?.isFault == false }
    switch source {
    case .rows(let rows): renew(rows.filter(isNewer))
    case .cache where realised.isEmpty: break
    case .cache: renew(rows(of: realised, maximumAge: nil, by: parentStore))
    case .store: renew(rows(of: ids, maximumAge: 0, by: parentStore))
    }
    guard behaviour.mergesUnrealisedUpdates else { return }
    for id in ids {
      let fault = object(forReference: id)
      if !fault.isFault || pending.refreshed.contains(fault) { continue }
      fault.forgetRelationships()
      fault.forgetPartialValues()
      pending.refreshed.insert(fault)
    }
  }

  /// Whether the row is one that its object here has not seen yet. Versions rise when a root saves,
  /// so what a parent saved that is a child itself cannot be told by them.
  private func isNewer(_ row: Row) -> Bool {
    guard let known = registered(row)?.row else { return true }
    return row.version > known.version || parent?.isChild == true
  }

  private func rows(
    of ids: [NSManagedObjectID], maximumAge: TimeInterval?, by parentStore: any ParentStore
  ) -> [Row] {
    do {
      return try parentStore.rows(for: ids, maximumAge: maximumAge)
    } catch is RunAbandoned {
      return []
    } catch {
      raise("\(label) could not read what it was to merge: \(error)")
      return []
    }
  }

  /// Gives realised objects their new rows.
  private func renew(_ rows: [Row]) {
    for row in rows {
      guard let object = registered(row), !object.isFault else { continue }
      if object.isDeleted { object.row = row } else { adopt(row, for: object) }
      pending.refreshed.insert(object)
    }
  }

  // MARK: Deleted

  /// Takes the object out of everything that is pending and out of its owners' collections.
  private func vanish(_ object: NSManagedObject) {
    object.leaveOthers()
    pending.inserted.remove(object)
    pending.updated.remove(object)
    pending.deleted.remove(object)
    pending.locked.remove(object)
    pending.unpropagated.remove(object)
    pending.vanished.insert(object)
    object.flags.subtract([.inserted, .updated])
    object.flags.insert([.deleted, .propagated])
  }

  // MARK: Telling

  private func postDidMerge(_ changes: ChangedIDs, refreshed: [NSManagedObjectID]) {
    let updated = Set(changes.updated)
    // Mostly the same objects, and then the same set.
    let isSame = refreshed.elementsEqual(changes.updated) { $0.isSame(as: $1) }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: self,
      userInfo: [
        NSInsertedObjectIDsKey: Set(changes.inserted), NSUpdatedObjectIDsKey: updated,
        NSDeletedObjectIDsKey: Set(changes.deleted),
        NSRefreshedObjectIDsKey: isSame ? updated : Set(refreshed),
      ])
  }
}
