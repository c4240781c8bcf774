public import Foundation

/// The codes that Core Data adds to `NSCocoaErrorDomain`, with Apple's names and numbers.
extension CocoaError.Code {
  /// A property, or several, have values that they may not have.
  public static var managedObjectValidation: CocoaError.Code { .init(rawValue: 1550) }
  /// Values that must be unique are in use.
  static var managedObjectConstraintValidation: CocoaError.Code { .init(rawValue: 1551) }
  /// Several things are invalid; `NSDetailedErrorsKey` holds an error for each.
  public static var validationMultipleErrors: CocoaError.Code { .init(rawValue: 1560) }
  /// A property that must have a value has none.
  public static var validationMissingMandatoryProperty: CocoaError.Code { .init(rawValue: 1570) }
  /// A relationship has too few members.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .init(rawValue: 1580)
  }
  /// A relationship has too many members.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .init(rawValue: 1590)
  }
  /// The object may not go while there is another end.
  public static var validationRelationshipDeniedDelete: CocoaError.Code { .init(rawValue: 1600) }
  /// A number is too large.
  public static var validationNumberTooLarge: CocoaError.Code { .init(rawValue: 1610) }
  /// A number is too small.
  public static var validationNumberTooSmall: CocoaError.Code { .init(rawValue: 1620) }
  /// A date is too late.
  public static var validationDateTooLate: CocoaError.Code { .init(rawValue: 1630) }
  /// A date is too soon.
  public static var validationDateTooSoon: CocoaError.Code { .init(rawValue: 1640) }
  /// A date is none.
  public static var validationInvalidDate: CocoaError.Code { .init(rawValue: 1650) }
  /// A text is too long.
  public static var validationStringTooLong: CocoaError.Code { .init(rawValue: 1660) }
  /// A text is too short.
  public static var validationStringTooShort: CocoaError.Code { .init(rawValue: 1670) }
  /// A text does not fit its pattern.
  public static var validationStringPatternMatching: CocoaError.Code { .init(rawValue: 1680) }
  /// A text is not an address.
  static var validationInvalidURI: CocoaError.Code { .init(rawValue: 1690) }

  /// A context could not be locked.
  public static var managedObjectContextLocking: CocoaError.Code { .init(rawValue: 132000) }
  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code { .init(rawValue: 132010) }
  /// An object refers to a row that is gone.
  public static var managedObjectReferentialIntegrity: CocoaError.Code { .init(rawValue: 133000) }
  /// A relationship leads into another store.
  public static var managedObjectExternalRelationship: CocoaError.Code { .init(rawValue: 133010) }
  /// Others changed the rows that were to be written.
  public static var managedObjectMerge: CocoaError.Code { .init(rawValue: 133020) }
  /// Values that must be unique are in use, in the store or among what is saved.
  public static var managedObjectConstraintMerge: CocoaError.Code { .init(rawValue: 133021) }

  /// There are no stores of that type.
  public static var persistentStoreInvalidType: CocoaError.Code { .init(rawValue: 134000) }
  /// The file is a store of another type.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .init(rawValue: 134010) }
  /// The model does not fit the store.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code { .init(rawValue: 134020) }
  /// The store could not be written.
  public static var persistentStoreSave: CocoaError.Code { .init(rawValue: 134030) }
  /// Some stores were written and others not.
  public static var persistentStoreIncompleteSave: CocoaError.Code { .init(rawValue: 134040) }
  /// Others changed rows meanwhile.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .init(rawValue: 134050) }
  /// Something else went wrong in Core Data; the description says what.
  public static var coreData: CocoaError.Code { .init(rawValue: 134060) }
  /// An operation on the store failed.
  public static var persistentStoreOperation: CocoaError.Code { .init(rawValue: 134070) }
  /// The store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { .init(rawValue: 134080) }
  /// The store was not to be had in time.
  public static var persistentStoreTimeout: CocoaError.Code { .init(rawValue: 134090) }
  /// The store does not know that kind of request.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .init(rawValue: 134091)
  }
  /// The model is not the one that the store was made with.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .init(rawValue: 134100)
  }

  /// Migrating failed.
  public static var migration: CocoaError.Code { .init(rawValue: 134110) }
  /// Migrating was cancelled.
  public static var migrationCancelled: CocoaError.Code { .init(rawValue: 134120) }
  /// The model that the store was made with is not there.
  public static var migrationMissingSourceModel: CocoaError.Code { .init(rawValue: 134130) }
  /// The way from the old model to the new one is not there.
  public static var migrationMissingMappingModel: CocoaError.Code { .init(rawValue: 134140) }
  /// The old store could not be read.
  public static var migrationManagerSourceStore: CocoaError.Code { .init(rawValue: 134150) }
  /// The new store could not be written.
  public static var migrationManagerDestinationStore: CocoaError.Code { .init(rawValue: 134160) }
  /// A migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code { .init(rawValue: 134170) }
  /// SQLite reports an error, which `NSUnderlyingErrorKey` holds.
  public static var sqlite: CocoaError.Code { .init(rawValue: 134180) }
  /// The way from the old model to the new one cannot be worked out.
  public static var inferredMappingModel: CocoaError.Code { .init(rawValue: 134190) }
  /// External records could not be read in.
  public static var externalRecordImport: CocoaError.Code { .init(rawValue: 134200) }
  /// The place in the history is one of other stores. Apple uses the number and has no name for it.
  static var foreignHistoryToken: CocoaError.Code { .init(rawValue: 134501) }
  /// The place in the history that was asked for is gone.
  static var persistentHistoryTokenExpired: CocoaError.Code { .init(rawValue: 134301) }
  /// The model that a reference names is not there.
  static var managedObjectModelReferenceNotFound: CocoaError.Code {
    .init(rawValue: 134504)
  }
  /// A store does not say which version it has, as a staged migration needs it.
  static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code {
    .init(rawValue: 134505)
  }
  /// A staged migration would have to go back.
  static var stagedMigrationBackward: CocoaError.Code { .init(rawValue: 134506) }
}
