// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation

// The same codes as plain numbers, for code that compares `NSError.code`.

/// A property, or several, have values that they may not have.
public var NSManagedObjectValidationError: Int { CocoaError.Code.managedObjectValidation.rawValue }
/// Values that must be unique are in use.
public var NSManagedObjectConstraintValidationError: Int {
  CocoaError.Code.managedObjectConstraintValidation.rawValue
}
/// Several things are invalid; `NSDetailedErrorsKey` holds an error for each.
public var NSValidationMultipleErrorsError: Int {
  CocoaError.Code.validationMultipleErrors.rawValue
}
/// A property that must have a value has none.
public var NSValidationMissingMandatoryPropertyError: Int {
  CocoaError.Code.validationMissingMandatoryProperty.rawValue
}
/// A relationship has too few members.
public var NSValidationRelationshipLacksMinimumCountError: Int {
  CocoaError.Code.validationRelationshipLacksMinimumCount.rawValue
}
/// A relationship has too many members.
public var NSValidationRelationshipExceedsMaximumCountError: Int {
  CocoaError.Code.validationRelationshipExceedsMaximumCount.rawValue
}
/// The object may not go while there is another end.
public var NSValidationRelationshipDeniedDeleteError: Int {
  CocoaError.Code.validationRelationshipDeniedDelete.rawValue
}
/// A number is too large.
public var NSValidationNumberTooLargeError: Int {
  CocoaError.Code.validationNumberTooLarge.rawValue
}
/// A number is too small.
public var NSValidationNumberTooSmallError: Int {
  CocoaError.Code.validationNumberTooSmall.rawValue
}
/// A date is too late.
public var NSValidationDateTooLateError: Int { CocoaError.Code.validationDateTooLate.rawValue }
/// A date is too soon.
public var NSValidationDateTooSoonError: Int { CocoaError.Code.validationDateTooSoon.rawValue }
/// A date is none.
public var NSValidationInvalidDateError: Int { CocoaError.Code.validationInvalidDate.rawValue }
/// A text is too long.
public var NSValidationStringTooLongError: Int { CocoaError.Code.validationStringTooLong.rawValue }
/// A text is too short.
public var NSValidationStringTooShortError: Int {
  CocoaError.Code.validationStringTooShort.rawValue
}
/// A text does not fit its pattern.
public var NSValidationStringPatternMatchingError: Int {
  CocoaError.Code.validationStringPatternMatching.rawValue
}
/// A text is not an address.
public var NSValidationInvalidURIError: Int { CocoaError.Code.validationInvalidURI.rawValue }
/// A context could not be locked.
public var NSManagedObjectContextLockingError: Int {
  CocoaError.Code.managedObjectContextLocking.rawValue
}
/// A coordinator could not be locked.
public var NSPersistentStoreCoordinatorLockingError: Int {
  CocoaError.Code.persistentStoreCoordinatorLocking.rawValue
}
/// An object refers to a row that is gone.
public var NSManagedObjectReferentialIntegrityError: Int {
  CocoaError.Code.managedObjectReferentialIntegrity.rawValue
}
/// A relationship leads into another store.
public var NSManagedObjectExternalRelationshipError: Int {
  CocoaError.Code.managedObjectExternalRelationship.rawValue
}
/// Others changed the rows that were to be written.
public var NSManagedObjectMergeError: Int { CocoaError.Code.managedObjectMerge.rawValue }
/// Values that must be unique are in use, in the store or among what is saved.
public var NSManagedObjectConstraintMergeError: Int {
  CocoaError.Code.managedObjectConstraintMerge.rawValue
}
/// There are no stores of that type.
public var NSPersistentStoreInvalidTypeError: Int {
  CocoaError.Code.persistentStoreInvalidType.rawValue
}
/// The file is a store of another type.
public var NSPersistentStoreTypeMismatchError: Int {
  CocoaError.Code.persistentStoreTypeMismatch.rawValue
}
/// The model does not fit the store.
public var NSPersistentStoreIncompatibleSchemaError: Int {
  CocoaError.Code.persistentStoreIncompatibleSchema.rawValue
}
/// The store could not be written.
public var NSPersistentStoreSaveError: Int { CocoaError.Code.persistentStoreSave.rawValue }
/// Some stores were written and others not.
public var NSPersistentStoreIncompleteSaveError: Int {
  CocoaError.Code.persistentStoreIncompleteSave.rawValue
}
/// Others changed rows meanwhile.
public var NSPersistentStoreSaveConflictsError: Int {
  CocoaError.Code.persistentStoreSaveConflicts.rawValue
}
/// Something else went wrong in Core Data; the description says what.
public var NSCoreDataError: Int { CocoaError.Code.coreData.rawValue }
/// An operation on the store failed.
public var NSPersistentStoreOperationError: Int {
  CocoaError.Code.persistentStoreOperation.rawValue
}
/// The store could not be opened.
public var NSPersistentStoreOpenError: Int { CocoaError.Code.persistentStoreOpen.rawValue }
/// The store was not to be had in time.
public var NSPersistentStoreTimeoutError: Int { CocoaError.Code.persistentStoreTimeout.rawValue }
/// The store does not know that kind of request.
public var NSPersistentStoreUnsupportedRequestTypeError: Int {
  CocoaError.Code.persistentStoreUnsupportedRequestType.rawValue
}
/// The model is not the one that the store was made with.
public var NSPersistentStoreIncompatibleVersionHashError: Int {
  CocoaError.Code.persistentStoreIncompatibleVersionHash.rawValue
}
/// Migrating failed.
public var NSMigrationError: Int { CocoaError.Code.migration.rawValue }
/// The model that the store was made with is not there.
public var NSMigrationMissingSourceModelError: Int {
  CocoaError.Code.migrationMissingSourceModel.rawValue
}
/// Migrating was cancelled.
public var NSMigrationCancelledError: Int { CocoaError.Code.migrationCancelled.rawValue }
/// Migrating would give two rows the same unique values.
public var NSMigrationConstraintViolationError: Int { 134111 }
/// The way from the old model to the new one is not there.
public var NSMigrationMissingMappingModelError: Int {
  CocoaError.Code.migrationMissingMappingModel.rawValue
}
/// The old store could not be read.
public var NSMigrationManagerSourceStoreError: Int {
  CocoaError.Code.migrationManagerSourceStore.rawValue
}
/// The new store could not be written.
public var NSMigrationManagerDestinationStoreError: Int {
  CocoaError.Code.migrationManagerDestinationStore.rawValue
}
/// A migration policy failed.
public var NSEntityMigrationPolicyError: Int { CocoaError.Code.entityMigrationPolicy.rawValue }
/// External records could not be read in.
public var NSExternalRecordImportError: Int { CocoaError.Code.externalRecordImport.rawValue }
/// The way from the old model to the new one cannot be worked out.
public var NSInferredMappingModelError: Int { CocoaError.Code.inferredMappingModel.rawValue }
/// SQLite reports an error, which `NSUnderlyingErrorKey` holds.
public var NSSQLiteError: Int { CocoaError.Code.sqlite.rawValue }
/// The place in the history that was asked for is gone.
public var NSPersistentHistoryTokenExpiredError: Int {
  CocoaError.Code.persistentHistoryTokenExpired.rawValue
}
/// The model that a reference names is not there.
public var NSManagedObjectModelReferenceNotFoundError: Int {
  CocoaError.Code.managedObjectModelReferenceNotFound.rawValue
}
/// A store does not say which version it has, as a staged migration needs it.
public var NSStagedMigrationFrameworkVersionMismatchError: Int {
  CocoaError.Code.stagedMigrationFrameworkVersionMismatch.rawValue
}
/// A staged migration would have to go back.
public var NSStagedMigrationBackwardMigrationError: Int {
  CocoaError.Code.stagedMigrationBackward.rawValue
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
