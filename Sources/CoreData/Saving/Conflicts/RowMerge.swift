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
