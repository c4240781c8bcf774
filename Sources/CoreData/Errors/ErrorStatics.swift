public import Foundation

// Apple spells each code in three ways. `catch CocoaError.managedObjectMerge` is the one to write;
// what its documentation says stands beside `CocoaError.Code`.

extension CocoaError {
  /// The code `Code.managedObjectValidation`.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  /// The code `Code.validationMultipleErrors`.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  /// The code `Code.validationMissingMandatoryProperty`.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// The code `Code.validationRelationshipLacksMinimumCount`.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// The code `Code.validationRelationshipExceedsMaximumCount`.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// The code `Code.validationRelationshipDeniedDelete`.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// The code `Code.validationNumberTooLarge`.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  /// The code `Code.validationNumberTooSmall`.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  /// The code `Code.validationDateTooLate`.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  /// The code `Code.validationDateTooSoon`.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  /// The code `Code.validationInvalidDate`.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  /// The code `Code.validationStringTooLong`.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  /// The code `Code.validationStringTooShort`.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  /// The code `Code.validationStringPatternMatching`.
  public static var validationStringPatternMatching: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// The code `Code.managedObjectContextLocking`.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
  /// The code `Code.persistentStoreCoordinatorLocking`.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// The code `Code.managedObjectReferentialIntegrity`.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// The code `Code.managedObjectExternalRelationship`.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// The code `Code.managedObjectMerge`.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  /// The code `Code.managedObjectConstraintMerge`.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
  /// The code `Code.persistentStoreInvalidType`.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
  /// The code `Code.persistentStoreTypeMismatch`.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
  /// The code `Code.persistentStoreIncompatibleSchema`.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// The code `Code.persistentStoreSave`.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
  /// The code `Code.persistentStoreIncompleteSave`.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// The code `Code.persistentStoreSaveConflicts`.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
  /// The code `Code.coreData`.
  public static var coreData: CocoaError.Code { .coreData }
  /// The code `Code.persistentStoreOperation`.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
  /// The code `Code.persistentStoreOpen`.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
  /// The code `Code.persistentStoreTimeout`.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
  /// The code `Code.persistentStoreUnsupportedRequestType`.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// The code `Code.persistentStoreIncompatibleVersionHash`.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// The code `Code.migration`.
  public static var migration: CocoaError.Code { .migration }
  /// The code `Code.migrationCancelled`.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
  /// The code `Code.migrationMissingSourceModel`.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
  /// The code `Code.migrationMissingMappingModel`.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
  /// The code `Code.migrationManagerSourceStore`.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
  /// The code `Code.migrationManagerDestinationStore`.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .migrationManagerDestinationStore
  }
  /// The code `Code.entityMigrationPolicy`.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
  /// The code `Code.sqlite`.
  public static var sqlite: CocoaError.Code { .sqlite }
  /// The code `Code.inferredMappingModel`.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
  /// The code `Code.externalRecordImport`.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
}
