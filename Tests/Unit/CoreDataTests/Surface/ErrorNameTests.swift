import CoreData
import Foundation
import Testing

/// Every spelling of the codes that Core Data adds to Cocoa's errors.
struct ErrorNameTests {
  @Test func `each code has three spellings`() {
    let codes: [CocoaError.Code] = [
      .coreData, .entityMigrationPolicy, .externalRecordImport, .inferredMappingModel,
      .managedObjectConstraintMerge, .managedObjectContextLocking,
      .managedObjectExternalRelationship, .managedObjectMerge, .managedObjectReferentialIntegrity,
      .managedObjectValidation, .migration, .migrationCancelled, .migrationManagerDestinationStore,
      .migrationManagerSourceStore, .migrationMissingMappingModel, .migrationMissingSourceModel,
      .persistentStoreCoordinatorLocking, .persistentStoreIncompatibleSchema,
      .persistentStoreIncompatibleVersionHash, .persistentStoreIncompleteSave,
      .persistentStoreInvalidType, .persistentStoreOpen, .persistentStoreOperation,
      .persistentStoreSave, .persistentStoreSaveConflicts, .persistentStoreTimeout,
      .persistentStoreTypeMismatch, .persistentStoreUnsupportedRequestType, .sqlite,
      .validationDateTooLate, .validationDateTooSoon, .validationInvalidDate,
      .validationMissingMandatoryProperty, .validationMultipleErrors, .validationNumberTooLarge,
      .validationNumberTooSmall, .validationRelationshipDeniedDelete,
      .validationRelationshipExceedsMaximumCount, .validationRelationshipLacksMinimumCount,
      .validationStringPatternMatching, .validationStringTooLong, .validationStringTooShort,
    ]
    let long: [CocoaError.Code] = [
      .coreDataError, .entityMigrationPolicyError, .externalRecordImportError,
      .inferredMappingModelError, .managedObjectConstraintMergeError,
      .managedObjectContextLockingError, .managedObjectExternalRelationshipError,
      .managedObjectMergeError, .managedObjectReferentialIntegrityError,
      .managedObjectValidationError, .migrationError, .migrationCancelledError,
      .migrationManagerDestinationStoreError, .migrationManagerSourceStoreError,
      .migrationMissingMappingModelError, .migrationMissingSourceModelError,
      .persistentStoreCoordinatorLockingError, .persistentStoreIncompatibleSchemaError,
      .persistentStoreIncompatibleVersionHashError, .persistentStoreIncompleteSaveError,
      .persistentStoreInvalidTypeError, .persistentStoreOpenError, .persistentStoreOperationError,
      .persistentStoreSaveError, .persistentStoreSaveConflictsError, .persistentStoreTimeoutError,
      .persistentStoreTypeMismatchError, .persistentStoreUnsupportedRequestTypeError, .sqliteError,
      .validationDateTooLateError, .validationDateTooSoonError, .validationInvalidDateError,
      .validationMissingMandatoryPropertyError, .validationMultipleErrorsError,
      .validationNumberTooLargeError, .validationNumberTooSmallError,
      .validationRelationshipDeniedDeleteError, .validationRelationshipExceedsMaximumCountError,
      .validationRelationshipLacksMinimumCountError, .validationStringPatternMatchingError,
      .validationStringTooLongError, .validationStringTooShortError,
    ]
    let statics = [
      CocoaError.coreData, CocoaError.entityMigrationPolicy, CocoaError.externalRecordImport,
      CocoaError.inferredMappingModel, CocoaError.managedObjectConstraintMerge,
      CocoaError.managedObjectContextLocking, CocoaError.managedObjectExternalRelationship,
      CocoaError.managedObjectMerge, CocoaError.managedObjectReferentialIntegrity,
      CocoaError.managedObjectValidation, CocoaError.migration, CocoaError.migrationCancelled,
      CocoaError.migrationManagerDestinationStore, CocoaError.migrationManagerSourceStore,
      CocoaError.migrationMissingMappingModel, CocoaError.migrationMissingSourceModel,
      CocoaError.persistentStoreCoordinatorLocking, CocoaError.persistentStoreIncompatibleSchema,
      CocoaError.persistentStoreIncompatibleVersionHash, CocoaError.persistentStoreIncompleteSave,
      CocoaError.persistentStoreInvalidType, CocoaError.persistentStoreOpen,
      CocoaError.persistentStoreOperation, CocoaError.persistentStoreSave,
      CocoaError.persistentStoreSaveConflicts, CocoaError.persistentStoreTimeout,
      CocoaError.persistentStoreTypeMismatch, CocoaError.persistentStoreUnsupportedRequestType,
      CocoaError.sqlite, CocoaError.validationDateTooLate, CocoaError.validationDateTooSoon,
      CocoaError.validationInvalidDate, CocoaError.validationMissingMandatoryProperty,
      CocoaError.validationMultipleErrors, CocoaError.validationNumberTooLarge,
      CocoaError.validationNumberTooSmall, CocoaError.validationRelationshipDeniedDelete,
      CocoaError.validationRelationshipExceedsMaximumCount,
      CocoaError.validationRelationshipLacksMinimumCount,
      CocoaError.validationStringPatternMatching, CocoaError.validationStringTooLong,
      CocoaError.validationStringTooShort,
    ]
    let longStatics = [
      CocoaError.coreDataError, CocoaError.entityMigrationPolicyError,
      CocoaError.externalRecordImportError, CocoaError.inferredMappingModelError,
      CocoaError.managedObjectConstraintMergeError, CocoaError.managedObjectContextLockingError,
      CocoaError.managedObjectExternalRelationshipError, CocoaError.managedObjectMergeError,
      CocoaError.managedObjectReferentialIntegrityError, CocoaError.managedObjectValidationError,
      CocoaError.migrationError, CocoaError.migrationCancelledError,
      CocoaError.migrationManagerDestinationStoreError, CocoaError.migrationManagerSourceStoreError,
      CocoaError.migrationMissingMappingModelError, CocoaError.migrationMissingSourceModelError,
      CocoaError.persistentStoreCoordinatorLockingError,
      CocoaError.persistentStoreIncompatibleSchemaError,
      CocoaError.persistentStoreIncompatibleVersionHashError,
      CocoaError.persistentStoreIncompleteSaveError, CocoaError.persistentStoreInvalidTypeError,
      CocoaError.persistentStoreOpenError, CocoaError.persistentStoreOperationError,
      CocoaError.persistentStoreSaveError, CocoaError.persistentStoreSaveConflictsError,
      CocoaError.persistentStoreTimeoutError, CocoaError.persistentStoreTypeMismatchError,
      CocoaError.persistentStoreUnsupportedRequestTypeError, CocoaError.sqliteError,
      CocoaError.validationDateTooLateError, CocoaError.validationDateTooSoonError,
      CocoaError.validationInvalidDateError, CocoaError.validationMissingMandatoryPropertyError,
      CocoaError.validationMultipleErrorsError, CocoaError.validationNumberTooLargeError,
      CocoaError.validationNumberTooSmallError, CocoaError.validationRelationshipDeniedDeleteError,
      CocoaError.validationRelationshipExceedsMaximumCountError,
      CocoaError.validationRelationshipLacksMinimumCountError,
      CocoaError.validationStringPatternMatchingError, CocoaError.validationStringTooLongError,
      CocoaError.validationStringTooShortError,
    ]
    #expect(codes == long && codes == statics && codes == longStatics)
    #expect(Set(codes.map(\.rawValue)).count == codes.count)
    #expect(CocoaError.persistentStoreSaveConflicts.rawValue == 134050)
  }

