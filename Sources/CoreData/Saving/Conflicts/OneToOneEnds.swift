/// Lets both ends of one-to-one relationships agree after a merge policy has decided row by row.
///
///     two: x.partner = y, y.partner = x      one has changed y meanwhile
///     rollback keeps the row of y            y.partner stays nil
///     x.partner = y would have no other end  so x.partner becomes nil
///
/// A relationship with a to-many end is kept in one row only, and needs nothing of this.
struct OneToOneEnds {
  /// A property that refers to a row that no longer leads back, in a row that this save knows nothing of.
  struct LeftOver {
    var row: NSManagedObjectID
    var slot: Int
    /// What it must not refer to any more.
    var former: NSManagedObjectID
  }

  /// The rows as they will be, as far as this save knows them.
  private var values: [IDKey: [Value]] = [:]
  /// The rows of the store below those that were decided about.
  private var theirs: [IDKey: Row] = [:]
  private let order: [NSManagedObjectID]
  private var gone: Set<IDKey> = []
  private var changed: Set<IDKey> = []

  init(
    of decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)], in changes: StoreChanges
  ) {
    var order = decisions.map(\.id)
    for (id, outcome) in decisions {
      switch outcome {
      case .write(let values, let row):
        (self.values[IDKey(id)], theirs[IDKey(id)]) = (values, row)
      case .adopt(let row): (values[IDKey(id)], theirs[IDKey(id)]) = (row.values, row)
      case .delete, .becomeDeleted: gone.insert(IDKey(id))
      case .reinsert: break
      }
    }
    for change in changes.updates where values[IDKey(change.id)] == nil {
      values[IDKey(change.id)] = change.values
      order.append(change.id)
    }
    for change in changes.insertions where values[IDKey(change.id)] == nil {
      values[IDKey(change.id)] = change.values
      order.append(change.id)
    }
    self.order = order
    for (id, outcome) in decisions {
      switch outcome {
      case .reinsert: partFromFormerEnds(id)
      case .write(_, let row): followNewEnds(id, row)
      case .adopt, .delete, .becomeDeleted: break
      }
    }
  }

  /// Where this save has changed nothing, its old end would be written over a new one. Both rows of
  /// that are in the store already, and neither of the old link is in this save.
  private mutating func followNewEnds(_ id: NSManagedObjectID, _ row: Row) {
    for end in id.scope.layout.oneToOne {
      guard case .reference(let other)? = values[IDKey(id)]?[end.slot],
        row[end.slot] != .reference(other), values[IDKey(other)] == nil
      else { continue }
      set(id, end.slot, to: row[end.slot])
    }
  }

  /// Who deleted the row has cut its other ends, which this save knows nothing of.
  private mutating func partFromFormerEnds(_ id: NSManagedObjectID) {
    for end in id.scope.layout.oneToOne where end.isCutByDeletion {
      guard case .reference(let other)? = values[IDKey(id)]?[end.slot], values[IDKey(other)] == nil
      else { continue }
      set(id, end.slot, to: .null)
    }
  }

  /// Puts right what has one end only, and gives the decisions that are other ones now.
  mutating func agree(
    in changes: inout StoreChanges
  ) -> [(id: NSManagedObjectID, outcome: MergeOutcome)] {
    // Each round takes a reference away or follows one of the store's; there are only so many.
    for _ in 0..<(2 * order.count + 1) where agreeOnce() { break }
    for index in changes.updates.indices {
      let id = IDKey(changes.updates[index].id)
      guard changed.contains(id), let now = values[id] else { continue }
      changes.updates[index].values = now
      changes.updates[index].changedSlots = changes.updates[index].base.slots(differingFrom: now)
    }
    for index in changes.insertions.indices {
      let id = IDKey(changes.insertions[index].id)
      if changed.contains(id), let now = values[id] { changes.insertions[index].values = now }
    }
    return order.filter { changed.contains(IDKey($0)) }.compactMap { id in
      guard let values = values[IDKey(id)], let row = theirs[IDKey(id)] else { return nil }
      return (id, .write(values: values, over: row))
    }
  }

  /// Whether there was nothing to do.
  private mutating func agreeOnce() -> Bool {
    for id in order {
      let key = IDKey(id)
      for end in id.scope.layout.oneToOne {
        let (slot, inverse) = (end.slot, end.inverse)
        guard case .reference(let other)? = values[key]?[slot] else { continue }
        if gone.contains(IDKey(other)) {
          set(id, slot, to: .null)
          return false
        }
        guard let back = values[IDKey(other)]?[inverse], back != .reference(id) else { continue }
        if isTheStores(key, slot), theirs[IDKey(other)] == nil {
          set(other, inverse, to: .reference(id))
        } else {
          set(id, slot, to: .null)
        }
        return false
      }
    }
    return true
  }

  private mutating func set(_ id: NSManagedObjectID, _ slot: Int, to value: Value) {
    values[IDKey(id)]?[slot] = value
    changed.insert(IDKey(id))
  }

  /// Whether the policy left the property as the store has it.
  private func isTheStores(_ id: IDKey, _ slot: Int) -> Bool {
    theirs[id].map { $0[slot] == values[id]?[slot] } ?? false
  }

  /// Who was the other end in the store, and is so no more.
  func leftOvers() -> [LeftOver] {
    order.flatMap { id -> [LeftOver] in
      guard let row = theirs[IDKey(id)], let now = values[IDKey(id)] else { return [] }
      return id.scope.layout.oneToOne.compactMap { end in
        guard case .reference(let former) = row[end.slot], row[end.slot] != now[end.slot],
          values[IDKey(former)] == nil
        else { return nil }
        return LeftOver(row: former, slot: end.inverse, former: id)
      }
    }
  }
}

private struct OneToOneEnd {
  let slot: Int
  /// The slot of the other end, in the row of the destination.
  let inverse: Int
  let isCutByDeletion: Bool
}

extension EntityLayout {
  fileprivate var oneToOne: [OneToOneEnd] {
    slots.enumerated().compactMap { slot, property in
      guard let relationship = property as? NSRelationshipDescription,
        let inverse = relationship.inverseRelationship, !inverse.isToMany,
        case .value(let place)? = relationship.destinationEntity?.layout.place(of: inverse.name)
      else { return nil }
      return OneToOneEnd(
        slot: slot, inverse: place,
        isCutByDeletion: relationship.deleteRule != .noActionDeleteRule)
    }
  }
}
