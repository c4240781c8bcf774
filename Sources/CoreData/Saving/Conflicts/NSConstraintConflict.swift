public import Foundation

/// Objects that claim values which only one of them may have.
open class NSConstraintConflict: NSObject {
  /// The names of the properties that must be unique together.
  public let constraint: [String]
  /// The values that are claimed, by name.
  public let constraintValues: [String: Any]
  /// The object whose row has the values already; nil if only objects of this save claim them.
  public let databaseObject: NSManagedObject?
  /// The row of `databaseObject`.
  public let databaseSnapshot: [String: Any]?
  /// The objects of this save that claim the values.
  public let conflictingObjects: [NSManagedObject]
  /// What those objects had read; empty for new ones.
  public let conflictingSnapshots: [[AnyHashable: Any]]

  /// The claim behind it; nil in a conflict that a program made up.
  let clash: UniquenessClash?
  let changes: StoreChanges
  /// What the policy decided; nil until it has.
  private(set) var outcome: UniquenessOutcome?

  /// A conflict of a program's own making, for testing a policy.
  public init(
    constraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    self.constraint = constraint
    constraintValues = [:]
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot as? [String: Any]
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
    clash = nil
    changes = StoreChanges()
  }

  init(
    _ clash: UniquenessClash, in changes: StoreChanges,
    objects: (NSManagedObjectID) -> NSManagedObject?
  ) {
    constraint = clash.constraint
    constraintValues = clash.dictionary
    databaseObject = clash.existing.flatMap { objects($0.id) }
    databaseSnapshot = clash.existing?.dictionary
    conflictingObjects = clash.claimants.compactMap(objects)
    conflictingSnapshots = clash.claimants.map { id in
      changes.updates.first { $0.id == id }?.base.dictionary ?? [:]
    }
    self.clash = clash
    self.changes = changes
  }

  /// Decides by the policy.
  func settle(under policy: NSMergePolicyType) {
    outcome = clash?.outcome(in: changes, under: policy)
  }

  open override var description: String {
    let values = constraint.map { name in
      "\(name) \(clash?.values[name].map(\.words) ?? "?")"
    }
    let claimants = conflictingObjects.map(\.objectID.shortName).joined(separator: " and ")
    let holder = clash?.existing.map { ", which \($0.id.shortName) has already" } ?? " at once"
    return "\(claimants) claims \(values.joined(separator: ", "))\(holder)"
  }
}
