internal import Foundation

extension CocoaError {
  /// 133020: nobody decided what becomes of rows that were changed twice.
  static func unresolved(_ conflicts: [NSMergeConflict]) -> CocoaError {
    coreData(
      .managedObjectMerge, names(conflicts.map(\.sourceObject)),
      "could not be saved: " + conflicts.map(\.reason).uniqued.joined(separator: "; "),
      wayOut: "Set the context's mergePolicy, or refresh or roll back the objects and save again. "
        + "Until then every save of this context fails.",
      [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }

  /// 133021: nobody decided who may have a unique value.
  static func unresolved(_ conflicts: [NSConstraintConflict]) -> CocoaError {
    coreData(
      .managedObjectConstraintMerge, "The save",
      "breaks a uniqueness constraint: "
        + conflicts.map(\.description).joined(separator: "; "),
      wayOut: "Look for an existing object before you insert one, or set the context's mergePolicy "
        + "to let one side win. Until then every save of this context fails.",
      [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }

  /// Up to three objects by name, the others by number.
  private static func names(_ objects: [NSManagedObject]) -> String {
    let shown = objects.prefix(3).map(\.objectID.shortName).joined(separator: ", ")
    return objects.count > 3 ? "\(shown) and \(objects.count - 3) more" : shown
  }
}

extension NSMergeConflict {
  /// Why the object cannot be saved, without its name.
  fileprivate var reason: String {
    newVersionNumber == 0
      ? "the row was deleted since this context read it"
      : "the row was changed since this context read it "
        + "(version \(oldVersionNumber) then, \(newVersionNumber) now)"
  }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
