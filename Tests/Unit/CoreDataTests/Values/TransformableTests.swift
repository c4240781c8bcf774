import Foundation
import Testing

@testable import CoreData

struct `Transformables` {
  private static func stack(
    transformer: String?, _ type: NSPersistentStore.StoreType = .sqlite
  ) throws -> ValueStack {
    try ValueStack(type) { $0.attributesByName["thing"]?.valueTransformerName = transformer }
  }

  @Test func `the names of the constants are those that models contain`() {
    #expect(
      NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        == "NSSecureUnarchiveFromData")
    #expect(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) != nil)
  }

  @Test(arguments: [
    nil, "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
  ])
  func `values of property lists are saved under every spelling of the standard transformer`(
    name: String?
  ) throws {
    let stack = try Self.stack(transformer: name)
    try stack.context.performAndWait {
      stack.insert(["thing": ["red", "green"], "int64": 1])
      stack.insert(["thing": ["a": 1, "b": 2], "int64": 2])
      stack.insert(["thing": Date(timeIntervalSinceReferenceDate: 5), "int64": 3])
      try stack.context.save()
      stack.forgetEverything()
      let found = try stack.fetch(sortedBy: "int64").map { $0.value(forKey: "thing") }
      #expect(found[0] as? [String] == ["red", "green"])
      #expect(found[1] as? [String: Int] == ["a": 1, "b": 2])
      #expect(found[2] as? Date == Date(timeIntervalSinceReferenceDate: 5))
    }
  }

  @Test func `an unknown transformer is an error of the save that names the attribute`() throws {
    let stack = try Self.stack(transformer: "ColourTransformer")
    try stack.context.performAndWait {
      let object = stack.insert(["thing": ["red"]])
      let error = stack.failureOfSave()
      #expect(error?.code == .coreData)
      let words = error?.localizedDescription ?? ""
      #expect(words.contains("Item.thing") && words.contains("ColourTransformer"))
      object.setValue(nil, forKey: "thing")
      try stack.context.save()
    }
  }

  @Test func `an unknown transformer is an error of the fetch that meets a value`() throws {
    let stack = try Self.stack(transformer: "ColourTransformer")
    let plain = try PlainDatabase(stack.url)
    try plain.run("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
    #expect(try stack.context.performAndWait { try stack.fetch().count } == 1)
    try plain.run("UPDATE ZITEM SET ZTHING = x'01', Z_OPT = 2")
    stack.forgetEverything()
    stack.context.performAndWait {
      let error = #expect(throws: CocoaError.self) { try stack.fetch() }
      #expect(error?.localizedDescription.contains("Item.thing") == true)
    }
  }

  @Test func `an archive that cannot be read is an error of the fetch`() throws {
    let stack = try Self.stack(transformer: nil)
    let plain = try PlainDatabase(stack.url)
    try plain.run("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTHING) VALUES (1, 1, 1, x'0102')")
    stack.context.performAndWait {
      let error = #expect(throws: CocoaError.self) { try stack.fetch() }
      #expect(error?.code == .fileReadCorruptFile)
      #expect(error?.localizedDescription.contains("Item.thing") == true)
    }
  }

  private final class Plain: NSObject {}
  private struct Point: Hashable {
    var x = 1
  }

  @Test func `what cannot be archived is an error, not an abort, at any depth`() throws {
    let stack = try Self.stack(transformer: nil)
    stack.context.performAndWait {
      let object = stack.insert([:])
      let bad: [Any] = [Plain(), [Plain()], ["a": [Plain()]], Point(), [Point()]]
      for value in bad {
        object.setValue(value, forKey: "thing")
        let error = stack.failureOfSave()
        #expect(error?.code == .coreData)
        #expect(error?.localizedDescription.contains("Item.thing") == true)
        #expect(error?.localizedDescription.contains("NSSecureCoding") == true)
      }
      object.setValue(["fine"], forKey: "thing")
      #expect(throws: Never.self) { try stack.context.save() }
    }
  }

  /// Makes text of a number, to show that any data will do.
  private final class NumberTransformer: ValueTransformer, @unchecked Sendable {
    // @unchecked Sendable as its superclass is.
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? Int).map { Data("\($0)".utf8) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
  }

  @Test func `a transformer of one's own makes the data, and says by nil that it cannot`() throws {
    ValueTransformer.setValueTransformer(
      NumberTransformer(), forName: NSValueTransformerName("NumberTransformer"))
    let stack = try Self.stack(transformer: "NumberTransformer")
    let plain = try PlainDatabase(stack.url)
    try stack.context.performAndWait {
      let object = stack.insert(["thing": 42])
      try stack.context.save()
      stack.forgetEverything()
      #expect(try plain.text("SELECT CAST(ZTHING AS TEXT) FROM ZITEM") == "42")
      let found = try #require(try stack.fetch().first)
      #expect(found.value(forKey: "thing") as? Int == 42)
      found.setValue("no number", forKey: "thing")
      #expect(stack.failureOfSave()?.localizedDescription.contains("Item.thing") == true)
      _ = object
    }
  }

  @Test func `a generated accessor reads what was set`() throws {
    let stack = try Self.stack(transformer: nil)
    stack.context.performAndWait {
      let object = stack.insert([:])
      let key = PropertyKey("thing")
      let values: [Any] = [
        ["red"], ["a": 1], "text", 5, Date(timeIntervalSinceReferenceDate: 1), NSArray(array: [1]),
        Set(["x"]), URL(string: "https://chat.example")!,
      ]
      for value in values {
        object.setValue(value, forKey: "thing")
        let read: NSObject? = object.attribute(key)
        #expect(read != nil, "\(value)")
      }
      object.setAttribute(key, to: ["blue"] as NSArray as NSObject)
      let read: NSObject? = object.attribute(key)
      #expect((read as? NSArray)?.firstObject as? String == "blue")
    }
  }
}
