internal import Foundation
internal import Interleaving

/// One save's dealings with conflicts: asks the merge policy, changes what is to be written
/// accordingly, and remembers what became of each object that stood in the way.
final class ConflictSettlement {
  private let context: NSManagedObjectContext
  private let policy: NSMergePolicy
  /// The last decision for each object, in the order of the first.
  private(set) var outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)] = []
  /// What rows of others must not refer to any more, if they still do.
  private var leftOvers: [IDKey: [OneToOneEnds.LeftOver]] = [:]

  init(in context: NSManagedObjectContext) {
    self.context = context
    policy = context.settlingPolicy
  }

  /// What is to be written instead of `changes`; throws what the policy throws.
  func settle(_ clash: StoreClash, in changes: StoreChanges) throws -> StoreChanges {
    var changes = changes
    switch clash {
    case .versions(let clashes):
      let asked = clashes.filter { leftOvers[IDKey($0.id)] == nil }
      if !asked.isEmpty { try settle(asked, in: &changes) }
      settleLeftOvers(of: clashes, in: &changes)
    case .uniqueness(let clashes): try settle(clashes, in: &changes)
    }
    return changes
  }

  // MARK: Versions

  private func settle(_ clashes: [VersionClash], in changes: inout StoreChanges) throws {
    let intents = changes.intents(for: Set(clashes.map(\.id)))
    let conflicts = clashes.compactMap { clash -> NSMergeConflict? in
      guard let intent = intents[clash.id] else { return nil }
      return NSMergeConflict(
        clash, intent: intent, source: context.objectInSave(clash.id),
        switches: context.behaviour.deletionConflicts)
    }
    for conflict in conflicts {
      note(conflict.sourceObject, conflict.description, conflict.explanation)
    }
    try policy.resolve(mergeConflicts: conflicts)
    let undecided = conflicts.filter { $0.outcome == nil }
    if !undecided.isEmpty { throw CocoaError.unresolved(undecided) }
    agree(
      about: decide(
        conflicts.compactMap { conflict in
          conflict.outcome.map { (conflict.sourceObject.objectID, adjusted($0, conflict)) }
        }, in: &changes), in: &changes)
  }

  /// The decision as the object shows it: a policy of one's own may have changed it after `super`.
  private func adjusted(_ outcome: MergeOutcome, _ conflict: NSMergeConflict) -> MergeOutcome {
    let shown = conflict.sourceObject.currentValues
    return switch outcome {
    case .write(_, let theirs): .write(values: shown, over: theirs)
    case .adopt(let theirs) where shown != theirs.values: .write(values: shown, over: theirs)
    case .reinsert: .reinsert(values: shown)
    case .adopt, .delete, .becomeDeleted: outcome
    }
  }

  // MARK: Uniqueness

  private func settle(_ clashes: [UniquenessClash], in changes: inout StoreChanges) throws {
    let before = changes
    let conflicts = clashes.map { clash in
      NSConstraintConflict(clash, in: before) { [context] in context.objectInSave($0) }
    }
    for conflict in conflicts {
      if let first = conflict.conflictingObjects.first { note(first, conflict.description) }
    }
    try policy.resolve(mergeConflicts: conflicts)
    let undecided = conflicts.filter { $0.outcome == nil }
    if !undecided.isEmpty { throw CocoaError.unresolved(undecided) }
    var decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)] = []
    for conflict in conflicts {
      guard let outcome = conflict.outcome else { continue }
      decisions += decide(outcome.decisions, in: &changes)
      changes.redirect(outcome.winners)
    }
    agree(about: decisions, in: &changes)
  }

  // MARK: One-to-one relationships

  /// Lets the other ends follow what was decided. A row that this save knows nothing of is written on
  /// top of no version, so that the store answers with the one that it has.
  private func agree(
    about decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)],
    in changes: inout StoreChanges
  ) {
    var ends = OneToOneEnds(of: decisions, in: changes)
    for (id, outcome) in decide(ends.agree(in: &changes), in: &changes) {
      context.show(outcome, in: context.objectInSave(id))
    }
    for leftOver in ends.leftOvers() {
      let key = IDKey(leftOver.row)
      if leftOvers[key] == nil {
        let values = leftOver.row.scope.plan.defaults
        changes.updates.append(
          StoreChanges.Update(
            id: leftOver.row, base: Row(id: leftOver.row, version: 0, values: values),
            values: values, changedSlots: [], members: []))
      }
      leftOvers[key, default: []].append(leftOver)
    }
  }

  private func settleLeftOvers(of clashes: [VersionClash], in changes: inout StoreChanges) {
    for clash in clashes {
      guard let left = leftOvers.removeValue(forKey: IDKey(clash.id)) else { continue }
      guard let row = clash.theirs else {
        changes.updates.removeAll { $0.id.isSame(as: clash.id) }
        continue
      }
      var values = row.values
      for end in left where values[end.slot] == .reference(end.former) { values[end.slot] = .null }
      let outcome =
        row.slots(differingFrom: values).isEmpty
        ? MergeOutcome.adopt(row) : .write(values: values, over: row)
      for (id, outcome) in decide([(clash.id, outcome)], in: &changes) {
        context.show(outcome, in: context.objectInSave(id))
      }
    }
  }

  // MARK: Both

  /// Takes the first decision for each object; if another one was needed, the store asks again.
  @discardableResult
  private func decide(
    _ decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)], in changes: inout StoreChanges
  ) -> [(id: NSManagedObjectID, outcome: MergeOutcome)] {
    var seen: Set<NSManagedObjectID> = []
    let first = decisions.filter { seen.insert($0.id).inserted }
    changes.settle(first)
    outcomes.removeAll { seen.contains($0.id) }
    outcomes += first
    return first
  }

  private func note(
    _ object: NSManagedObject, _ report: @autoclosure () -> String,
    _ explanation: @autoclosure () -> ConflictExplanation? = nil
  ) {
    context.runtime.note(
      CoreDataFact.conflict(
        explanation: explanation(), report: report(), object: object.objectID.shortName,
        context: context.label))
  }
}

