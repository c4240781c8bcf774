public import Foundation

// The long spellings of the codes, as the Objective-C constants read in Swift.

extension CocoaError.Code {
  /// The same as `managedObjectValidation`.
  public static var managedObjectValidationError: CocoaError.Code { .managedObjectValidation }
  /// The same as `validationMultipleErrors`.
  public static var validationMultipleErrorsError: CocoaError.Code { .validationMultipleErrors }
  /// The same as `validationMissingMandatoryProperty`.
  public static var validationMissingMandatoryPropertyError: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// The same as `validationRelationshipLacksMinimumCount`.
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// The same as `validationRelationshipExceedsMaximumCount`.
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// The same as `validationRelationshipDeniedDelete`.
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// The same as `validationNumberTooLarge`.
  public static var validationNumberTooLargeError: CocoaError.Code { .validationNumberTooLarge }
  /// The same as `validationNumberTooSmall`.
  public static var validationNumberTooSmallError: CocoaError.Code { .validationNumberTooSmall }
  /// The same as `validationDateTooLate`.
  public static var validationDateTooLateError: CocoaError.Code { .validationDateTooLate }
  /// The same as `validationDateTooSoon`.
  public static var validationDateTooSoonError: CocoaError.Code { .validationDateTooSoon }
  /// The same as `validationInvalidDate`.
  public static var validationInvalidDateError: CocoaError.Code { .validationInvalidDate }
  /// The same as `validationStringTooLong`.
  public static var validationStringTooLongError: CocoaError.Code { .validationStringTooLong }
  /// The same as `validationStringTooShort`.
  public static var validationStringTooShortError: CocoaError.Code { .validationStringTooShort }
  /// The same as `validationStringPatternMatching`.
  public static var validationStringPatternMatchingError: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// The same as `managedObjectContextLocking`.
  public static var managedObjectContextLockingError: CocoaError.Code {
    .managedObjectContextLocking
  }
  /// The same as `persistentStoreCoordinatorLocking`.
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// The same as `managedObjectReferentialIntegrity`.
  public static var managedObjectReferentialIntegrityError: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// The same as `managedObjectExternalRelationship`.
  public static var managedObjectExternalRelationshipError: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// The same as `managedObjectMerge`.
  public static var managedObjectMergeError: CocoaError.Code { .managedObjectMerge }
  /// The same as `managedObjectConstraintMerge`.
  public static var managedObjectConstraintMergeError: CocoaError.Code {
    .managedObjectConstraintMerge
  }
  /// The same as `persistentStoreInvalidType`.
  public static var persistentStoreInvalidTypeError: CocoaError.Code { .persistentStoreInvalidType }
  /// The same as `persistentStoreTypeMismatch`.
  public static var persistentStoreTypeMismatchError: CocoaError.Code {
    .persistentStoreTypeMismatch
  }
  /// The same as `persistentStoreIncompatibleSchema`.
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// The same as `persistentStoreSave`.
  public static var persistentStoreSaveError: CocoaError.Code { .persistentStoreSave }
  /// The same as `persistentStoreIncompleteSave`.
  public static var persistentStoreIncompleteSaveError: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// The same as `persistentStoreSaveConflicts`.
  public static var persistentStoreSaveConflictsError: CocoaError.Code {
    .persistentStoreSaveConflicts
  }
  /// The same as `coreData`.
  public static var coreDataError: CocoaError.Code { .coreData }
  /// The same as `persistentStoreOperation`.
  public static var persistentStoreOperationError: CocoaError.Code { .persistentStoreOperation }
  /// The same as `persistentStoreOpen`.
  public static var persistentStoreOpenError: CocoaError.Code { .persistentStoreOpen }
  /// The same as `persistentStoreTimeout`.
  public static var persistentStoreTimeoutError: CocoaError.Code { .persistentStoreTimeout }
  /// The same as `persistentStoreUnsupportedRequestType`.
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// The same as `persistentStoreIncompatibleVersionHash`.
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// The same as `migration`.
  public static var migrationError: CocoaError.Code { .migration }
  /// The same as `migrationCancelled`.
  public static var migrationCancelledError: CocoaError.Code { .migrationCancelled }
  /// The same as `migrationMissingSourceModel`.
  public static var migrationMissingSourceModelError: CocoaError.Code {
    .migrationMissingSourceModel
  }
  /// The same as `migrationMissingMappingModel`.
  public static var migrationMissingMappingModelError: CocoaError.Code {
    .migrationMissingMappingModel
  }
  /// The same as `migrationManagerSourceStore`.
  public static var migrationManagerSourceStoreError: CocoaError.Code {
    .migrationManagerSourceStore
  }
  /// The same as `migrationManagerDestinationStore`.
  public static var migrationManagerDestinationStoreError: CocoaError.Code {
    .migrationManagerDestinationStore
  }
  /// The same as `entityMigrationPolicy`.
  public static var entityMigrationPolicyError: CocoaError.Code { .entityMigrationPolicy }
  /// The same as `sqlite`.
  public static var sqliteError: CocoaError.Code { .sqlite }
  /// The same as `inferredMappingModel`.
  public static var inferredMappingModelError: CocoaError.Code { .inferredMappingModel }
  /// The same as `externalRecordImport`.
  public static var externalRecordImportError: CocoaError.Code { .externalRecordImport }
}