  @Test func `a failed validation says of what, by name`() throws {
    let error = CocoaError(
      .validationStringTooLong,
      userInfo: [
        NSValidationKeyErrorKey: "text", NSValidationValueErrorKey: "too long",
        NSValidationObjectErrorKey: NSNumber(value: 1),
        NSValidationPredicateErrorKey: NSPredicate(value: false),
        NSAffectedObjectsErrorKey: [NSNumber(value: 2)], NSAffectedStoresErrorKey: [NSObject()],
        NSPersistentStoreSaveConflictsErrorKey: [NSMergeConflict](),
      ])
    #expect(error.validationKey == "text")
    #expect(error.validationValue as? String == "too long")
    #expect(error.validationObject as? NSNumber == 1)
    #expect(error.validationPredicate != nil)
    #expect(error.affectedObjects?.count == 1)
    #expect(error.affectedStores?.count == 1)
    #expect(error.persistentStoreSaveConflicts?.isEmpty == true)
    do {
      throw error
    } catch CocoaError.validationStringTooLong {
      #expect(error.code == .validationStringTooLongError)
    }
  }

  @Test func `codes are numbers, too`() {
    let numbers = [
      NSMigrationCancelledError, NSMigrationConstraintViolationError,
      NSMigrationMissingMappingModelError, NSMigrationManagerSourceStoreError,
      NSMigrationManagerDestinationStoreError, NSEntityMigrationPolicyError,
      NSExternalRecordImportError,
    ]
    #expect(numbers == [134120, 134111, 134140, 134150, 134160, 134170, 134200])
  }
}
