internal import Foundation

extension NSManagedObjectContext {
  /// What to write instead, when the changes clash with what others wrote. Called inside the
  /// trip to the store, or on the parent's queue.
  final func resolve(_ clash: StoreClash, of changes: StoreChanges) throws -> StoreChanges {
    switch clash {
    case .versions(let clashes):
      let ids = clashes.map(\.id)
      throw CocoaError.coreData(
        .managedObjectMerge, ids.map(\.shortName).joined(separator: ", "),
        "was changed or deleted by somebody else since it was read",
        wayOut: "Refresh or roll back the object, or choose a merge policy.",
        [NSAffectedObjectsErrorKey: ids])
    case .uniqueness(let clashes):
      throw CocoaError.coreData(
        .managedObjectConstraintMerge, clashes.flatMap(\.constraint).joined(separator: ", "),
        "has a value that another object has already",
        wayOut: "Change the value, or choose a merge policy that keeps one of them.",
        [NSAffectedObjectsErrorKey: clashes.flatMap(\.claimants)])
    }
  }
}
