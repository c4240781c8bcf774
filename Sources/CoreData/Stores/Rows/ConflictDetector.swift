internal import Foundation

/// The rows as they are when a save arrives, for finding conflicts inside its transaction.
protocol PresentRows {
  /// The row in the row cache.
  func cachedRow(for id: NSManagedObjectID) -> Row?
  /// The version in the store itself; nil when there is no row.
  func storedVersion(of id: NSManagedObjectID) throws -> Int64?
  func storedRow(for id: NSManagedObjectID) throws -> Row?
  /// The row that already has the claimed values.
  func row(having claim: UniqueClaim) throws -> Row?
}

/// Finds out whether changes can be written as they are, and has them changed until they can.
struct ConflictDetector {
  let present: any PresentRows
  let constraints: UniquenessConstraints
  /// After so many answers that clash again, nothing will come of it.
  private let mostRounds = 100

  init(present: any PresentRows, constraints: UniquenessConstraints) {
    self.present = present
    self.constraints = constraints
  }

  /// The changes to write: the given ones, or what `resolve` made of them.
  func settle(
    _ changes: StoreChanges, resolve: ClashSettling
  ) throws -> StoreChanges {
    var changes = changes
    for _ in 0..<mostRounds {
      guard let clash = try clash(in: changes) else { return changes }
      changes = try resolve(clash, changes)
    }
    throw CocoaError.endlessConflict(rounds: mostRounds)
  }

  /// Versions are settled before uniqueness (fact K13).
  private func clash(in changes: StoreChanges) throws -> StoreClash? {
    let versions = try versionClashes(in: changes)
    if !versions.isEmpty { return .versions(versions) }
    let uniqueness = try uniquenessClashes(in: changes)
    return uniqueness.isEmpty ? nil : .uniqueness(uniqueness)
  }
}

// MARK: Versions

extension ConflictDetector {
  private func versionClashes(in changes: StoreChanges) throws -> [VersionClash] {
    var clashes: [VersionClash] = []
    for update in changes.updates {
      if let clash = try versionClash(of: update.base) { clashes.append(clash) }
    }
    for case let base? in changes.deletions.lazy.map(\.base) {
      if let clash = try versionClash(of: base) { clashes.append(clash) }
    }
    for base in changes.locked {
      if let clash = try versionClash(of: base) { clashes.append(clash) }
    }
    for insertion in changes.insertions where insertion.mayExist {
      if let clash = try versionClash(of: insertion) { clashes.append(clash) }
    }
    return clashes
  }

  /// An object whose deletion was taken back, and whose row another context has inserted again.
  private func versionClash(of insertion: StoreChanges.Insertion) throws -> VersionClash? {
    guard let row = try present.storedRow(for: insertion.id) else { return nil }
    return VersionClash(
      id: row.id, base: insertion.row, cached: nil, persisted: row, isDeleted: false)
  }

  /// The two steps of fact K2: what the object was read as against the row cache, then against
  /// the store.
  private func versionClash(of base: Row) throws -> VersionClash? {
    // A cached row that is older than the base says nothing: another process wrote, and the merge
    // policy has taken what it wrote as the new base. The store has the last word either way.
    if let cached = present.cachedRow(for: base.id), cached.version > base.version {
      return VersionClash(id: base.id, base: base, cached: cached, persisted: nil, isDeleted: false)
    }
    guard let version = try present.storedVersion(of: base.id) else {
      return VersionClash(id: base.id, base: base, cached: nil, persisted: nil, isDeleted: true)
    }
    if version == base.version { return nil }
    return VersionClash(
      id: base.id, base: base, cached: nil, persisted: try present.storedRow(for: base.id),
      isDeleted: false)
  }
}

// MARK: Uniqueness

extension ConflictDetector {
  private func uniquenessClashes(in changes: StoreChanges) throws -> [UniquenessClash] {
    if constraints.isEmpty { return [] }
    var claims = ClaimTable()
    for insertion in changes.insertions {
      for claim in constraints.claims(of: insertion.id.entity, values: insertion.values) {
        claims.add(claim, by: insertion.id, isNew: true)
      }
    }
    var leaving = Set(changes.deletions.map(\.id))
    for update in changes.updates {
      let claimed = constraints.claims(of: update.id.entity, values: update.values)
      for claim in claimed { claims.add(claim, by: update.id, isNew: update.changes(claim)) }
      leaving.insert(update.id)
    }
    return try claims.clashes { claim in
      // A row that this very save deletes or rewrites claims for itself what it will have.
      guard let row = try present.row(having: claim), !leaving.contains(row.id) else { return nil }
      return row
    }
  }
}

extension StoreChanges.Update {
  fileprivate func changes(_ claim: UniqueClaim) -> Bool {
    claim.slots.contains { changedSlots.contains($0) }
  }
}

extension CocoaError {
  fileprivate static func endlessConflict(rounds: Int) -> CocoaError {
    coreData(
      .persistentStoreSaveConflicts, "The save",
      "still clashes after the merge policy answered \(rounds) times",
      wayOut: "Let the policy take the persisted row as its new base, or throw to give up.")
  }
}

/// What to write instead of changes that clash; throws to give up.
typealias ClashSettling = (StoreClash, StoreChanges) throws -> StoreChanges

/// Why a save cannot be written as it is.
enum StoreClash: Sendable {
  /// Another writer changed or deleted rows since they were read.
  case versions([VersionClash])
  /// A uniqueness constraint is broken. Versions are settled before uniqueness.
  case uniqueness([UniquenessClash])
}

struct VersionClash: Sendable {
  var id: NSManagedObjectID
  /// The row the change was made on top of.
  var base: Row
  /// The row in the cache; nil when the cache agrees with the base or does not hold it.
  var cached: Row?
  /// The row in the store; nil when it was deleted, or when the cache already settled the matter.
  var persisted: Row?
  /// Whether the row is gone from the store.
  var isDeleted: Bool
}

struct UniquenessClash: Sendable {
  var constraint: [String]
  var values: [String: Value]
  /// The objects of this save that claim the values.
  var claimants: [NSManagedObjectID]
  /// The row that has them already, if the clash is with the store.
  var existing: Row?
}
