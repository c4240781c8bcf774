extension NSManagedObjectContext {
  /// Lets an object show what a merge policy decided, as it would be read after the save
  /// (fact K8).
  final func show(_ outcome: MergeOutcome, in object: NSManagedObject) {
    switch outcome {
    case .write(let values, let theirs):
      exchangeSnapshot(of: object, because: .mergePolicy) { object.take(values, over: theirs) }
    case .adopt(let theirs): applyMerged(theirs, to: object)
    case .reinsert, .delete, .becomeDeleted: break
    }
  }

  /// The object that this save calls `id`: a new one may still be registered by its temporary ID.
  final func objectInSave(_ id: NSManagedObjectID) -> NSManagedObject {
    if let known = registered(id) { return known }
    return pending.inserted.first { $0.identityAfterSave == id } ?? object(forReference: id)
  }

  /// Has the changes written, and asks the merge policy about whatever is in the way.
  final func write(_ changes: StoreChanges, to store: any RowStore) throws -> SavedRows {
    let settlement = ConflictSettlement(changes, in: self, policy: mergePolicy)
    let saved = try store.save(changes) { try settlement.settle($0) }
    conflictOutcomes += settlement.outcomes
    return saved
  }

  /// What to hand to a parent context instead of changes that clash with its own.
  final func resolve(_ clash: StoreClash, of changes: StoreChanges) throws -> StoreChanges {
    let settlement = ConflictSettlement(changes, in: self, policy: mergePolicy)
    let settled = try settlement.settle(clash)
    conflictOutcomes += settlement.outcomes
    return settled
  }

  /// What a save did in the end, when the merge policy decided otherwise than the objects.
  final func afterConflicts(_ wanted: SavePass) -> SavePass {
    var pass = wanted
    if conflictOutcomes.isEmpty { return pass }
    let known = Set(pass.objects.map(ObjectIdentifier.init))
    for (id, outcome) in conflictOutcomes {
      let object = objectInSave(id)
      switch outcome {
      case .becomeDeleted, .delete: object.flags.insert([.deleted, .propagated])
      case .adopt: object.flags.subtract([.deleted, .propagated])
      case .write, .reinsert: break
      }
      if !known.contains(ObjectIdentifier(object)) { pass.updated.append(object) }
    }
    pass.sortByFate()
    return pass
  }
}

extension SavePass {
  /// Puts the objects that were deleted or undeleted by a merge policy where they belong now.
  fileprivate mutating func sortByFate() {
    func isGone(_ object: NSManagedObject) -> Bool { object.flags.contains(.deleted) }
    let (inserted, updated, deleted) = (inserted, updated, deleted)
    self.inserted = ObjectList(inserted.filter { !isGone($0) })
    self.updated = ObjectList(updated.filter { !isGone($0) } + deleted.filter { !isGone($0) })
    self.deleted = ObjectList(
      deleted.filter(isGone) + inserted.filter(isGone) + updated.filter(isGone))
  }
}

extension NSManagedObject {
  /// Takes a newer row as the snapshot, with these values on top of it.
  fileprivate func take(_ values: [Value], over row: Row) {
    let before = flags.contains(.realised) ? currentValues : row.values
    self.row = row
    own?.values = nil
    if values != row.values { storage.values = values }
    flags.insert(.realised)
    flags.remove(.writable)
    guard let own else { return }
    for slot in values.indices where before[slot] != values[slot] { own.destinations[slot] = nil }
    for index in own.toMany.indices { own.toMany[index].reopen() }
  }
}
