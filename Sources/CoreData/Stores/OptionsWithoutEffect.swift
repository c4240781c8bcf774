// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// Options and keys that code for Apple's systems names and that have nothing to act on here. A
// store takes them and does nothing; the list is closed, and `DIFFERENCES.md` has it.

/// How the system protects the store's files while the device is locked; Linux has no such lock.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
/// Asked of a store that was made by a later system.
public let NSPersistentStoreOSCompatibility = "NSPersistentStoreOSCompatibility"
/// The classes that a binary store may hold; here it holds values of attributes only.
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"
/// Whether a binary store is read without looking at classes.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
  "NSBinaryStoreInsecureDecodingCompatibilityOption"

// MARK: iCloud, as it was before CloudKit

/// The name of what the store shares with other devices.
public let NSPersistentStoreUbiquitousContentNameKey = "NSPersistentStoreUbiquitousContentNameKey"
/// Where the store's transactions are kept.
public let NSPersistentStoreUbiquitousContentURLKey = "NSPersistentStoreUbiquitousContentURLKey"
/// The container of the store's transactions.
public let NSPersistentStoreUbiquitousContainerIdentifierKey =
  "NSPersistentStoreUbiquitousContainerIdentifierKey"
/// Tells apart devices of one account.
public let NSPersistentStoreUbiquitousPeerTokenOption =
  "NSPersistentStoreUbiquitousPeerTokenOption"
/// The file is made again from what other devices have.
public let NSPersistentStoreRebuildFromUbiquitousContentOption =
  "NSPersistentStoreRebuildFromUbiquitousContentOption"
/// The file forgets other devices.
public let NSPersistentStoreRemoveUbiquitousMetadataOption =
  "NSPersistentStoreRemoveUbiquitousMetadataOption"
/// Why the stores of a coordinator changed; never posted here.
public let NSPersistentStoreUbiquitousTransitionTypeKey =
  "NSPersistentStoreUbiquitousTransitionTypeKey"

/// Why the stores of a coordinator changed.
public enum NSPersistentStoreUbiquitousTransitionType: UInt, Sendable {
  /// An account was added.
  case accountAdded = 1
  /// The account was removed.
  case accountRemoved = 2
  /// The account's content was removed.
  case contentRemoved = 3
  /// The content of other devices is there for the first time.
  case initialImportCompleted = 4
}

extension Notification.Name {
  /// Other devices changed the store; never posted here.
  public static let NSPersistentStoreDidImportUbiquitousContentChanges = Notification.Name(
    "com.apple.coredata.ubiquity.importer.didfinishimport")
}
