/// The members of to-many relationships in memory, and their places, kept as a file of SQLite keeps
/// them: two saves that each add a member leave both.
///
///     one-to-many     the member's own row names the owner; its place goes with the row
///     many-to-many    a pair; each ordered end has a place for it
struct InMemoryLinks {
  /// One side of one relationship of one object.
  private struct Side: Hashable {
    let relationship: ObjectIdentifier
    let owner: Int64
  }

  private struct Member: Hashable {
    let side: Side
    let key: Int64
  }

  private var members: [Side: [IDKey]] = [:]
  /// The places of members of ordered relationships; what has none comes first.
  private var places: [Member: Int64] = [:]

  /// In order, if the relationship is ordered; members of equal places and all others by key.
  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) -> [NSManagedObjectID] {
    let found = (members[side(relationship, owner)] ?? []).map(\.id)
    if !relationship.isOrdered { return found.sorted { $0.number < $1.number } }
    return found.map { (place: places[member($0, relationship, owner)] ?? .min, id: $0) }
      .sorted { ($0.place, $0.id.number) < ($1.place, $1.id.number) }.map(\.id)
  }

  private func side(_ relationship: NSRelationshipDescription, _ owner: NSManagedObjectID) -> Side {
    Side(relationship: ObjectIdentifier(relationship), owner: owner.number)
  }

  private func member(
    _ id: NSManagedObjectID, _ relationship: NSRelationshipDescription, _ owner: NSManagedObjectID
  ) -> Member {
    // A row has one place, whichever its owner is.
    let owner = relationship.isOfPairs ? owner.number : 0
    let side = Side(relationship: ObjectIdentifier(relationship), owner: owner)
    return Member(side: side, key: id.number)
  }
}

// MARK: Writing

extension InMemoryLinks {
  mutating func add(
    _ id: NSManagedObjectID, to relationship: NSRelationshipDescription, of owner: NSManagedObjectID
  ) {
    let side = side(relationship, owner)
    if members[side]?.contains(IDKey(id)) != true { members[side, default: []].append(IDKey(id)) }
  }

  mutating func take(
    _ id: NSManagedObjectID, from relationship: NSRelationshipDescription,
    of owner: NSManagedObjectID
  ) {
    members[side(relationship, owner)]?.removeAll { $0 == IDKey(id) }
    if relationship.isOfPairs { places[member(id, relationship, owner)] = nil }
  }

  /// Writes pairs and orders; one-to-many members follow their rows.
  mutating func apply(_ changes: [StoreChanges.MemberChange], to owner: NSManagedObjectID) {
    for change in changes {
      let relationship = change.relationship
      if relationship.isOfPairs {
        for id in change.removed { part(owner, id, relationship) }
        for id in change.added { join(owner, id, relationship) }
      }
      guard relationship.isOrdered, let order = change.order else { continue }
      let present = Set(members[side(relationship, owner)] ?? [])
      for (place, id) in order.enumerated() where present.contains(IDKey(id)) {
        places[member(id, relationship, owner)] = Int64(place)
      }
    }
  }

  private mutating func join(
    _ owner: NSManagedObjectID, _ id: NSManagedObjectID, _ relationship: NSRelationshipDescription
  ) {
    add(id, to: relationship, of: owner)
    if let inverse = relationship.inverseRelationship { add(owner, to: inverse, of: id) }
  }

  private mutating func part(
    _ owner: NSManagedObjectID, _ id: NSManagedObjectID, _ relationship: NSRelationshipDescription
  ) {
    take(id, from: relationship, of: owner)
    if let inverse = relationship.inverseRelationship { take(owner, from: inverse, of: id) }
  }

  /// The pairs and the place of a row that is gone. Rows that still name it as their owner do so
  /// when it comes back.
  mutating func forget(_ id: NSManagedObjectID) {
    for relationship in id.scope.layout.toMany where relationship.isOfPairs {
      for other in members[side(relationship, id)] ?? [] { part(id, other.id, relationship) }
      members[side(relationship, id)] = nil
    }
    for property in id.scope.layout.slots {
      guard let inverse = (property as? NSRelationshipDescription)?.inverseRelationship,
        inverse.isOrdered
      else { continue }
      places[member(id, inverse, id)] = nil
    }
  }
}

extension NSRelationshipDescription {
  /// Whether its members are kept as pairs, and not in rows that name their owner.
  fileprivate var isOfPairs: Bool { inverseRelationship?.isToMany ?? true }
}
