// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
