/// What a merge policy decided for one object of a save.
enum MergeOutcome: Sendable {
  /// Write these values over the store's row.
  case write(values: [Value], over: Row)
  /// Write nothing; the object takes the store's row.
  case adopt(Row)
  /// The row is gone from the store: insert it again under the same key.
  case reinsert(values: [Value])
  /// Delete the row although it was changed meanwhile.
  case delete(Row)
  /// The object is deleted, because its row is gone or another row holds its unique values.
  case becomeDeleted
}

/// What this context wants to do to the row that a conflict is about.
enum MergeIntent: Sendable {
  case update(values: [Value], changedSlots: SlotSet)
  case delete
  /// Nothing; `detectConflicts(for:)` asked that the row be unchanged.
  case lock
}

extension VersionClash {
  /// The row as it is now; nil when it was deleted.
  var theirs: Row? { isDeleted ? nil : persisted ?? cached }

  /// What `policy` makes of this conflict; nil if it refuses.
  ///
  ///                        store changed the row      store deleted the row
  ///     we changed it      property by property       by switch
  ///     we deleted it      by switch                  nothing left to do
  ///     we locked it       take their row             becomes deleted
  func outcome(
    of intent: MergeIntent, under policy: NSMergePolicyType, switches: DeletionConflictSwitches
  ) -> MergeOutcome? {
    if case .delete = intent, isDeleted { return .becomeDeleted }
    if policy == .errorMergePolicyType { return nil }
    switch (intent, theirs) {
    case (.update(let values, let changedSlots), let theirs?):
      let merge = RowMerge(base: base, ours: values, changedSlots: changedSlots, theirs: theirs)
      let merged = merge.values(under: policy) ?? values
      return merged == theirs.values && policy == .rollbackMergePolicyType
        ? .adopt(theirs) : .write(values: merged, over: theirs)
    case (.update(let values, _), nil):
      return switches.reinserts(under: policy) ? .reinsert(values: values) : .becomeDeleted
    case (.delete, let theirs?):
      return switches.deletes(under: policy) ? .delete(theirs) : .adopt(theirs)
    case (.lock, let theirs?): return .adopt(theirs)
    case (.lock, nil), (.delete, nil): return .becomeDeleted
    }
  }
}

/// The outcomes that Apple does not document: one side deleted what the other one changed.
public struct DeletionConflictSwitches: Sendable, Hashable {
  /// The policies that insert an updated object again when the store deleted its row; under the
  /// others the object becomes deleted.
  public var reinserting: Set<NSMergePolicyType> = [
    .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
  ]
  /// The policies that delete a row although the store changed it; under the others the object
  /// is no longer deleted and takes the store's values.
  public var deleting: Set<NSMergePolicyType> = [
    .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
  ]

  /// The answers of the documents.
  ///
  /// ```swift
  /// behaviour.deletionConflicts.reinserting = [.overwriteMergePolicyType]
  /// ```
  public init() {}

  func reinserts(under policy: NSMergePolicyType) -> Bool { reinserting.contains(policy) }
  func deletes(under policy: NSMergePolicyType) -> Bool { deleting.contains(policy) }
}

/// The three versions of a row that a conflict is about, and what each policy makes of them.
///
///     base    what the object was read from          a0 b0 c0
///     ours    the object's values; it changed a, b   a1 b1 c0
///     theirs  the row in the store now               a0 b2 c2
struct RowMerge: Sendable {
  var base: Row
  var ours: [Value]
  /// The slots that the object changed on purpose.
  var changedSlots: SlotSet
  var theirs: Row

  /// The whole row to write under `policy`; nil if the policy refuses.
  func values(under policy: NSMergePolicyType) -> [Value]? {
    switch policy {
    case .errorMergePolicyType: nil
    case .rollbackMergePolicyType: theirs.values
    case .overwriteMergePolicyType: ours
    case .mergeByPropertyObjectTrumpMergePolicyType: merged { _ in true }
    case .mergeByPropertyStoreTrumpMergePolicyType: merged { !theyChanged($0) }
    }
  }

  /// Their row with our changes laid over it, as far as `weWin` lets us.
  private func merged(weWin: (Int) -> Bool) -> [Value] {
    ours.indices.map { slot in
      changedSlots.contains(slot) && weWin(slot) ? ours[slot] : theirs[slot]
    }
  }

  func theyChanged(_ slot: Int) -> Bool { base[slot] != theirs[slot] }

  /// The slots that both sides changed, to different values.
  var overlap: [Int] {
    changedSlots.filter { theyChanged($0) && ours[$0] != theirs[$0] }.sorted()
  }
}
