internal import Foundation
internal import Interleaving

/// One merge of what others saved into one context.
///
///     pending changes processed      what was done here before is announced apart
///     IDs translated                 into those of this context's own model
///     inserted objects arrive        as faults
///     updated objects are renewed    realised ones take the new values below their local edits
///     deleted objects vanish         local edits and all, unless a save here has overruled it
///     ObjectsDidChange               all of it at once
///     DidMergeChanges                by ID
///
/// Nothing of it is pending afterwards, unless `keepsDeleted`: then objects that are still held stay
/// as deleted ones until the next save.
struct MergeOperation {
  /// Where the rows of a merge may come from.
  enum Source: Sendable {
    /// The row cache: the save went through this context's own coordinator or parent.
    case cache
    /// The store itself: a write went past the row cache (a batch, another coordinator).
    case store
    /// The saver: these are the rows that it saved.
    case rows([Row])
  }

  private let context: NSManagedObjectContext
  private let parentStore: any ParentStore
  private let foreign: ChangedIDs
  private let source: Source
  private let keepsDeleted: Bool

  /// nil if the context has no parent store to read from.
  init?(
    of foreign: ChangedIDs, into context: NSManagedObjectContext, from source: Source,
    keepsDeleted: Bool = false
  ) {
    guard let parentStore = context.parentStore else { return nil }
    (self.context, self.parentStore) = (context, parentStore)
    (self.foreign, self.source, self.keepsDeleted) = (foreign, source, keepsDeleted)
  }

  func run() {
    if context.runtime.isUnwinding { return }
    context.processPendingChanges()
    context.advanceQueryGeneration()
    let changes = foreign.translated(for: context)
    note(.merge(changes: changes.counts, context: context.label))
    if keepsDeleted { context.registry.sweep() }
    context.withoutTracking { apply(changes) }
    spendTime(changes.counts)
    let vanished = context.pending.vanished.array
    let refreshed = context.pending.refreshed.map(\.objectID)
    context.processPendingChanges()
    for object in vanished { end(object) }
    postDidMerge(changes, refreshed: refreshed)
  }

  private func note(_ fact: @autoclosure () -> CoreDataFact) { context.runtime.note(fact()) }

  private func apply(_ changes: ChangedIDs) {
    for id in changes.inserted { arrive(id) }
    renew(changes.updated)
    for id in changes.deleted where !isOverruled(id) {
      context.identities.registered(id).map(vanish)
    }
    if !changes.reinserted.isEmpty { context.reopenRelationships() }
  }

  /// A merge keeps its context's queue busy, in proportion to what it changes there.
  private func spendTime(_ changes: ChangeCounts) {
    guard context.runtime.kind == .controlled,
      let coordinator = context.persistentStoreCoordinator, coordinator.takesTime
    else { return }
    let pending = context.pending
    let count = pending.arrived.count + pending.refreshed.count + pending.vanished.count
    context.runtime.spend(
      coordinator.behaviour.storeCosts.objectMerged * count,
      CoreDataFact.storeTime(work: .merge(changes: changes), store: context.label))
  }

  // MARK: Inserted

  private func arrive(_ id: NSManagedObjectID) {
    if context.identities.registered(id) != nil { return }
    context.pending.arrive(context.faults.make(id, in: context))
  }

  // MARK: Updated

  private func renew(_ ids: [NSManagedObjectID]) {
    let realised = ids.filter { context.identities.registered($0)?.isFault == false }
    switch source {
    case .rows(let rows): renew(by: rows.filter(isNewer))
    case .cache where realised.isEmpty: break
    case .cache: renew(by: rows(of: realised, maximumAge: nil))
    case .store: renew(by: rows(of: ids, maximumAge: 0))
    }
    if context.behaviour.mergesUnrealisedUpdates { refreshFaults(ids) }
  }

  private func refreshFaults(_ ids: [NSManagedObjectID]) {
    for id in ids {
      let fault = context.object(forReference: id)
      if !fault.isFault || context.pending.refreshed.contains(fault) { continue }
      fault.forgetRelationships()
      fault.forgetPartialValues()
      context.pending.refresh(fault)
    }
  }

