internal import Foundation

/// Values that only one row of an entity family may have.
struct UniqueClaim: Hashable, Sendable {
  /// The name of the entity that declares the constraint.
  var entity: String
  var names: [String]
  var slots: [Int]
  var values: [Value]
}

/// The uniqueness constraints of a model, by the slots they mean.
struct UniquenessConstraints: Sendable {
  struct Constraint: Sendable {
    /// The entity that declares it; it holds for its subentities too.
    var entity: NSEntityDescription
    var names: [String]
    var slots: [Int]
  }

  let all: [Constraint]
  private let byEntity: [String: [Constraint]]

  init(of model: NSManagedObjectModel) {
    var byEntity: [String: [Constraint]] = [:]
    for entity in model.entities {
      byEntity[entity.name ?? "", default: []] = Self.constraints(of: entity)
    }
    self.byEntity = byEntity
    all = model.entities.flatMap(Self.ownConstraints(of:))
  }

  private init() { (byEntity, all) = ([:], []) }

  /// Nothing has to be unique.
  static let none = UniquenessConstraints()

  var isEmpty: Bool { all.isEmpty }

  /// The constraints that hold for objects of the entity.
  func constraints(of entity: NSEntityDescription) -> [Constraint] {
    byEntity[entity.name ?? ""] ?? []
  }

  /// What an object of the entity with these values claims. Nothing is claimed with a nil value.
  func claims(of entity: NSEntityDescription, values: [Value]) -> [UniqueClaim] {
    constraints(of: entity).compactMap { constraint in
      let claimed = constraint.slots.map { values[$0] }
      if claimed.contains(.null) { return nil }
      return UniqueClaim(
        entity: constraint.entity.name ?? "", names: constraint.names, slots: constraint.slots,
        values: claimed)
    }
  }

  private static func constraints(of entity: NSEntityDescription) -> [Constraint] {
    (entity.superentity.map(constraints(of:)) ?? []) + ownConstraints(of: entity)
  }

  private static func ownConstraints(of entity: NSEntityDescription) -> [Constraint] {
    entity.uniquenessConstraints.map { list in
      let names = list.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }
      let slots = names.map { name in
        guard case .value(let slot)? = entity.layout.place(of: name) else {
          preconditionFailure(
            "the uniqueness constraint of \(entity.name ?? "?") names \(name), which is no "
              + "attribute or to-one relationship of it")
        }
        return slot
      }
      return Constraint(entity: entity, names: names, slots: slots)
    }
  }
}

/// Who claims what in one save, in the order of the claims.
struct ClaimTable {
  private var claims: [UniqueClaim] = []
  private var claimants: [UniqueClaim: [NSManagedObjectID]] = [:]
  private var new: Set<UniqueClaim> = []

  mutating func add(_ claim: UniqueClaim, by id: NSManagedObjectID, isNew: Bool) {
    if claimants[claim] == nil { claims.append(claim) }
    claimants[claim, default: []].append(id)
    if isNew { new.insert(claim) }
  }

  /// The claims made twice, and those that `holder` names another row for (fact L3).
  func clashes(holder: (UniqueClaim) throws -> Row?) rethrows -> [UniquenessClash] {
    try claims.compactMap { claim in
      guard new.contains(claim), let claimants = claimants[claim] else { return nil }
      let existing = try holder(claim)
      guard existing != nil || claimants.count > 1 else { return nil }
      return UniquenessClash(
        constraint: claim.names,
        values: Dictionary(uniqueKeysWithValues: zip(claim.names, claim.values)),
        claimants: claimants, existing: existing)
    }
  }
}
