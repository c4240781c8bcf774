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
