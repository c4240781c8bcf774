import Foundation
import Testing

@testable import CoreData

/// A request means the same in every kind of store.
struct StoreParityTests {
  private typealias Expression = (name: String, function: String, path: String)

  /// Four messages in one room and two in none, some without a time; two are read.
  private func filled(_ type: NSPersistentStore.StoreType) throws -> ChatStack {
    let stack = try ChatStack(type, onDisk: type != .inMemory)
    let context = stack.context("setup")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "Lobby"])
      for number in 0..<6 {
        let message = context.insert(
          "Message", ["text": "t\(number % 3)", "position": number, "isRead": number < 2])
        if number < 4 { message.setValue(room, forKey: "room") }
        if number % 2 == 0 { message.setValue(Date(), forKey: "sentAt") }
      }
      try context.save()
    }
    return stack
  }

  private func dictionaries(
    _ stack: ChatStack, _ names: [String], _ expressions: [Expression], group: [String]
  ) throws -> [[String: String]] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Message")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch =
      names
      + expressions.map { expression in
        let description = NSExpressionDescription()
        description.name = expression.name
        description.expression = NSExpression(
          forFunction: expression.function,
          arguments: [NSExpression(forKeyPath: expression.path)])
        description.expressionResultType = .integer64AttributeType
        return description
      }
    if !group.isEmpty { request.propertiesToGroupBy = group }
    request.sortDescriptors = group.map { NSSortDescriptor(key: $0, ascending: true) }
    let context = stack.context("reader")
    return try context.performAndWait {
      try context.fetch(request).map { row in
        var texts: [String: String] = [:]
        for (key, value) in row { texts["\(key)"] = "\(value)" }
        return texts
      }
    }
  }

  @Test(arguments: MisspeltKeyTests.types)
  func `what has no value is not counted`(_ type: NSPersistentStore.StoreType) throws {
    let stack = try filled(type)
    let counts: [Expression] = [
      ("times", "count:", "sentAt"), ("rooms", "count:", "room.name"), ("all", "count:", "text"),
    ]
    #expect(
      try dictionaries(stack, [], counts, group: [])
        == [["times": "3", "rooms": "4", "all": "6"]])
    #expect(
      try dictionaries(stack, ["text"], [counts[0], counts[1]], group: ["text"])
        == [
          ["text": "t0", "times": "1", "rooms": "2"],
          ["text": "t1", "times": "1", "rooms": "1"],
          ["text": "t2", "times": "1", "rooms": "1"],
        ])
  }

  @Test(arguments: MisspeltKeyTests.types)
  func `of one value nothing can be counted`(_ type: NSPersistentStore.StoreType) throws {
    let stack = try filled(type)
    let context = stack.viewContext()
    for format in ["room.@count == 1", "position.@max == 1", "SELF.@count == 1"] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
      request.predicate = NSPredicate(format: format)
      let error = #expect(throws: CocoaError.self, "\(format)") { _ = try context.fetch(request) }
      #expect(error?.code.rawValue == 134060)
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
    request.predicate = NSPredicate(
      format: "room.messages.@count == 4 AND room.messages.@max.position == 3 "
        + "AND SUBQUERY(room.messages, $m, $m.isRead == YES).@count == 2")
    #expect(try context.count(for: request) == 4)
    withExtendedLifetime(stack) {}
  }

  @Test(arguments: WebStack.types)
  func `the object itself is in a dictionary by its ID`(
    _ type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ValueStack(type)
    let this = NSExpressionDescription()
    this.name = "this"
    this.expression = .expressionForEvaluatedObject()
    this.expressionResultType = .objectIDAttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Item")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [this]
    try stack.context.performAndWait {
      let item = stack.insert(["text": "t"])
      try stack.context.save()
      let row = try #require(try stack.context.fetch(request).first)
      #expect(row["this"] as? NSManagedObjectID == item.objectID)
    }
  }

  @Test(arguments: WebStack.types)
  func `a value in a dictionary is of the class that it has in the object`(
    _ type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ValueStack(type)
    let request = NSFetchRequest<NSDictionary>(entityName: "Item")
    request.resultType = .dictionaryResultType
    let values: [String: Any] = [
      "int16": 1, "int32": 2, "int64": 3, "flag": true, "real": 0.5, "small": Float(0.25),
      "price": NSDecimalNumber(string: "1.10"), "text": "t", "date": Date(timeIntervalSince1970: 1),
      "data": Data([1]), "uuid": UUID(), "url": URL(string: "https://chat.example")!,
      "thing": ["x"],
    ]
    try stack.context.performAndWait {
      stack.insert(values)
      try stack.context.save()
      let row = try #require(try stack.context.fetch(request).first)
      let object = try #require(try stack.fetch().first)
      for (name, _) in ValueStack.types {
        let (found, shown) = (row[name], object.value(forKey: name))
        #expect("\(found ?? "nil")" == "\(name == "flag" ? 1 : shown ?? "nil")", "\(name)")
        // A truth value is a number that is 1 or 0.
        #expect(
          found as? Int == (name == "flag" ? 1 : shown as? Int), "\(name): \(found ?? "nil")")
        #expect(found as? Bool == shown as? Bool, "\(name)")
        #expect((found as? UUID) == (shown as? UUID) && (found as? URL) == (shown as? URL))
        #expect((found as? Data) == (shown as? Data) && (found as? Date) == (shown as? Date))
      }
      request.propertiesToFetch = ["flag"]
      #expect(try stack.context.fetch(request).first?["flag"] as? Int == 1)
    }
  }

  @Test(arguments: WebStack.types)
  func `dates are worked with alike, and what is constant beforehand`(
    _ type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ChatStack(type, onDisk: true)
    let context = stack.context("looking")
    try context.performAndWait {
      for (text, age) in [("new", 60.0), ("old", 200_000)] {
        context.insert("Message", ["text": text, "sentAt": Date(timeIntervalSinceNow: -age)])
      }
      for _ in 0..<2 {
        for format in Self.timeFormats {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
          request.predicate = NSPredicate(format: format)
          #expect(try context.fetch(request).map { $0["text"] } == ["new"], "\(format)")
        }
        try context.save()
      }
    }
  }

  private static let timeFormats = [
    "sentAt > FUNCTION(now(), 'dateByAddingTimeInterval:', -86400)",
    "sentAt > CAST(CAST(now(), 'NSNumber') - 86400, 'NSDate')",
    "sentAt > now() - 86400",
    "FUNCTION(sentAt, 'dateByAddingTimeInterval:', 86400) > now()",
    "CAST(sentAt, 'NSNumber') > CAST(now(), 'NSNumber') - 86400",
    "FUNCTION(sentAt, 'timeIntervalSinceNow') > -86400",
    "FUNCTION(sentAt, 'timeIntervalSince1970') > FUNCTION(now(), 'timeIntervalSince1970') - 86400",
    "FUNCTION(now(), 'timeIntervalSinceDate:', sentAt) < 86400",
    "FUNCTION(text, 'stringByAppendingString:', '!') == 'new!'",
    "FUNCTION(text, 'uppercaseString') == FUNCTION('new', 'uppercaseString')",
  ]
}
