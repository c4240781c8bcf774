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
  /// The rows with such relationships, what was decided about first.
  private var rows: [(id: NSManagedObjectID, ends: [OneToOneEnd])] = []
  private var gone: Set<IDKey> = []
  private var changed: Set<IDKey> = []

  init(
    of decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)], in changes: StoreChanges
  ) {
    // Worked out once for each entity: there may be many rows.
    var known: [ObjectIdentifier: [OneToOneEnd]] = [:]
    func ends(_ id: NSManagedObjectID) -> [OneToOneEnd] {
      let layout = id.scope.layout
      if let ends = known[ObjectIdentifier(layout)] { return ends }
      let ends = layout.oneToOne
      known[ObjectIdentifier(layout)] = ends
      return ends
    }
    for (id, outcome) in decisions {
      switch outcome {
      case .write(let values, let row): take(id, values, ends(id), over: row)
      case .adopt(let row): take(id, row.values, ends(id), over: row)
      case .delete, .becomeDeleted: gone.insert(IDKey(id))
      case .reinsert: break
      }
    }
    for change in changes.updates { take(change.id, change.values, ends(change.id)) }
    for change in changes.insertions { take(change.id, change.values, ends(change.id)) }
    for (id, outcome) in decisions {
      switch outcome {
      case .reinsert: partFromFormerEnds(id, ends(id))
      case .write(_, let row): followNewEnds(id, ends(id), row)
      case .adopt, .delete, .becomeDeleted: break
      }
    }
  }

  /// The first that is said of a row counts.
  private mutating func take(
    _ id: NSManagedObjectID, _ values: [Value], _ ends: [OneToOneEnd], over row: Row? = nil
  ) {
    if ends.isEmpty || self.values[IDKey(id)] != nil { return }
    self.values[IDKey(id)] = values
    theirs[IDKey(id)] = row
    rows.append((id, ends))
  }

  /// Where this save has changed nothing, its old end would be written over a new one. Both rows of
  /// that are in the store already, and neither of the old link is in this save.
  private mutating func followNewEnds(
    _ id: NSManagedObjectID, _ ends: [OneToOneEnd], _ row: Row
  ) {
    for end in ends {
      guard case .reference(let other)? = values[IDKey(id)]?[end.slot],
        row[end.slot] != .reference(other), values[IDKey(other)] == nil
      else { continue }
      set(id, end.slot, to: row[end.slot])
    }
  }

  /// Who deleted the row has cut its other ends, which this save knows nothing of.
  private mutating func partFromFormerEnds(_ id: NSManagedObjectID, _ ends: [OneToOneEnd]) {
    for end in ends where end.isCutByDeletion {
      guard case .reference(let other)? = values[IDKey(id)]?[end.slot], values[IDKey(other)] == nil
      else { continue }
      set(id, end.slot, to: .null)
    }
  }

  /// Puts right what has one end only, and gives the decisions that are other ones now.
  mutating func agree(
    in changes: inout StoreChanges
  ) -> [(id: NSManagedObjectID, outcome: MergeOutcome)] {
    if rows.isEmpty { return [] }
    // Each round takes references away or follows those of the store; there are only so many.
    for _ in 0..<(2 * rows.count + 1) where agreeOnce() { break }
    if changed.isEmpty { return [] }
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
    return rows.map(\.id).filter { changed.contains(IDKey($0)) }.compactMap { id in
      guard let values = values[IDKey(id)], let row = theirs[IDKey(id)] else { return nil }
      return (id, .write(values: values, over: row))
    }
  }

  /// Goes through all of them once. Whether there was nothing to do.
  private mutating func agreeOnce() -> Bool {
    var isDone = true
    for (id, ends) in rows {
      for end in ends {
        guard case .reference(let other)? = values[IDKey(id)]?[end.slot] else { continue }
        let back = values[IDKey(other)]?[end.inverse]
        if !gone.contains(IDKey(other)), back == nil || back == .reference(id) { continue }
        isDone = false
        let isTheStores = theirs[IDKey(id)].map { $0[end.slot] == .reference(other) } ?? false
        if isTheStores, back != nil, theirs[IDKey(other)] == nil {
          set(other, end.inverse, to: .reference(id))
        } else {
          set(id, end.slot, to: .null)
        }
      }
    }
    return isDone
  }

  private mutating func set(_ id: NSManagedObjectID, _ slot: Int, to value: Value) {
    values[IDKey(id)]?[slot] = value
    changed.insert(IDKey(id))
  }

  /// Who was the other end in the store, and is so no more.
  func leftOvers() -> [LeftOver] {
    rows.flatMap { id, ends -> [LeftOver] in
      guard let row = theirs[IDKey(id)], let now = values[IDKey(id)] else { return [] }
      return ends.compactMap { end in
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
