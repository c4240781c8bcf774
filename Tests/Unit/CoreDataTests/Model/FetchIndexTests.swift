import Foundation
import Testing

@testable import CoreData

struct FetchIndexTests {
  static func index(
    _ name: String, on entity: NSEntityDescription, _ keys: String...,
    descending: Bool = false, where predicate: NSPredicate? = nil
  ) {
    let elements = keys.map { key in
      let element = NSFetchIndexElementDescription(
        property: entity.propertiesByName[key]!, collationType: .binary)
      element.isAscending = !descending
      return element
    }
    let index = NSFetchIndexDescription(name: name, elements: elements)
    index.partialIndexPredicate = predicate
    entity.indexes += [index]
  }

  private func plan(_ stack: ChatStack, _ condition: String) throws -> String {
    let file = try PlainDatabase(stack.coordinator.persistentStores[0].url)
    return try file.rows("EXPLAIN QUERY PLAN SELECT Z_PK FROM ZMESSAGE t0 WHERE \(condition)")
      .joined(separator: "\n")
  }

  @Test func `a fetch uses the indexes of the model`() throws {
    let stack = try ChatStack(
      .sqlite, onDisk: true,
      model: {
        Self.index("byText", on: $0["Message"]!, "text")
        Self.index("byBoth", on: $0["Message"]!, "position", "sentAt", descending: true)
        Self.index(
          "unread", on: $0["Message"]!, "sentAt", where: NSPredicate(format: "isRead == NO"))
        Self.index("byRoom", on: $0["Message"]!, "room", "position")
      })
    #expect(try plan(stack, "t0.ZTEXT = 'a'").contains("USING COVERING INDEX Z_Message_byText"))
    #expect(try plan(stack, "t0.ZPOSITION = 1 AND t0.ZSENTAT < 3").contains("Z_Message_byBoth"))
    #expect(try plan(stack, "t0.ZISREAD = 0 AND t0.ZSENTAT > 3").contains("Z_Message_unread"))
    #expect(try plan(stack, "t0.ZISREAD = 1 AND t0.ZSENTAT > 3").contains("SCAN"))
    #expect(try plan(stack, "t0.ZROOM = 1 AND t0.ZPOSITION > 1").contains("Z_Message_byRoom"))
    let file = try PlainDatabase(stack.coordinator.persistentStores[0].url)
    let sql = try file.text("SELECT sql FROM sqlite_schema WHERE name = 'Z_Message_byBoth'")
    #expect(sql.contains("(ZPOSITION COLLATE BINARY DESC, ZSENTAT COLLATE BINARY DESC)"))
  }

  @Test func `the statement of a fetch is one that finds the index`() throws {
    let stack = try ChatStack(
      .sqlite, onDisk: true,
      model: {
        Self.index("byText", on: $0["Message"]!, "text")
      })
    _ = try stack.savedRoom("lobby", messages: ["a", "b"])
    let context = stack.context("reader")
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "text == %@", "a")
    let statements = try context.performAndWait {
      try stack.statements.during { _ = try context.fetch(request) }
    }
    let select = try #require(statements.first).replacing("?", with: "'a'")
    let file = try PlainDatabase(stack.coordinator.persistentStores[0].url)
    let plan = try file.rows("EXPLAIN QUERY PLAN \(select)").joined()
    #expect(plan.contains("Z_Message_byText"))
  }

  @Test func `indexes follow a model that changes only in them`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("chat.sqlite")
    func names(_ adjust: ([String: NSEntityDescription]) -> Void) throws -> [String] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make(adjust))
      let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
      try coordinator.remove(store)
      return try PlainDatabase(url).rows(
        "SELECT sql FROM sqlite_schema WHERE name LIKE 'Z_Message_by%' ORDER BY name")
    }
    #expect(try names { _ in } == [])
    #expect(
      try names { Self.index("byText", on: $0["Message"]!, "text") } == [
        "CREATE INDEX Z_Message_byText ON ZMESSAGE (ZTEXT COLLATE BINARY ASC)"
      ])
    #expect(
      try names { Self.index("byText", on: $0["Message"]!, "text", descending: true) } == [
        "CREATE INDEX Z_Message_byText ON ZMESSAGE (ZTEXT COLLATE BINARY DESC)"
      ])
    #expect(try names { _ in } == [])
  }

  @Test func `an index of a subentity holds for its rows only`() throws {
    let stack = try ChatStack(
      .sqlite, onDisk: true,
      model: { entities in
        let notice = NSEntityDescription()
        notice.name = "Notice"
        notice.properties = [ChatModel.string("level")]
        entities["Message"]!.subentities = [notice]
        Self.index("byLevel", on: notice, "level")
      })
    let file = try PlainDatabase(stack.coordinator.persistentStores[0].url)
    let sql = try file.text("SELECT sql FROM sqlite_schema WHERE name = 'Z_Notice_byLevel'")
    #expect(sql.contains("(ZLEVEL COLLATE BINARY ASC)"))
  }

  @Test func `an index that SQL cannot have is refused with its place`() throws {
    let model = ChatModel.make {
      Self.index(
        "odd", on: $0["Message"]!, "text", where: NSPredicate(format: "room.name == 'x'"))
    }
    #expect(
      model.problems.map(\.text).joined().contains("The index 'odd' of 'Message'"))
    let tree = ChatModel.make { entities in
      let element = NSFetchIndexElementDescription(
        property: entities["Message"]!.attributesByName["position"]!, collationType: .rTree)
      entities["Message"]!.indexes = [NSFetchIndexDescription(name: "near", elements: [element])]
    }
    #expect(tree.problems.map(\.text).joined().contains("R-tree"))
  }
}
