internal import Foundation

/// What batch requests may write: attributes, with values of their types.
enum BatchValues {
  static func value(_ value: Any?, of attribute: NSAttributeDescription) throws -> Value {
    let stored: Value
    do { stored = try attribute.storedValue(of: value) } catch {
      throw CocoaError.coreData(
        .persistentStoreOperation, "The batch request", "has a value of the wrong type",
        wayOut: error.sentence)
    }
    try requireLimit(stored, attribute, attribute.attributeType)
    return stored
  }

  /// An error for a value that the store would change.
  static func requireLimit(
    _ value: Value, _ attribute: NSAttributeDescription, _ type: NSAttributeType
  ) throws {
    guard let limit = ValueLimit(broken: value, by: type) else { return }
    throw CocoaError.coreData(
      limit.code, "The batch request",
      "has \(attribute.object(for: value) ?? "nil") for \(attribute.name), \(limit.words(type))",
      wayOut: "Change the value, or give \(attribute.name) a wider type in the model.")
  }

  /// The same dictionary with the parts of composite attributes by their key paths.
  static func parts(of given: [String: Any], _ entity: NSEntityDescription) -> [String: Any] {
    var parts = given
    let layout = entity.layout
    for name in given.keys {
      guard let composite = layout.composite(name) else { continue }
      parts[name] = nil
      composite.visit(given[name] as? [String: Any]) { parts[layout.slots[$0].name] = $1 }
    }
    return parts
  }

  static func requireAttributes(_ names: [String], of entity: NSEntityDescription) throws {
    for name in names.sorted() where entity.attributesByName[name] == nil {
      throw CocoaError.coreData(
        .persistentStoreOperation, "The batch request",
        "sets \(name), which is no attribute of \(entity.name ?? "?")",
        wayOut: "Batch requests set attributes only; relationships need objects.")
    }
  }
}

extension CocoaError {
  static func missingValue(_ attribute: NSAttributeDescription) -> CocoaError {
    coreData(
      .validationMissingMandatoryProperty, "The batch insertion",
      "has no value for \(attribute.name) of \(attribute.entity?.name ?? "?"), which is not "
        + "optional and has no default",
      wayOut: "Supply it in every dictionary; nothing was inserted.")
  }
}
