// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation

// The same codes as plain numbers, for code that compares `NSError.code`.

public var NSManagedObjectValidationError: Int { CocoaError.Code.managedObjectValidation.rawValue }
public var NSManagedObjectConstraintValidationError: Int {
  CocoaError.Code.managedObjectConstraintValidation.rawValue
}
public var NSValidationMultipleErrorsError: Int {
  CocoaError.Code.validationMultipleErrors.rawValue
}
public var NSValidationMissingMandatoryPropertyError: Int {
  CocoaError.Code.validationMissingMandatoryProperty.rawValue
}
public var NSValidationRelationshipLacksMinimumCountError: Int {
  CocoaError.Code.validationRelationshipLacksMinimumCount.rawValue
}
public var NSValidationRelationshipExceedsMaximumCountError: Int {
  CocoaError.Code.validationRelationshipExceedsMaximumCount.rawValue
}
public var NSValidationRelationshipDeniedDeleteError: Int {
  CocoaError.Code.validationRelationshipDeniedDelete.rawValue
}
public var NSValidationNumberTooLargeError: Int {
  CocoaError.Code.validationNumberTooLarge.rawValue
}
public var NSValidationNumberTooSmallError: Int {
  CocoaError.Code.validationNumberTooSmall.rawValue
}
public var NSValidationDateTooLateError: Int { CocoaError.Code.validationDateTooLate.rawValue }
public var NSValidationDateTooSoonError: Int { CocoaError.Code.validationDateTooSoon.rawValue }
public var NSValidationInvalidDateError: Int { CocoaError.Code.validationInvalidDate.rawValue }
public var NSValidationStringTooLongError: Int { CocoaError.Code.validationStringTooLong.rawValue }
public var NSValidationStringTooShortError: Int {
  CocoaError.Code.validationStringTooShort.rawValue
}
public var NSValidationStringPatternMatchingError: Int {
  CocoaError.Code.validationStringPatternMatching.rawValue
}
public var NSValidationInvalidURIError: Int { CocoaError.Code.validationInvalidURI.rawValue }
public var NSManagedObjectContextLockingError: Int {
  CocoaError.Code.managedObjectContextLocking.rawValue
}
public var NSPersistentStoreCoordinatorLockingError: Int {
  CocoaError.Code.persistentStoreCoordinatorLocking.rawValue
}
public var NSManagedObjectReferentialIntegrityError: Int {
  CocoaError.Code.managedObjectReferentialIntegrity.rawValue
}
public var NSManagedObjectExternalRelationshipError: Int {
  CocoaError.Code.managedObjectExternalRelationship.rawValue
}
public var NSManagedObjectMergeError: Int { CocoaError.Code.managedObjectMerge.rawValue }
public var NSManagedObjectConstraintMergeError: Int {
  CocoaError.Code.managedObjectConstraintMerge.rawValue
}
public var NSPersistentStoreInvalidTypeError: Int {
  CocoaError.Code.persistentStoreInvalidType.rawValue
}
public var NSPersistentStoreTypeMismatchError: Int {
  CocoaError.Code.persistentStoreTypeMismatch.rawValue
}
public var NSPersistentStoreIncompatibleSchemaError: Int {
  CocoaError.Code.persistentStoreIncompatibleSchema.rawValue
}
public var NSPersistentStoreSaveError: Int { CocoaError.Code.persistentStoreSave.rawValue }
public var NSPersistentStoreIncompleteSaveError: Int {
  CocoaError.Code.persistentStoreIncompleteSave.rawValue
}
public var NSPersistentStoreSaveConflictsError: Int {
  CocoaError.Code.persistentStoreSaveConflicts.rawValue
}
public var NSCoreDataError: Int { CocoaError.Code.coreData.rawValue }
public var NSPersistentStoreOperationError: Int {
  CocoaError.Code.persistentStoreOperation.rawValue
}
public var NSPersistentStoreOpenError: Int { CocoaError.Code.persistentStoreOpen.rawValue }
public var NSPersistentStoreTimeoutError: Int { CocoaError.Code.persistentStoreTimeout.rawValue }
public var NSPersistentStoreUnsupportedRequestTypeError: Int {
  CocoaError.Code.persistentStoreUnsupportedRequestType.rawValue
}
public var NSPersistentStoreIncompatibleVersionHashError: Int {
  CocoaError.Code.persistentStoreIncompatibleVersionHash.rawValue
}
public var NSMigrationError: Int { CocoaError.Code.migration.rawValue }
public var NSMigrationMissingSourceModelError: Int {
  CocoaError.Code.migrationMissingSourceModel.rawValue
}
public var NSInferredMappingModelError: Int { CocoaError.Code.inferredMappingModel.rawValue }
public var NSSQLiteError: Int { CocoaError.Code.sqlite.rawValue }
public var NSPersistentHistoryTokenExpiredError: Int {
  CocoaError.Code.persistentHistoryTokenExpired.rawValue
}

/// The errors behind a `validationMultipleErrors`.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The object that failed validation.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The name of the property that failed validation.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The validation predicate that was not satisfied.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The value that failed validation; absent when the value is missing.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The stores that a failure concerns.
public let NSAffectedStoresErrorKey = "NSAffectedStores"
/// The objects that a failure concerns.
public let NSAffectedObjectsErrorKey = "NSAffectedObjects"
/// The merge or constraint conflicts that stopped a save.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The domain of the SQLite result code, as a key of `userInfo`.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"
