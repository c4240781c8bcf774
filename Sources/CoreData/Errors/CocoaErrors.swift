public import Foundation

/// A failure put into words: which thing, what happened to it, and the way out.
/// Every error of this module is made from one of these, so all of them read alike.
struct FailureWords: Hashable, Sendable {
  /// `Message p3` or `the store at /tmp/chat.sqlite`.
  var thing: String
  /// Continues the sentence: `has no row any more`.
  var happened: String
  /// A sentence of its own, telling what to do.
  var wayOut: String

  var sentence: String { "\(thing) \(happened). \(wayOut)" }
}

extension CocoaError {
  /// An error with Apple's code and with words of ours.
  static func coreData(
    _ code: CocoaError.Code, _ words: FailureWords, _ facts: [String: Any] = [:]
  ) -> CocoaError {
    var userInfo = facts
    userInfo[NSLocalizedDescriptionKey] = words.sentence
    userInfo[NSLocalizedFailureReasonErrorKey] = "\(words.thing) \(words.happened)."
    userInfo[NSLocalizedRecoverySuggestionErrorKey] = words.wayOut
    return CocoaError(code, userInfo: userInfo)
  }

  /// An error with Apple's code: the thing, what happened, and the way out.
  static func coreData(
    _ code: CocoaError.Code, _ thing: String, _ happened: String, wayOut: String,
    _ facts: [String: Any] = [:]
  ) -> CocoaError {
    coreData(code, FailureWords(thing: thing, happened: happened, wayOut: wayOut), facts)
  }
}

// MARK: Failures that several parts of the module meet

extension CocoaError {
  /// 133000: there is no row for the ID.
  static func missingRow(_ id: NSManagedObjectID) -> CocoaError {
    coreData(
      .managedObjectReferentialIntegrity, id.shortName,
      id.isTemporaryID
        ? "is a temporary ID that this context does not know"
        : "has no row in the store: it was deleted, or has not been saved yet",
      wayOut: id.isTemporaryID
        ? "Pass a permanent ID: save first, or call obtainPermanentIDs(for:)."
        : "Treat the object as deleted, or save it before you look it up elsewhere.",
      [NSAffectedObjectsErrorKey: [id]])
  }

  /// 133010: an object refers to one in another store.
  static func crossStoreRelationship(
    _ owner: NSManagedObjectID, _ relationship: String, to destination: NSManagedObjectID
  ) -> CocoaError {
    coreData(
      .managedObjectExternalRelationship, owner.shortName,
      "refers by \(relationship) to \(destination.shortName), which lives in another store",
      wayOut: "Use assign(_:to:) to put both into one store, or keep the other one's URI instead.",
      [NSAffectedObjectsErrorKey: [owner, destination]])
  }

  /// 134040: a save that goes to several stores reached only some of them.
  static func incompleteSave(written: [String], failed: String, because cause: any Error)
    -> CocoaError
  {
    coreData(
      .persistentStoreIncompleteSave, "The save",
      "reached \(written.joined(separator: ", ")) but not \(failed)",
      wayOut: "Repair what the underlying error names and save again; a save over several stores "
        + "is not one transaction.",
      [NSUnderlyingErrorKey: cause])
  }
}

extension NSManagedObjectID {
  /// How messages call an object: its entity and key, `Message p3` or `Message t7`.
  var shortName: String {
    switch key {
    case .row(let key): "\(entity.name ?? "object") p\(key)"
    case .insertion(let number): "\(entity.name ?? "object") t\(number)"
    }
  }
}

// What the errors of Core Data carry, by name.

extension CocoaError {
  /// The object that failed validation.
  public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
  /// The name of the property that failed validation.
  public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
  /// The validation predicate that was not satisfied.
  public var validationPredicate: NSPredicate? {
    userInfo[NSValidationPredicateErrorKey] as? NSPredicate
  }
  /// The value that failed validation; nil when the value is missing.
  public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
  /// The stores that the failure concerns.
  public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }
  /// The objects that the failure concerns.
  public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }
  /// The conflicts that stopped a save.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
