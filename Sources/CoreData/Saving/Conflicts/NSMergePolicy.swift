// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Decides what a save does when another context has changed the rows it is about to write.
///
/// A policy of your own is a subclass that overrides one of the `resolve` methods, calls `super`
/// and then adjusts the source objects; what they show afterwards is what is written.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  // @unchecked Sendable because `mergeType` never changes and a subclass that is shared between
  // contexts has no business keeping state.

  /// Which of the five rules the policy follows.
  public let mergeType: NSMergePolicyType

  /// A policy of that kind.
  public init(merge type: NSMergePolicyType) { mergeType = type }

  /// Resolves everything that stands in the way of one save: versions first, then uniqueness.
  open func resolve(mergeConflicts list: [Any]) throws {
    let versions = list.compactMap { $0 as? NSMergeConflict }
    if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
    let uniqueness = list.compactMap { $0 as? NSConstraintConflict }
    if !uniqueness.isEmpty { try resolve(constraintConflicts: uniqueness) }
  }

  /// Resolves conflicts about rows that were changed or deleted since they were read.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    guard list.allSatisfy({ $0.isSettled(under: mergeType) }) else {
      throw CocoaError.unresolved(list)
    }
    for conflict in list { conflict.settle(under: mergeType) }
  }

  /// Resolves conflicts about unique values that several objects claim.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw CocoaError.unresolved(list) }
    for conflict in list { conflict.settle(under: mergeType) }
  }
}

// MARK: The five policies

extension NSMergePolicy {
  /// Fails the save and reports the conflicts; the policy of a new context.
  public class var error: NSMergePolicy { NSErrorMergePolicy }
  /// Merges property by property; the store's value stays where both changed one.
  public class var mergeByPropertyStoreTrump: NSMergePolicy {
    NSMergeByPropertyStoreTrumpMergePolicy
  }
  /// Merges property by property; the object's value is written where both changed one.
  public class var mergeByPropertyObjectTrump: NSMergePolicy {
    NSMergeByPropertyObjectTrumpMergePolicy
  }
  /// Writes the object's whole row.
  public class var overwrite: NSMergePolicy { NSOverwriteMergePolicy }
  /// Keeps the store's row and drops the object's changes.
  public class var rollback: NSMergePolicy { NSRollbackMergePolicy }
}

/// Who wins when a save meets a newer row of another writer.
public enum NSMergePolicyType: UInt, Sendable, CaseIterable, Codable {
  /// Neither: the save fails.
  case errorMergePolicyType = 0
  /// Property by property; where both changed the same one, the store's value stays.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Property by property; where both changed the same one, the object's value is written.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The object's whole row is written, properties it never changed included.
  case overwriteMergePolicyType = 3
  /// The store's row stays and the object's changes are dropped.
  case rollbackMergePolicyType = 4

  /// How reports call the policy.
  public var shortName: String {
    switch self {
    case .errorMergePolicyType: "error"
    case .mergeByPropertyStoreTrumpMergePolicyType: "store trump"
    case .mergeByPropertyObjectTrumpMergePolicyType: "object trump"
    case .overwriteMergePolicyType: "overwrite"
    case .rollbackMergePolicyType: "rollback"
    }
  }

  /// Whether the context's side prevails where a property-wise merge makes no sense: when one
  /// side deleted the row, or two rows claim one unique value.
  var objectWins: Bool {
    self == .mergeByPropertyObjectTrumpMergePolicyType || self == .overwriteMergePolicyType
  }
}

/// Fails the save and reports the conflicts.
public let NSErrorMergePolicy = NSMergePolicy(merge: .errorMergePolicyType)
/// Merges property by property; the store's value stays where both changed one.
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy(
  merge: .mergeByPropertyStoreTrumpMergePolicyType)
/// Merges property by property; the object's value is written where both changed one.
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy(
  merge: .mergeByPropertyObjectTrumpMergePolicyType)
/// Writes the object's whole row.
public let NSOverwriteMergePolicy = NSMergePolicy(merge: .overwriteMergePolicyType)
/// Keeps the store's row and drops the object's changes.
public let NSRollbackMergePolicy = NSMergePolicy(merge: .rollbackMergePolicyType)

extension CocoaError {
  /// 133020: it was not decided what becomes of rows that were changed twice.
  static func unresolved(_ conflicts: [NSMergeConflict]) -> CocoaError {
    coreData(
      .managedObjectMerge, names(conflicts.map(\.sourceObject)),
      "could not be saved: " + conflicts.map(\.reason).uniqued.joined(separator: "; "),
      wayOut: "Set the context's mergePolicy, or refresh or roll back the objects and save again. "
        + "Until then every save of this context fails.",
      [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }

  /// 133021: it was not decided which object may have a unique value.
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
