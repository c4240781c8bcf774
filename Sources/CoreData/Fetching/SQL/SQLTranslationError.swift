internal import Foundation

/// Why a store cannot be asked a question, although memory could answer it or nothing could.
public struct SQLTranslationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What stands in the way, told apart.
  public enum Reason: Hashable, Sendable {
    /// A block of the program's: only the program can run it.
    case block
    /// A property that the entity lacks.
    case unknownKey(String, entity: String)
    /// A transient property, which has no column.
    case transient(String, entity: String)
    /// A path that goes on behind an attribute.
    case beyondAttribute(String, entity: String)
    /// A to-many relationship where one value belongs.
    case toMany(String)
    /// A comparison of texts with something that is not one.
    case notText(String)
    /// A variable that was not substituted.
    case unboundVariable(String)
    /// A function that SQL is not asked for.
    case function(String)
    /// An expression that SQL is not asked for.
    case expression(String)
    /// A value that a column cannot hold.
    case value(String)
    /// An order by a closure instead of a key.
    case sortWithoutKey
    /// `BETWEEN` without two bounds.
    case bounds
    /// A value that lies in a file beside the store.
    case external(String)
  }

  /// What stands in the way.
  public let reason: Reason
  /// The predicate, expression or descriptor it is in.
  public let place: String

  /// What stands in the way and what to do about it.
  public var description: String { "Unable to send \(place) to the store: \(words)." }

  private var words: String {
    switch reason {
    case .block:
      "a block can only be run in memory; filter the fetched array with it"
    case .unknownKey(let key, let entity):
      "entity '\(entity)' has no property '\(key)'"
    case .transient(let key, let entity):
      "'\(entity).\(key)' is transient and no store has it; filter or sort the fetched array"
    case .beyondAttribute(let key, let entity):
      "'\(entity).\(key)' is an attribute and has no properties of its own"
    case .toMany(let path):
      "'\(path)' has many values; write ANY or ALL before it, or use @count or SUBQUERY"
    case .notText(let expression):
      "\(expression) is no text, and only texts can be searched"
    case .unboundVariable(let name):
      "the variable $\(name) has no value; call withSubstitutionVariables first"
    case .function(let name):
      "SQL has no counterpart of the function '\(name)' here"
    case .expression(let text):
      "\(text) can only be worked out in memory"
    case .value(let text):
      "\(text) is no value that a store can compare"
    case .sortWithoutKey:
      "it was made without a key; use NSSortDescriptor(key:ascending:)"
    case .external(let expression):
      "\(expression) may lie in a file; a store only knows whether it is nil"
    case .bounds:
      "BETWEEN needs a list of two values"
    }
  }
}

extension SQLTranslationError {
  /// The error of a store whose model asks for something that SQL cannot say.
  func cocoaError(opening store: String) -> CocoaError {
    CocoaError.coreData(
      .persistentStoreIncompatibleSchema, store, "cannot keep \(place): \(words)",
      wayOut: "Change the model.", [NSUnderlyingErrorKey: self])
  }

  /// The error as users of Core Data get it; this one lies beneath it.
  func cocoaError(fetching entity: String) -> CocoaError {
    CocoaError.coreData(
      .coreData, "The fetch of \(entity)", "cannot be sent to the store: in \(place), \(words)",
      wayOut: "Change the request, or fetch without this part and work on the result in memory.",
      [NSUnderlyingErrorKey: self])
  }
}