extension CocoaError {
  /// The same as `managedObjectValidation`.
  public static var managedObjectValidationError: CocoaError.Code { .managedObjectValidation }
  /// The same as `validationMultipleErrors`.
  public static var validationMultipleErrorsError: CocoaError.Code { .validationMultipleErrors }
  /// The same as `validationMissingMandatoryProperty`.
  public static var validationMissingMandatoryPropertyError: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// The same as `validationRelationshipLacksMinimumCount`.
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// The same as `validationRelationshipExceedsMaximumCount`.
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// The same as `validationRelationshipDeniedDelete`.
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// The same as `validationNumberTooLarge`.
  public static var validationNumberTooLargeError: CocoaError.Code { .validationNumberTooLarge }
  /// The same as `validationNumberTooSmall`.
  public static var validationNumberTooSmallError: CocoaError.Code { .validationNumberTooSmall }
  /// The same as `validationDateTooLate`.
  public static var validationDateTooLateError: CocoaError.Code { .validationDateTooLate }
  /// The same as `validationDateTooSoon`.
  public static var validationDateTooSoonError: CocoaError.Code { .validationDateTooSoon }
  /// The same as `validationInvalidDate`.
  public static var validationInvalidDateError: CocoaError.Code { .validationInvalidDate }
  /// The same as `validationStringTooLong`.
  public static var validationStringTooLongError: CocoaError.Code { .validationStringTooLong }
  /// The same as `validationStringTooShort`.
  public static var validationStringTooShortError: CocoaError.Code { .validationStringTooShort }
  /// The same as `validationStringPatternMatching`.
  public static var validationStringPatternMatchingError: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// The same as `managedObjectContextLocking`.
  public static var managedObjectContextLockingError: CocoaError.Code {
    .managedObjectContextLocking
  }
  /// The same as `persistentStoreCoordinatorLocking`.
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// The same as `managedObjectReferentialIntegrity`.
  public static var managedObjectReferentialIntegrityError: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// The same as `managedObjectExternalRelationship`.
  public static var managedObjectExternalRelationshipError: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// The same as `managedObjectMerge`.
  public static var managedObjectMergeError: CocoaError.Code { .managedObjectMerge }
  /// The same as `managedObjectConstraintMerge`.
  public static var managedObjectConstraintMergeError: CocoaError.Code {
    .managedObjectConstraintMerge
  }
  /// The same as `persistentStoreInvalidType`.
  public static var persistentStoreInvalidTypeError: CocoaError.Code { .persistentStoreInvalidType }
  /// The same as `persistentStoreTypeMismatch`.
  public static var persistentStoreTypeMismatchError: CocoaError.Code {
    .persistentStoreTypeMismatch
  }
  /// The same as `persistentStoreIncompatibleSchema`.
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// The same as `persistentStoreSave`.
  public static var persistentStoreSaveError: CocoaError.Code { .persistentStoreSave }
  /// The same as `persistentStoreIncompleteSave`.
  public static var persistentStoreIncompleteSaveError: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// The same as `persistentStoreSaveConflicts`.
  public static var persistentStoreSaveConflictsError: CocoaError.Code {
    .persistentStoreSaveConflicts
  }
  /// The same as `coreData`.
  public static var coreDataError: CocoaError.Code { .coreData }
  /// The same as `persistentStoreOperation`.
  public static var persistentStoreOperationError: CocoaError.Code { .persistentStoreOperation }
  /// The same as `persistentStoreOpen`.
  public static var persistentStoreOpenError: CocoaError.Code { .persistentStoreOpen }
  /// The same as `persistentStoreTimeout`.
  public static var persistentStoreTimeoutError: CocoaError.Code { .persistentStoreTimeout }
  /// The same as `persistentStoreUnsupportedRequestType`.
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// The same as `persistentStoreIncompatibleVersionHash`.
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// The same as `migration`.
  public static var migrationError: CocoaError.Code { .migration }
  /// The same as `migrationCancelled`.
  public static var migrationCancelledError: CocoaError.Code { .migrationCancelled }
  /// The same as `migrationMissingSourceModel`.
  public static var migrationMissingSourceModelError: CocoaError.Code {
    .migrationMissingSourceModel
  }
  /// The same as `migrationMissingMappingModel`.
  public static var migrationMissingMappingModelError: CocoaError.Code {
    .migrationMissingMappingModel
  }
  /// The same as `migrationManagerSourceStore`.
  public static var migrationManagerSourceStoreError: CocoaError.Code {
    .migrationManagerSourceStore
  }
  /// The same as `migrationManagerDestinationStore`.
  public static var migrationManagerDestinationStoreError: CocoaError.Code {
    .migrationManagerDestinationStore
  }
  /// The same as `entityMigrationPolicy`.
  public static var entityMigrationPolicyError: CocoaError.Code { .entityMigrationPolicy }
  /// The same as `sqlite`.
  public static var sqliteError: CocoaError.Code { .sqlite }
  /// The same as `inferredMappingModel`.
  public static var inferredMappingModelError: CocoaError.Code { .inferredMappingModel }
  /// The same as `externalRecordImport`.
  public static var externalRecordImportError: CocoaError.Code { .externalRecordImport }
}
