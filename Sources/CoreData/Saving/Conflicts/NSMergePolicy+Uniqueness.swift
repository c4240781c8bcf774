/// What a merge policy decided about objects that claim the same unique values.
struct UniquenessOutcome: Sendable {
  /// The decisions for rows, in order.
  var decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)] = []
  /// Per object that gave way, the row that took its place.
  var winners: [NSManagedObjectID: NSManagedObjectID] = [:]
}

extension UniquenessClash {
  /// Decides for one survivor; nil if `policy` refuses.
  ///
  ///                      objects win                      the store wins
  ///     new object,      its row takes the object's       the row stays as it is;
  ///     row in store     values; the object goes          the object goes
  ///     changed object,  the object stays;                the object takes back its old
  ///     row in store     the other row goes               unique values
  ///     only objects     the last one stays               the first one stays
  ///                      (but a row that has the values already stays under both)
  func outcome(in changes: StoreChanges, under policy: NSMergePolicyType) -> UniquenessOutcome? {
    if policy == .errorMergePolicyType { return nil }
    var outcome = UniquenessOutcome()
    let survivors = policy.objectWins ? claimants.last : claimants.first
    guard let survivor = holder(in: changes) ?? survivors else { return outcome }
    for loser in claimants where loser != survivor {
      giveWay(loser, to: existing?.id ?? survivor, in: changes, &outcome)
    }
    guard let existing else { return outcome }
    if let insertion = changes.insertions.first(where: { $0.id == survivor }) {
      giveWay(survivor, to: existing.id, in: changes, &outcome)
      if policy.objectWins {
        let stored = changes.updates.first { $0.id == existing.id }?.values ?? existing.values
        let values = upsert(insertion, over: stored, policy)
        outcome.decisions.append((existing.id, .write(values: values, over: existing)))
      }
    } else if let update = changes.updates.first(where: { $0.id == survivor }) {
      if policy.objectWins {
        giveWay(existing.id, to: survivor, in: changes, &outcome)
        outcome.decisions.append((existing.id, .delete(existing)))
      } else {
        outcome.decisions.append((survivor, takeBack(update, policy)))
      }
    }
    return outcome
  }

  /// The claimant whose row has the values already, when this save changes something else of it.
  private func holder(in changes: StoreChanges) -> NSManagedObjectID? {
    changes.updates.first { update in
      claimants.contains(update.id)
        && constraint.allSatisfy { name in
          guard case .value(let slot) = update.id.scope.layout.place(of: name) else {
            return false
          }
          return !update.changedSlots.contains(slot)
        }
    }?.id
  }

  /// A new object is deleted; a changed one takes back the values it claimed.
  private func giveWay(
    _ loser: NSManagedObjectID, to winner: NSManagedObjectID, in changes: StoreChanges,
    _ outcome: inout UniquenessOutcome
  ) {
    outcome.winners[loser] = winner
    if loser == existing?.id { return }
    if let update = changes.updates.first(where: { $0.id == loser }) {
      outcome.winners[loser] = nil
      outcome.decisions.append((loser, takeBack(update, .mergeByPropertyStoreTrumpMergePolicyType)))
    } else {
      outcome.decisions.append((loser, .becomeDeleted))
    }
  }

  /// The stored row with the new object's values: all of them, or those that were given.
  private func upsert(
    _ insertion: StoreChanges.Insertion, over stored: [Value], _ policy: NSMergePolicyType
  ) -> [Value] {
    if policy == .overwriteMergePolicyType { return insertion.values }
    return zip(insertion.values, stored).map { new, old in new == .null ? old : new }
  }

  private func takeBack(
    _ update: StoreChanges.Update, _ policy: NSMergePolicyType
  ) -> MergeOutcome {
    if policy == .rollbackMergePolicyType { return .adopt(update.base) }
    var values = update.values
    let layout = update.id.scope.layout
    for name in constraint {
      if case .value(let slot) = layout.place(of: name) { values[slot] = update.base[slot] }
    }
    return .write(values: values, over: update.base)
  }
}
