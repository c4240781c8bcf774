import Foundation
import Testing

@testable import CoreData

struct PredicateValueTests {
  private func right(_ format: String) -> Any? {
    (NSPredicate(format: format) as? CoreData.NSComparisonPredicate)?.rightExpression.constantValue
  }

  @Test func `literals are numbers that read as every type`() {
    #expect(right("a == 1") as? Int == 1)
    #expect(right("a == 1") as? Double == 1)
    #expect(right("a == true") as? Int == 1)
    #expect(right("a == true") as? Bool == true)
    #expect(right("a == 2.5") as? Double == 2.5)
    #expect(right("a == -3") as? Int == -3)
    #expect(right("a == 1") is NSNumber)
    let given = CoreData.NSExpression(forConstantValue: Int16(7)).constantValue
    #expect(given as? Int == 7 && given is NSNumber)
  }

  static let bits: [(String, [String: Int], Bool)] = [
    ("a & 4 == 4", ["a": 6], true), ("a & 1 != 0", ["a": 6], false),
    ("a | 1 == 7", ["a": 6], true), ("a ^ 5 == 3", ["a": 6], true),
    ("(a & 2) == 2 && (a & 1) == 0", ["a": 6], true), ("~a == -7", ["a": 6], true),
    ("a << 2 == 24 AND a >> 1 == 3", ["a": 6], true),
    ("a & 3 | 8 == 10", ["a": 6], true), ("1 + a & 4 == 4", ["a": 6], true),
  ]

  @Test(arguments: bits)
  func `bits are compared as in C`(_ format: String, _ values: [String: Int], _ holds: Bool) throws
  {
    let predicate = try NSPredicate(parsing: format)
    #expect(predicate.evaluate(with: values) == holds)
    let again = try NSPredicate(parsing: predicate.asWritten)
    #expect(again == predicate)
  }

  static let mixed: [(String, [String])] = [
    ("position == '2'", ["two"]), ("position > '1'", ["three", "two"]),
    ("position IN {'1', '3', 'x'}", ["one", "three"]), ("position == 'x'", []),
    ("position != '2'", ["one", "three"]), ("number == 2", ["two"]),
    ("number >= 2", ["three", "two"]), ("number == number2", ["one", "two"]),
    ("position BETWEEN {'2', '3'}", ["three", "two"]), ("number != 2", ["one", "three"]),
  ]

  @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite], mixed)
  func `texts that are numbers compare with numbers, saved and unsaved`(
    type: NSPersistentStore.StoreType, sample: (format: String, texts: [String])
  ) throws {
    let stack = try ChatStack(
      type,
      model: {
        $0["Message"]!.properties += [
          ChatModel.string("number"), ChatModel.attribute("number2", .integer64AttributeType),
        ]
      })
    let context = stack.context("editor")
    try context.performAndWait {
      for (position, text) in ["one", "two", "three"].enumerated() {
        context.insert(
          "Message",
          [
            "text": text, "position": position + 1,
            "number": text == "three" ? "03x" : "0\(position + 1)",
            "number2": position + 1,
          ])
      }
      if sample.format.contains(">= 2") {
        for object in context.insertedObjects where object["text"] == "three" {
          object["number"] = "3.0"
        }
      }
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: sample.format)
      request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
      let unsaved = try context.fetch(request).compactMap { $0["text"] }
      #expect(unsaved == sample.texts)
      try context.save()
      let saved = try context.fetch(request).compactMap { $0["text"] }
      #expect(saved == sample.texts)
    }
  }

  @Test func `more arguments than placeholders are left over`() {
    #expect(NSPredicate(format: "a == %@", "x", "y").asWritten == "a == \"x\"")
    #expect(throws: PredicateFormatError.self) {
      try NSPredicate(parsing: "a == %@", arguments: ["x", "y"])
    }
  }

  @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
  func `a bad regular expression is an error of the fetch, not a trap`(
    type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ChatStack(type)
    _ = try stack.savedRoom("lobby")
    let predicate = NSPredicate(format: "name MATCHES %@", "(")
    #expect(!predicate.evaluate(with: ["name": "lobby"]))
    let context = stack.context("reader")
    let error = context.performAndWait {
      failure {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        _ = try context.fetch(request)
      }
    }
    #expect(error?.code == 134060)
    #expect(error?.localizedDescription.contains("\"(\" is no regular expression") == true)
  }

  @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite], ["$n > 1", "n > 1"])
  func `having may name a result`(type: NSPersistentStore.StoreType, format: String) throws {
    let stack = try ChatStack(type)
    _ = try stack.savedRoom("lobby", messages: ["a", "b"])
    _ = try stack.savedRoom("hall", messages: ["c"])
    let context = stack.context("reader")
    let counts = try context.performAndWait {
      let request = NSFetchRequest<NSDictionary>(entityName: "Message")
      request.resultType = .dictionaryResultType
      let count = NSExpressionDescription()
      count.name = "n"
      count.expression = NSExpression(format: "count:(text)")
      count.expressionResultType = .integer64AttributeType
      request.propertiesToFetch = ["room.name", count]
      request.propertiesToGroupBy = ["room.name"]
      request.havingPredicate = NSPredicate(format: format)
      return try context.fetch(request).compactMap { $0["n"] as? Int }
    }
    #expect(counts == [2])
  }
}

struct CompoundPredicateTests {
  private let one = NSPredicate(format: "a == 1")
  private let two = NSPredicate(format: "b == 2")

  @Test func `compound predicates made by hand are equal if they say the same`() {
    let and = NSCompoundPredicate(andPredicateWithSubpredicates: [one, two])
    let or = NSCompoundPredicate(orPredicateWithSubpredicates: [one, two])
    #expect(and != or)
    #expect(and == NSCompoundPredicate(andPredicateWithSubpredicates: [one, two]))
    #expect(and == NSPredicate(format: "a == 1 AND b == 2"))
    #expect(NSPredicate(format: "a == 1 AND b == 2") == and)
    #expect(NSPredicate(value: true) != NSPredicate(value: false))
  }

  @Test func `a request shows a compound predicate made by hand as Apple writes it`() throws {
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: two)
    let both = NSCompoundPredicate(type: .or, subpredicates: [one, not])
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = both
    let kept = try #require(request.predicate)
    #expect(
      kept.description == "a == 1 OR (NOT b == 2)" || kept.description == "a == 1 OR NOT b == 2")
    #expect(kept.asWritten == kept.description)
    #expect(kept.isEqual(NSPredicate(format: "a == 1 OR NOT b == 2")))
    #expect(both.asWritten == kept.description)
  }
}
