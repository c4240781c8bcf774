internal import Foundation

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

  /// Reads the value of each column that has one. False if there are others, or if a value is wrong:
  /// which error is the first to be told must not depend on the order of the dictionary.
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
