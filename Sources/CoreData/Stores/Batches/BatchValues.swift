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
  /// What a dictionary leaves out becomes nil, as with `setValue(_:forKey:)`.
  static func parts(of given: [String: Any], _ entity: NSEntityDescription) throws -> [String: Any]
  {
    var parts = given
    let layout = entity.layout
    for (name, value) in given {
      guard let composite = layout.composite(name) else { continue }
      parts[name] = nil
      guard value is [String: Any] || value is NSNull else {
        throw CocoaError.coreData(
          .persistentStoreOperation, "The batch request",
          "has a \(type(of: value)) for the composite attribute \(name)",
          wayOut: "Give it a dictionary with the names of its parts, or set \(name).part alone.")
      }
      composite.visit(value as? [String: Any]) {
        parts[layout.slots[$0].name] = $1 ?? NSNull()
      }
    }
    return parts
  }

  static func requireAttributes(_ names: [String], of entity: NSEntityDescription) throws {
    for name in names.sorted() where entity.attributesByName[name] == nil {
      if case .value(let slot)? = entity.layout.place(of: name),
        entity.layout.compositeName(of: slot) != nil
      {
        continue
      }
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
      "has no value for \(attribute.name) of \(attribute.owner?.name ?? "?"), which is not "
        + "optional and has no default",
      wayOut: "Supply it in every dictionary; nothing was inserted.")
  }
}

/// A column that batch insertions write. A class, because every value looks at one.
final class BatchColumn {
  let slot: Int
  let attribute: NSAttributeDescription
  let name: String
  let type: NSAttributeType
  let isOptional: Bool

  init(_ slot: WritePlan.Slot, _ attribute: NSAttributeDescription) {
    (self.slot, self.attribute, name) = (slot.slot, attribute, attribute.name)
    (type, isOptional) = (attribute.attributeType, attribute.isOptional)
  }
}

/// What the handler of a batch insertion filled in.
///
/// `NSMutableDictionary` keeps objects, and makes a Swift value of each that it hands out: that
/// takes longer than inserting the row. What most rows have, texts, numbers and dates, is therefore
/// taken from the objects themselves.
struct FilledDictionary {
  private let dictionary: NSMutableDictionary

  init(_ dictionary: NSMutableDictionary) { self.dictionary = dictionary }

  /// All values by their names.
  var named: [String: Any] {
    var named: [String: Any] = [:]
    // An iterator would look up each value by its key.
    dictionary.enumerateKeysAndObjects(options: []) { key, value, _ in
      if let name = key as? String { named[name] = value }
    }
    return named
  }

  /// Reads the value of each column that has one. False if there are others, or if a value is
  /// wrong: which error is the first to be told must not depend on the order of the dictionary.
  func read(into values: inout [Value?], _ columns: [BatchColumn]) -> Bool {
    let (keys, objects) = (dictionary.allKeys, dictionary.allValues)
    for (key, object) in zip(keys, objects) {
      guard let name = (key as? NSString).map({ $0 as String }),
        let index = columns.firstIndex(where: { $0.name == name })
      else { return false }
      let column = columns[index]
      guard
        let value = plainValue(of: object, column.type)
          ?? (try? column.attribute.storedValue(of: dictionary.object(forKey: key))),
        ValueLimit(broken: value, by: column.type) == nil
      else { return false }
      values[index] = value
    }
    return true
  }

  /// nil for all but the most frequent classes.
  private func plainValue(of object: Any, _ type: NSAttributeType) -> Value? {
    switch type {
    case .stringAttributeType: (object as? NSString).map { .text($0 as String) }
    case .dateAttributeType: (object as? NSDate).map { .date($0 as Date) }
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .doubleAttributeType, .floatAttributeType:
      (object as? NSNumber).flatMap { ExactNumber($0)?.value(as: type) }
    default: nil
    }
  }
}
