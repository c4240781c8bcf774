import Foundation
import Testing

@testable import CoreData

struct `Integers out of range` {
  static let cases: [(key: String, value: NSNumber, code: CocoaError.Code)] = [
    ("int16", 40000, .validationNumberTooLarge), ("int16", -40000, .validationNumberTooSmall),
    ("int32", 3_000_000_000, .validationNumberTooLarge),
    ("int32", -3_000_000_000, .validationNumberTooSmall),
    ("int64", NSNumber(value: UInt64.max), .validationNumberTooLarge),
    ("int64", NSNumber(value: -1e30), .validationNumberTooSmall),
    ("int64", NSDecimalNumber(string: "9223372036854775808"), .validationNumberTooLarge),
    ("price", NSNumber(value: 1e300), .validationNumberTooLarge),
    ("price", NSNumber(value: -1e300), .validationNumberTooSmall),
    ("small", NSNumber(value: 1e300), .validationNumberTooLarge),
  ]

  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `are kept as they are and refused by the save, with the property and the value`(
    type: NSPersistentStore.StoreType
  ) throws {
    for (key, value, code) in Self.cases {
      let stack = try ValueStack(type)
      stack.context.performAndWait {
        let object = stack.insert([key: value])
        #expect(object.value(forKey: key) as? NSNumber == value, "\(key)")
        let error = stack.failureOfSave()
        #expect(error?.code == code, "\(key) = \(value)")
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key)
        #expect(error?.userInfo[NSValidationValueErrorKey] as? NSNumber == value)
        object.setValue(7, forKey: key)
        #expect(throws: Never.self) { try stack.context.save() }
      }
    }
  }

  @Test func `the ends of each range are saved`() throws {
    let stack = try ValueStack()
    try stack.context.performAndWait {
      let ends: [[String: Any]] = [
        ["int16": Int16.min, "int32": Int32.min, "int64": Int64.min],
        ["int16": Int16.max, "int32": Int32.max, "int64": Int64.max],
      ]
      for values in ends { stack.insert(values) }
      try stack.context.save()
      stack.forgetEverything()
      let found = try stack.fetch(sortedBy: "int64")
      #expect(found.map { $0.value(forKey: "int16") as? Int16 } == [.min, .max])
      #expect(found.map { $0.value(forKey: "int32") as? Int32 } == [.min, .max])
      #expect(found.map { $0.value(forKey: "int64") as? Int64 } == [.min, .max])
    }
  }

  @Test func `a typed read before the save gives the lowest bits, as int16Value does`() throws {
    let stack = try ValueStack()
    stack.context.performAndWait {
      let object = stack.insert(["int16": 40000, "int32": 3_000_000_000, "int64": UInt64.max])
      let small: Int16 = object.attribute(PropertyKey("int16"))
      let middle: Int32 = object.attribute(PropertyKey("int32"))
      let large: Int64 = object.attribute(PropertyKey("int64"))
      #expect(small == -25536 && middle == -1_294_967_296 && large == .max)
    }
  }

  @Test func `a fraction is cut off when it is set for an integer`() throws {
    let stack = try ValueStack()
    try stack.context.performAndWait {
      let object = stack.insert(["int16": 3.7, "int64": NSDecimalNumber(string: "-3.7")])
      for _ in 0..<2 {
        #expect(object.value(forKey: "int16") as? Int == 3)
        #expect(object.value(forKey: "int64") as? Int == -3)
        try stack.context.save()
      }
    }
  }

  @Test func `a batch insertion refuses them too`() throws {
    let stack = try ValueStack()
    stack.context.performAndWait {
      for (key, value, code) in Self.cases {
        let batch = NSBatchInsertRequest(entityName: "Item", objects: [[key: value]])
        let error = #expect(throws: CocoaError.self) { try stack.context.execute(batch) }
        #expect(error?.code == code, "\(key)")
      }
      #expect(throws: Never.self) { try stack.fetch().isEmpty }
    }
  }

  @Test func `a save of a child context refuses them as well`() throws {
    let stack = try ValueStack()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = stack.context
    child.performAndWait {
      let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: child)
      object.setValue(40000, forKey: "int16")
      let error = #expect(throws: CocoaError.self) { try child.save() }
      #expect(error?.code == .validationNumberTooLarge)
    }
  }
}