  /// Whether the row is one that its object here has not seen yet. Versions rise when a root saves,
  /// so what a parent saved that is a child itself cannot be told by them.
  private func isNewer(_ row: Row) -> Bool {
    guard let known = context.identities.registered(row)?.row else { return true }
    return row.version > known.version || context.parent?.identities.areOfChild == true
  }

  private func rows(of ids: [NSManagedObjectID], maximumAge: TimeInterval?) -> [Row] {
    do {
      return try parentStore.rows(for: ids, maximumAge: maximumAge)
    } catch is RunAbandoned {
      return []
    } catch {
      context.raise("\(context.label) could not read what it was to merge: \(error)")
      return []
    }
  }

  /// Gives realised objects their new rows.
  private func renew(by rows: [Row]) {
    for row in rows {
      guard let object = context.identities.registered(row), !object.isFault else { continue }
      if object.isDeleted { object.row = row } else { context.adopt(row, for: object) }
      context.pending.refresh(object)
    }
  }

  // MARK: Deleted

  /// Whether an object is to stay although its deletion is merged, because a save here has inserted
  /// it again since.
  private func isOverruled(_ id: NSManagedObjectID) -> Bool {
    guard context.overruledDeletions.take(id) else { return false }
    return (try? parentStore.row(for: id, maximumAge: 0)) != nil
  }

  /// Takes the object out of everything that is pending and out of its owners' collections.
  private func vanish(_ object: NSManagedObject) {
    object.leaveOthers()
    context.pending.vanish(object)
  }

  private func end(_ vanished: NSManagedObject) {
    if keepsDeleted { context.pending.keepDeleted(vanished) } else { vanished.leaveAsDeleted() }
  }

  // MARK: Telling

  private func postDidMerge(_ changes: ChangedIDs, refreshed: [NSManagedObjectID]) {
    let updated = Set(changes.updated)
    // Mostly the same objects, and then the same set.
    let isSame = refreshed.elementsEqual(changes.updated) { $0.isSame(as: $1) }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context,
      userInfo: [
        NSInsertedObjectIDsKey: Set(changes.inserted), NSUpdatedObjectIDsKey: updated,
        NSDeletedObjectIDsKey: Set(changes.deleted),
        NSRefreshedObjectIDsKey: isSame ? updated : Set(refreshed),
      ])
  }
}

extension NSManagedObjectContext {
  /// Applies another context's save to the objects of this one. Local edits are kept.
  /// Belongs on this context's queue, whatever thread the notification arrived on.
  final func mergeChangesNow(fromContextDidSave notification: Notification) {
    assertOwned("mergeChanges(fromContextDidSave:)")
    guard let payload = notification.userInfo else { return }
    let saver = notification.object as? NSManagedObjectContext
    let isOurs = saver?.persistentStoreCoordinator === persistentStoreCoordinator
    let changes = ChangedIDs(payload, coordinator: persistentStoreCoordinator)
    MergeOperation(of: changes, into: self, from: isOurs ? .cache : .store)?.run()
  }

  /// Applies changes that no context of theirs made: batch results, other coordinators' saves,
  /// history. Each context merges on its own queue before this returns.
  ///
  /// ```swift
  /// let result = try context.execute(delete) as? NSBatchDeleteResult
  /// let ids = result?.result as? [NSManagedObjectID] ?? []
  /// NSManagedObjectContext.mergeChanges(
  ///   fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [viewContext])
  /// ```
  ///
  /// - Parameters:
  ///   - changes: object IDs or their URIs, under the keys of the notifications.
  ///   - contexts: where to merge them.
  public final class func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      let ids = ChangedIDs(changes, coordinator: context.persistentStoreCoordinator)
      func merge() {
        MergeOperation(of: ids, into: context, from: .store, keepsDeleted: true)?.run()
      }
      if context.queue == nil { merge() } else { context.performAndWait { merge() } }
    }
  }
}

/// Deletions by others that saves of a context have overruled, and that it may still have to merge.
struct OverruledDeletions {
  private var ids: Set<IDKey> = []

  mutating func note(_ outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)]) {
    for (id, outcome) in outcomes {
      if case .reinsert = outcome { ids.insert(IDKey(id)) }
    }
  }

  /// Whether the deletion was overruled; that is asked once.
  mutating func take(_ id: NSManagedObjectID) -> Bool { ids.remove(IDKey(id)) != nil }
}
