import Foundation
import LongTests
import Testing

@testable import CoreData

/// Random values of every attribute type go into a store and must come back as they were, by every
/// way there is: a tenth of what `WORKBOOK_VALUES=7700` tries, which is 100,000 values of all types
/// together and takes minutes.
@Suite(.everyStore) struct `Random values` {
  private static let objects =
    ProcessInfo.processInfo.environment["WORKBOOK_VALUES"].flatMap { Int($0) }
    ?? LongTests.all(Array(0..<770), orFirst: 200).count
  private static let lot = 100

  /// What a program gets for a value that it set.
  private func isSame(_ read: Any?, as given: Any?, _ type: NSAttributeType) -> Bool {
    switch (read, given) {
    case (nil, nil): return true
    case (nil, _), (_, nil): return false
    default: break
    }
    return switch type {
    case .integer16AttributeType: read is NSNumber && read as? Int16 == given as? Int16
    case .integer32AttributeType: read is NSNumber && read as? Int32 == given as? Int32
    case .integer64AttributeType: read is NSNumber && read as? Int64 == given as? Int64
    case .booleanAttributeType: read is NSNumber && read as? Bool == given as? Bool
    case .doubleAttributeType: read is NSNumber && read as? Double == given as? Double
    case .floatAttributeType: read is NSNumber && read as? Float == given as? Float
    case .decimalAttributeType:
      (read as? NSDecimalNumber)?.decimalValue == (given as? NSDecimalNumber)?.decimalValue
    case .stringAttributeType:
      (read as? String).map { Array($0.utf8) } == (given as? String).map { Array($0.utf8) }
    case .dateAttributeType: read as? Date == given as? Date
    case .binaryDataAttributeType: read as? Data == given as? Data
    case .UUIDAttributeType: read as? UUID == given as? UUID
    case .URIAttributeType: (read as? URL)?.absoluteString == (given as? URL)?.absoluteString
    default: object(read)?.isEqual(object(given)) ?? false
    }
  }

  /// A transformable value as Foundation's object, which is what an archive gives back.
  private func object(_ value: Any?) -> NSObject? {
    (value as? NSString) ?? (value as? NSArray) ?? (value as? NSDictionary) ?? (value as? NSDate)
      ?? (value as? NSData)
  }

  private func expectSame(
    _ object: NSManagedObject, as given: [String: Any?], _ where: String
  ) -> Bool {
    for (name, type) in ValueStack.types {
      let read = object.value(forKey: name)
      guard isSame(read, as: given[name] ?? nil, type) else {
        Issue.record("\(`where`): \(name) was \(given[name] as Any), is \(read as Any)")
        return false
      }
    }
    return true
  }

  /// Reads an attribute as its generated accessor does.
  private func typed(_ object: NSManagedObject, _ name: String, _ type: NSAttributeType) -> Any? {
    let key = PropertyKey(name)
    if object.value(forKey: name) == nil { return nil }
    return switch type {
    case .integer16AttributeType: object.attribute(key) as Int16
    case .integer32AttributeType: object.attribute(key) as Int32
    case .integer64AttributeType: object.attribute(key) as Int64
    case .booleanAttributeType: object.attribute(key) as Bool
    case .doubleAttributeType: object.attribute(key) as Double
    case .floatAttributeType: object.attribute(key) as Float
    case .decimalAttributeType: object.attribute(key) as NSDecimalNumber?
    case .stringAttributeType: object.attribute(key) as String?
    case .dateAttributeType: object.attribute(key) as Date?
    case .binaryDataAttributeType: object.attribute(key) as Data?
    case .UUIDAttributeType: object.attribute(key) as UUID?
    case .URIAttributeType: object.attribute(key) as URL?
    default: object.attribute(key) as NSObject?
    }
  }

  /// The values as accessors give them are put into another object by the setters for keys, and
  /// must be the same there.
  private func expectAccessors(_ object: NSManagedObject, give values: [String: Any?]) -> Bool {
    for (name, type) in ValueStack.types {
      let read = typed(object, name, type)
      if type == .transformableAttributeType {
        if (read == nil) != (values[name] ?? nil == nil) { return false }
        continue
      }
      let asObject: Any? = (read as? NSNumber) ?? read
      guard isSame(asObject, as: values[name] ?? nil, type) else {
        Issue.record("accessor of \(name): was \(values[name] as Any), is \(read as Any)")
        return false
      }
    }
    return true
  }

  /// One predicate for each attribute that a predicate can compare.
  private func predicates(_ values: [String: Any?]) -> [NSPredicate] {
    ValueStack.types.compactMap { name, type in
      if type == .transformableAttributeType { return nil }
      guard let value = values[name] ?? nil else { return NSPredicate(format: "\(name) == nil") }
      return NSPredicate(format: "\(name) == %@", value)
    }
  }

  /// Finds the object whose attributes all have these values.
  private func predicate(_ values: [String: Any?]) -> NSPredicate {
    NSCompoundPredicate(andPredicateWithSubpredicates: predicates(values))
  }

  private func expectMatch(_ values: [String: Any?], _ object: NSManagedObject) -> Bool {
    for predicate in predicates(values) where !predicate.evaluate(with: object) {
      Issue.record("\(predicate) does not find \(object.value(forKey: "int64") ?? "nil")")
      return false
    }
    return true
  }

  @Test func `are the same by key, by accessor, in predicates and in the file opened again`() throws
  {
    var random = RandomValues(seed: 17)
    for lot in 0..<(Self.objects + Self.lot - 1) / Self.lot {
      if try !holds(lot, &random) { return }
    }
  }

  private func holds(_ lot: Int, _ random: inout RandomValues) throws -> Bool {
    let stack = try ValueStack()
    var expected: [[String: Any?]] = []
    for _ in 0..<Self.lot { expected.append(try inserted(stack, &random)) }
    try stack.context.performAndWait { try stack.context.save() }
    let again = try stack.reopened()
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = again
    let all = expected
    return try reader.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      // Faults are kept as packed bytes, objects are not; both ways are taken.
      request.returnsObjectsAsFaults = lot % 2 == 0
      let found = try reader.fetch(request)
      guard found.count == Self.lot else {
        Issue.record("lot \(lot): \(found.count) objects")
        return false
      }
      for values in all {
        request.predicate = predicate(values)
        let matches = try reader.fetch(request)
        guard let object = matches.first, expectSame(object, as: values, "reopened, lot \(lot)"),
          expectAccessors(object, give: values), expectMatch(values, object)
        else {
          let strangers = try predicates(values).filter {
            request.predicate = $0
            return try reader.count(for: request) == 0
          }
          Issue.record("lot \(lot): \(matches.count) match \(values), none \(strangers)")
          return false
        }
      }
      return true
    }
  }

  private func inserted(
    _ stack: ValueStack, _ random: inout RandomValues
  ) throws -> [String: Any?] {
    var values: [String: Any?] = [:]
    for (name, type) in ValueStack.types { values[name] = random.value(type) }
    return try stack.context.performAndWait {
      let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: stack.context)
      for (name, _) in ValueStack.types { object.setValue(values[name] ?? nil, forKey: name) }
      guard expectSame(object, as: values, "unsaved"), expectAccessors(object, give: values),
        expectMatch(values, object)
      else {
        Issue.record("unsaved: \(values)")
        throw CancellationError()
      }
      return values
    }
  }
}
