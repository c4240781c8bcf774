internal import Foundation
internal import Interleaving

/// One save of one context, one level up: to the stores, or into the parent context.
///
///     pending changes processed      ObjectsDidChange, if anything is left to announce
///     WillSave notification          observers may still edit and insert
///     willSave() of each object      again while they change something; then validation
///     changes collected              with permanent IDs for what is new, if this is the root
///     taken to the parent store      versions checked, rows written, conflicts resolved
///     snapshots exchanged            IDs swapped, flags cleared
///     didSave() of each object
///     DidSave notification
///
/// This is the order of fact I5. Up to and including the trip to the parent store, a failure leaves
/// everything as it was: dirty.
final class SaveOperation {
  let context: NSManagedObjectContext
  private let parentStore: any ParentStore
  /// What is pending when the hooks are done; in the end, what the merge policy made of it.
  private(set) var objects: ObjectChanges
  /// What the merge policy decided, for each object in the way.
  private var outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)] = []
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
      let saved = try parentStore.save(self)
      context.advanceQueryGeneration()
      finish(saved)
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

  // MARK: Taken to the parent store, which asks for what follows

  /// Lets the new objects know which IDs they will have once the save succeeds.
  func giveIDs(allocating allocate: PermanentIDs.Allocation) throws {
    let assigned = context.stores(assignedTo: objects.inserted)
    var permanent = PermanentIDs(parentStore.coordinator, assigned: assigned)
    try objects.inserted.visit { try permanent.add($0) }
    try permanent.allocate(allocate)
    objects.inserted.visit { $0.storage.identityInSave = permanent.next() }
  }

  /// What is to be written, with the IDs given.
  func changes() -> StoreChanges {
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

  /// Has the changes written, and asks the merge policy about whatever is in the way.
  func write(_ changes: StoreChanges, to store: any RowStore) throws -> SavedRows {
    let settlement = ConflictSettlement(changes, in: context)
    let saved = try store.save(changes) { try settlement.settle($0) }
    outcomes += settlement.outcomes
    return saved
  }

  /// What to hand to a parent context instead of changes that clash with its own.
  func resolve(_ clash: StoreClash, of changes: StoreChanges) throws -> StoreChanges {
    let settlement = ConflictSettlement(changes, in: context)
    let settled = try settlement.settle(clash)
    outcomes += settlement.outcomes
    return settled
  }

  // MARK: After

  /// Nothing came of the IDs that new objects were to have.
  private func takeBackIDs() {
    for object in context.pending.inserted { object.own?.identityInSave = nil }
    for object in context.pending.inserted { object.own?.renewReferences() }
    for object in context.pending.updated { object.own?.renewReferences() }
  }

  private func finish(_ saved: SavedRows) {
    if !outcomes.isEmpty { objects.apply(outcomes, in: context) }
    context.commit(objects, saved)
    objects.visit { $0.didSave() }
    note(.didSave(changes: objects.counts, context: context.label))
    context.postDidSave(objects, shownSets, context.generationToken)
    context.mergingContexts.merge(objects, of: context, tellingRows: true)
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
