import Foundation
import Testing

@testable import CoreData

/// A request means the same in every kind of store.
@Suite struct StoreParityTests {
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
}
