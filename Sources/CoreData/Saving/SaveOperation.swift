internal import Foundation
internal import Interleaving

/// One save of one context, one level up: to the stores, or into the parent context.
///
///     pending changes processed      ObjectsDidChange, if anything is left to announce
///     WillSave notification          observers may still edit and insert
///     willSave() of each object      again while they change something; then validation
///     a trip to the parent store     in its turn, and waiting for it
///       IDs for what is new          permanent ones, if this is the root
///       changes collected
///       written                      versions checked, conflicts resolved
///     snapshots exchanged            IDs swapped, flags cleared
///     didSave() of each object
///     DidSave notification
///
/// This is the order of fact I5. Up to the end of the trip a failure leaves everything as it was:
/// dirty.
final class SaveOperation {
  private let context: NSManagedObjectContext
  private let parentStore: any ParentStore
  /// What is pending when the hooks are done; in the end, what the merge policy made of it.
  private var objects: ObjectChanges
  /// What the notifications have shown so far.
  let shownSets = ShownSets()

  init(of context: NSManagedObjectContext, to parentStore: any ParentStore) {
    self.context = context
    self.parentStore = parentStore
    objects = ObjectChanges(context.pending)
  }

  func run() throws {
    try parentStore.requireReadyToSave()
    do {
      try prepare()
      if objects.isEmpty && context.pending.locked.isEmpty { return }
      note(.save(changes: objects.counts, context: context.label))
      let settlement = ConflictSettlement(in: context)
      let saved = try parentStore.inTrip(saving: objects.counts, of: context) { trip in
        if let source = trip.permanentIDs { try giveIDs(from: source) }
        return try trip.write(collectChanges(), settling: settlement.settle)
      }
      context.advanceQueryGeneration()
      finish(saved, settlement.outcomes)
    } catch {
      takeBackIDs()
      try context.runtime.checkpoint()
      note(.saveFailed(error: error.localizedDescription, context: context.label))
      throw error
    }
  }

  private func note(_ fact: @autoclosure () -> CoreDataFact) { context.runtime.note(fact()) }

  // MARK: Before

  private func prepare() throws {
    if context.behaviour.didChangePrecedesWillSave { context.processPendingChanges(in: self) }
    objects = ObjectChanges(context.pending)
    if objects.isEmpty && context.pending.locked.isEmpty && context.pending.touched.isEmpty {
      return
    }
    note(.willSave(context: context.label))
    context.postWillSave()
    if context.behaviour.validatesBeforeWillSave {
      context.processPendingChanges(in: self)
      try ObjectChanges(context.pending).validate()
    }
    try callHooks()
  }

  /// Calls `willSave()` until it changes nothing any more, and validates what came of it.
  private func callHooks() throws {
    var told = ObjectList()
    for _ in 0..<Self.mostRounds {
      let changed = context.pending.touched
      context.processPendingChanges(in: self)
      objects = ObjectChanges(context.pending)
      let changesBefore = context.registry.changeCount
      objects.visit { if !told.contains($0) || changed.contains($0) { $0.willSave() } }
      if context.registry.changeCount == changesBefore {
        try objects.validate()
        if context.registry.changeCount != changesBefore {
          objects = ObjectChanges(context.pending)
        }
        return
      }
      for object in objects.array { told.insert(object) }
    }
    throw CocoaError.neverSettles(context.label, rounds: Self.mostRounds)
  }

  private static var mostRounds: Int { 100 }

  // MARK: One level up

  /// Lets the new objects know which IDs they will have once the save succeeds.
  private func giveIDs(from source: any PermanentIDSource) throws {
    var permanent = try PermanentIDs(
      for: objects.inserted, assigned: context.assignedStores.stores(for: objects.inserted),
      in: parentStore.coordinator, from: source)
    objects.inserted.visit { $0.storage.identityInSave = permanent.next() }
  }

  /// What is to be written, with the IDs given.
  private func collectChanges() -> StoreChanges {
    let isRoot = parentStore.isRoot
    var changes = StoreChanges()
    changes.insertions.reserveCapacity(objects.inserted.count)
    objects.inserted.visit { changes.insertions.append($0.insertion(isRoot)) }
    objects.updated.visit { object in
      if let update = object.update(isRoot) { changes.updates.append(update) }
    }
    objects.deleted.visit { object in
      if isRoot || !object.hasTemporaryID || object.row != nil {
        changes.deletions.append(StoreChanges.Deletion(id: object.identity, base: object.row))
      }
    }
    changes.author = context.historyAuthor
    changes.locked = context.pending.locked.filter { !$0.hasChanges }.compactMap(\.row)
    return changes
  }

  // MARK: After

  /// Nothing came of the IDs that new objects were to have.
  private func takeBackIDs() {
    for object in context.pending.inserted { object.own?.identityInSave = nil }
    for object in context.pending.inserted { object.own?.renewReferences() }
    for object in context.pending.updated { object.own?.renewReferences() }
  }

  private func finish(
    _ saved: SavedRows, _ outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)]
  ) {
    if !outcomes.isEmpty { objects.apply(outcomes, in: context) }
    context.commit(objects, saved)
    if !outcomes.isEmpty { context.followOutcomes(outcomes) }
    objects.visit { $0.didSave() }
    note(.didSave(changes: objects.counts, context: context.label))
    context.postDidSave(objects, shownSets, context.generationToken, saved.transactions)
    context.automaticMerging.merge(objects, of: context, tellingRows: true)
    parentStore.didSave(objects, of: context)
    for object in objects.deleted {
      object.forgetContext()
      object.flags.subtract([.deleted, .propagated])
    }
  }
}

extension CocoaError {
  fileprivate static func neverSettles(_ context: String, rounds: Int) -> CocoaError {
    coreData(
      .coreData, "The save of \(context)",
      "was given up: after \(rounds) rounds some willSave() still changes its object",
      wayOut: "In willSave(), set a value only if it differs, or use setPrimitiveValue(_:forKey:).")
  }
}