extension StoreChanges {
  /// What this save wants to do to each of `rows` that it touches.
  func intents(for rows: Set<NSManagedObjectID>) -> [NSManagedObjectID: MergeIntent] {
    var found: [NSManagedObjectID: MergeIntent] = [:]
    for lock in locked where rows.contains(lock.id) { found[lock.id] = .lock }
    for update in updates where rows.contains(update.id) {
      found[update.id] = .update(values: update.values, changedSlots: update.changedSlots)
    }
    for deletion in deletions where rows.contains(deletion.id) { found[deletion.id] = .delete }
    for insertion in insertions where insertion.mayExist && rows.contains(insertion.id) {
      found[insertion.id] = .update(
        values: insertion.values, changedSlots: SlotSet(insertion.values.indices))
    }
    return found
  }

  /// The same save with decisions put in place of what it wanted for those rows.
  mutating func settle(_ decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)]) {
    let settled = Set(decisions.map(\.id))
    var members: [NSManagedObjectID: [MemberChange]] = [:]
    for update in updates where settled.contains(update.id) { members[update.id] = update.members }
    for insertion in insertions where insertion.mayExist && settled.contains(insertion.id) {
      members[insertion.id] = insertion.members
    }
    insertions.removeAll { settled.contains($0.id) }
    updates.removeAll { settled.contains($0.id) }
    deletions.removeAll { settled.contains($0.id) }
    locked.removeAll { settled.contains($0.id) }
    for (id, outcome) in decisions { add(outcome, for: id, members: members[id] ?? []) }
  }

  private mutating func add(
    _ outcome: MergeOutcome, for id: NSManagedObjectID, members: [MemberChange]
  ) {
    switch outcome {
    case .write(let values, let theirs):
      let changed = theirs.slots(differingFrom: values)
      updates.append(
        Update(id: id, base: theirs, values: values, changedSlots: changed, members: members))
    case .reinsert(let values):
      insertions.append(Insertion(id: id, values: values, members: members))
    case .delete(let theirs): deletions.append(Deletion(id: id, base: theirs))
    case .adopt, .becomeDeleted: break
    }
  }

  /// Lets everything that refers to a loser refer to the row that took its place.
  mutating func redirect(_ winners: [NSManagedObjectID: NSManagedObjectID]) {
    func redirected(_ value: Value) -> Value {
      if case .reference(let id) = value, let winner = winners[id] {
        .reference(winner)
      } else {
        value
      }
    }
    for index in insertions.indices {
      insertions[index].values = insertions[index].values.map(redirected)
    }
    for index in updates.indices { updates[index].values = updates[index].values.map(redirected) }
  }
}
