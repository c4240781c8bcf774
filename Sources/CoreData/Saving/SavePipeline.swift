internal import Foundation
internal import Interleaving

// A save, in the order of fact I5:
//
//     pending changes processed      ObjectsDidChange, if anything is left to announce
//     WillSave notification          observers may still edit and insert
//     willSave() of each object      again while they change something; then validation
//     changes collected              with permanent IDs for what is new, if this is the root
//     request to the parent store    versions checked, rows written, conflicts resolved
//     snapshots exchanged            IDs swapped, flags cleared
//     didSave() of each object
//     DidSave notification
//
// Up to and including the request, a failure leaves everything as it was: dirty.

extension NSManagedObjectContext {
  /// Validates what is pending and takes it one level up: to the stores, or into the parent
  /// context. When it throws, nothing was written and everything is still pending.
  final func saveOneLevelUp() throws {
    assertOwned("save()")
    try runtime.checkpoint()
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    if parentStore is CoordinatorParent, parentStore.coordinator.persistentStores.isEmpty {
      throw CocoaError.noStores(doing: "perform a save")
    }
    isSaving = true
    defer {
      isSaving = false
      conflictOutcomes = []
      setsInSave = []
    }
    do {
      let pass = try prepareSave()
      if pass.isEmpty && pending.locked.isEmpty { return }
      runtime.note(.save, "saves \(pass.summary)", subject: label)
      let saved = try parentStore.save(request(for: pass), of: self)
      advanceQueryGeneration()
      finish(pass, saved)
    } catch {
      takeBackIDs()
      try runtime.checkpoint()
      runtime.note(.saveFailed, "fails to save: \(error.localizedDescription)", subject: label)
      throw error
    }
  }

  // MARK: Before

  private func prepareSave() throws -> SavePass {
    if behaviour.didChangePrecedesWillSave { processPendingChanges() }
    if !pending.isDirty && pending.locked.isEmpty && pending.touched.isEmpty {
      return SavePass(pending)
    }
    runtime.note(.willSave, "is about to save", subject: label)
    postWillSave()
    return try settle()
  }

  /// Calls the hooks until none of them changes anything, and validates what came of it.
  private func settle() throws -> SavePass {
    if behaviour.validatesBeforeWillSave {
      processPendingChanges()
      try validate(SavePass(pending))
    }
    var told = ObjectList()
    for _ in 0..<Self.mostRounds {
      let changed = pending.touched
      processPendingChanges()
      let pass = SavePass(pending)
      let changesBefore = registry.changeCount
      pass.visit { if !told.contains($0) || changed.contains($0) { $0.willSave() } }
      if registry.changeCount == changesBefore {
        try validate(pass)
        return registry.changeCount == changesBefore ? pass : SavePass(pending)
      }
      for object in pass.objects { told.insert(object) }
    }
    throw CocoaError.neverSettles(label, rounds: Self.mostRounds)
  }

  private static var mostRounds: Int { 100 }

  private func validate(_ pass: SavePass) throws {
    var failures: [any Error] = []
    pass.visit { object in
      do { try object.validateForSave() } catch { failures.append(error) }
    }
    if let error = CocoaError.combined(failures) { throw error }
  }

  // MARK: After

  /// Nothing came of the IDs that new objects were to have.
  private func takeBackIDs() {
    for object in pending.inserted { object.own?.identityInSave = nil }
    for object in pending.inserted { object.own?.renewReferences() }
    for object in pending.updated { object.own?.renewReferences() }
  }

  private func finish(_ wanted: SavePass, _ saved: SavedRows) {
    let pass = afterConflicts(wanted)
    commit(pass, saved)
    pass.visit { $0.didSave() }
    runtime.note(.didSave, "has saved \(pass.summary)", subject: label)
    postDidSave(pass)
    letOthersMerge(pass)
    if let parent { parent.announceAbsorbed() }
    for object in pass.deleted {
      object.forgetContext()
      object.flags.subtract([.deleted, .propagated])
    }
  }
}

extension NSManagedObject {
  fileprivate final func validateForSave() throws {
    if flags.contains(.deleted) {
      try validateForDelete()
    } else if flags.contains(.inserted) {
      try validateForInsert()
    } else {
      try validateForUpdate()
    }
  }
}

/// The objects of one save.
struct SavePass {
  // The lists of the context themselves: nothing is copied unless one of them changes.
  var inserted: ObjectList
  var updated: ObjectList
  var deleted: ObjectList

  init(_ pending: PendingChanges) {
    inserted = pending.inserted
    updated = pending.updated
    deleted = pending.deleted
  }

  var objects: [NSManagedObject] { inserted.array + updated + deleted }
  /// Calls `body` with the same objects in the same order, without copying them into one list.
  @inline(__always)
  func visit(_ body: (NSManagedObject) throws -> Void) rethrows {
    try inserted.visit(body)
    try updated.visit(body)
    try deleted.visit(body)
  }
  var count: Int { inserted.count + updated.count + deleted.count }
  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// `1 inserted, 2 updated`
  var summary: String {
    EventChanges.summary([
      (inserted.count, "inserted"), (updated.count, "updated"), (deleted.count, "deleted"),
    ])
  }
}

extension CocoaError {
  static func neverSettles(_ context: String, rounds: Int) -> CocoaError {
    coreData(
      .coreData, "The save of \(context)",
      "was given up: after \(rounds) rounds some willSave() still changes its object",
      wayOut: "In willSave(), set a value only if it differs, or use setPrimitiveValue(_:forKey:).")
  }
}
