internal import Synchronization

/// The entity and the store within which a key means one object: what many object IDs have in
/// common, kept once for all of them. An ID is then small, and cheap to make.
final class IDScope: @unchecked Sendable {
  // @unchecked Sendable because it never changes and its entity is frozen.
  let entity: NSEntityDescription
  /// Empty for temporary IDs.
  let storeUUID: String
  let layout: EntityLayout
  /// A number for the table and its store: in one space equal keys mean the same row.
  let space: Int

  init(entity: NSEntityDescription, storeUUID: String) {
    self.entity = entity
    self.storeUUID = storeUUID
    layout = entity.layout
    space = layout.family.space(in: storeUUID)
  }

  /// Entities that inherit from each other share their keys.
  var family: EntityLayout.Family { layout.family }

  /// What objects of the entity need to know.
  var plan: EntityPlan { layout.plan { EntityPlan(of: entity) } }

  /// The plan, for what every object of a save does: uncounted, because the layout keeps it.
  @inline(__always)
  func withPlan<Result>(_ body: (EntityPlan) throws -> Result) rethrows -> Result {
    try layout.withPlan({ EntityPlan(of: entity) }, body)
  }

  /// Whether equal keys of the two mean the same row.
  func isSame(as other: IDScope) -> Bool { space == other.space }
}

extension EntityLayout {
  /// One object for all entities that share a table. It numbers the stores that have the table.
  final class Family: Sendable {
    private static let lastSpace = Atomic(0)
    private let spaces = Mutex<[String: Int]>([:])
    /// What stores of one's own call objects of the table.
    let givenNames = GivenNames()

    /// A number that no other table and no other store of this process has.
    func space(in storeUUID: String) -> Int {
      spaces.withLock { spaces in
        if let known = spaces[storeUUID] { return known }
        let new = Self.lastSpace.add(1, ordering: .relaxed).newValue
        spaces[storeUUID] = new
        return new
      }
    }
  }
}
