public import Foundation

/// The codes that Core Data adds to `NSCocoaErrorDomain`, with Apple's names and numbers.
extension CocoaError.Code {
  public static var managedObjectValidation: CocoaError.Code { .init(rawValue: 1550) }
  public static var managedObjectConstraintValidation: CocoaError.Code { .init(rawValue: 1551) }
  public static var validationMultipleErrors: CocoaError.Code { .init(rawValue: 1560) }
  public static var validationMissingMandatoryProperty: CocoaError.Code { .init(rawValue: 1570) }
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .init(rawValue: 1580)
  }
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .init(rawValue: 1590)
  }
  public static var validationRelationshipDeniedDelete: CocoaError.Code { .init(rawValue: 1600) }
  public static var validationNumberTooLarge: CocoaError.Code { .init(rawValue: 1610) }
  public static var validationNumberTooSmall: CocoaError.Code { .init(rawValue: 1620) }
  public static var validationDateTooLate: CocoaError.Code { .init(rawValue: 1630) }
  public static var validationDateTooSoon: CocoaError.Code { .init(rawValue: 1640) }
  public static var validationInvalidDate: CocoaError.Code { .init(rawValue: 1650) }
  public static var validationStringTooLong: CocoaError.Code { .init(rawValue: 1660) }
  public static var validationStringTooShort: CocoaError.Code { .init(rawValue: 1670) }
  public static var validationStringPatternMatching: CocoaError.Code { .init(rawValue: 1680) }
  public static var validationInvalidURI: CocoaError.Code { .init(rawValue: 1690) }

  public static var managedObjectContextLocking: CocoaError.Code { .init(rawValue: 132000) }
  public static var persistentStoreCoordinatorLocking: CocoaError.Code { .init(rawValue: 132010) }
  public static var managedObjectReferentialIntegrity: CocoaError.Code { .init(rawValue: 133000) }
  public static var managedObjectExternalRelationship: CocoaError.Code { .init(rawValue: 133010) }
  public static var managedObjectMerge: CocoaError.Code { .init(rawValue: 133020) }
  public static var managedObjectConstraintMerge: CocoaError.Code { .init(rawValue: 133021) }

  public static var persistentStoreInvalidType: CocoaError.Code { .init(rawValue: 134000) }
  public static var persistentStoreTypeMismatch: CocoaError.Code { .init(rawValue: 134010) }
  public static var persistentStoreIncompatibleSchema: CocoaError.Code { .init(rawValue: 134020) }
  public static var persistentStoreSave: CocoaError.Code { .init(rawValue: 134030) }
  public static var persistentStoreIncompleteSave: CocoaError.Code { .init(rawValue: 134040) }
  public static var persistentStoreSaveConflicts: CocoaError.Code { .init(rawValue: 134050) }
  public static var coreData: CocoaError.Code { .init(rawValue: 134060) }
  public static var persistentStoreOperation: CocoaError.Code { .init(rawValue: 134070) }
  public static var persistentStoreOpen: CocoaError.Code { .init(rawValue: 134080) }
  public static var persistentStoreTimeout: CocoaError.Code { .init(rawValue: 134090) }
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .init(rawValue: 134091)
  }
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .init(rawValue: 134100)
  }

  public static var migration: CocoaError.Code { .init(rawValue: 134110) }
  public static var migrationCancelled: CocoaError.Code { .init(rawValue: 134120) }
  public static var migrationMissingSourceModel: CocoaError.Code { .init(rawValue: 134130) }
  public static var migrationMissingMappingModel: CocoaError.Code { .init(rawValue: 134140) }
  public static var migrationManagerSourceStore: CocoaError.Code { .init(rawValue: 134150) }
  public static var migrationManagerDestinationStore: CocoaError.Code { .init(rawValue: 134160) }
  public static var entityMigrationPolicy: CocoaError.Code { .init(rawValue: 134170) }
  public static var sqlite: CocoaError.Code { .init(rawValue: 134180) }
  public static var inferredMappingModel: CocoaError.Code { .init(rawValue: 134190) }
  public static var externalRecordImport: CocoaError.Code { .init(rawValue: 134200) }
  public static var persistentHistoryTokenExpired: CocoaError.Code { .init(rawValue: 134301) }
}
