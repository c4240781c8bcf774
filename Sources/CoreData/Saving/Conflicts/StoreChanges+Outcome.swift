extension StoreChanges {
  /// What this save wants to do to each of `rows` that it touches.
  func intents(for rows: Set<NSManagedObjectID>) -> [NSManagedObjectID: MergeIntent] {
    var found: [NSManagedObjectID: MergeIntent] = [:]
    for lock in locked where rows.contains(lock.id) { found[lock.id] = .lock }
    for update in updates where rows.contains(update.id) {
      found[update.id] = .update(values: update.values, changedSlots: update.changedSlots)
    }
    for deletion in deletions where rows.contains(deletion.id) { found[deletion.id] = .delete }
    return found
  }

  /// The same save with decisions put in place of what it wanted for those rows.
  mutating func settle(_ decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)]) {
    let settled = Set(decisions.map(\.id))
    var members: [NSManagedObjectID: [MemberChange]] = [:]
    for update in updates where settled.contains(update.id) { members[update.id] = update.members }
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
