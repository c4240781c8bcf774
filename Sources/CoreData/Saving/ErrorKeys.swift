// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
