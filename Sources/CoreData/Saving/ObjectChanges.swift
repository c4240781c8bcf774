/// The objects of one save.
struct ObjectChanges {
  // The lists of the context themselves: nothing is copied unless one of them changes.
  var inserted: ObjectList
  var updated: ObjectList
  var deleted: ObjectList
  /// Those whose rows others had deleted, and which a merge policy has inserted again.
  private(set) var reinserted: [NSManagedObjectID] = []

  init(_ pending: PendingChanges) {
    inserted = pending.inserted
    updated = pending.updated
    deleted = pending.deleted
  }

  var array: [NSManagedObject] { inserted.array + updated + deleted }
  /// Calls `body` with the same objects in the same order, without copying them into one list.
  @inline(__always)
  func visit(_ body: (NSManagedObject) throws -> Void) rethrows {
    try inserted.visit(body)
    try updated.visit(body)
    try deleted.visit(body)
  }
  var count: Int { inserted.count + updated.count + deleted.count }
  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  var counts: ChangeCounts {
    ChangeCounts(inserted: inserted.count, updated: updated.count, deleted: deleted.count)
  }
}

// MARK: What a merge policy decided otherwise

extension ObjectChanges {
  /// Makes of what was to be saved what a save did in the end.
  mutating func apply(
    _ outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)],
    in context: NSManagedObjectContext
  ) {
    let known = Set(array.map(ObjectIdentifier.init))
    for (id, outcome) in outcomes {
      let object = context.objectInSave(id)
      switch outcome {
      case .becomeDeleted, .delete: object.flags.insert([.deleted, .propagated])
      case .adopt: object.flags.subtract([.deleted, .propagated])
      case .reinsert: reinserted.append(id)
      case .write: break
      }
      if !known.contains(ObjectIdentifier(object)) { updated.append(object) }
    }
    sortByFate()
  }

  /// Puts the objects that were deleted or undeleted by a merge policy where they belong now.
  private mutating func sortByFate() {
    func isGone(_ object: NSManagedObject) -> Bool { object.flags.contains(.deleted) }
    let (inserted, updated, deleted) = (inserted, updated, deleted)
    self.inserted = ObjectList(inserted.filter { !isGone($0) })
    self.updated = ObjectList(updated.filter { !isGone($0) } + deleted.filter { !isGone($0) })
    self.deleted = ObjectList(
      deleted.filter(isGone) + inserted.filter(isGone) + updated.filter(isGone))
  }
}
