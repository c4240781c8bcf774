import Foundation
import Testing

@testable import CoreData

/// Group G: what a fetch brings along, counted in SQL statements.
struct FetchFormTests {
  /// A SQLite store with rooms `r0` to `r4`, two messages in each, and an idle reader.
  struct Stage {
    let stack: ChatStack
    let reader: NSManagedObjectContext

    init(_ prepare: (inout CoreDataBehaviour) -> Void = { _ in }) throws {
      stack = try ChatStack(.sqlite, prepare)
      for number in 0..<5 { _ = try stack.savedRoom("r\(number)", messages: ["a", "b"]) }
      // Everything saved so far lies in the row cache; a fetch must pay for what it needs.
      (stack.coordinator.persistentStores[0].backend as? SQLiteStore)?.cache.forgetAll()
      reader = stack.context("reader")
    }

    func request(_ adjust: (NSFetchRequest<Room>) -> Void = { _ in }) -> NSFetchRequest<Room> {
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      adjust(request)
      return request
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G6: a fault from a fetch fires from the row cache`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        var rooms: [Room] = []
        let toFetch = try stage.stack.statements.selects {
          rooms = try stage.reader.fetch(stage.request())
        }
        let toRead = stage.stack.statements.selects {
          #expect(rooms.map { $0["name"] } == ["r0", "r1", "r2", "r3", "r4"])
        }
        #expect(toFetch == 1 && toRead == 0)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G7: without property values every fault costs a statement`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        let request = stage.request { $0.includesPropertyValues = false }
        let rooms = try stage.reader.fetch(request)
        let counts = rooms.map { room in stage.stack.statements.selects { _ = room["name"] } }
        #expect(counts == [1, 1, 1, 1, 1])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G9: a partial fault holds what was asked for, the rest costs a statement`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        let request = stage.request { $0.propertiesToFetch = ["name"] }
        let room = try #require(try stage.reader.fetch(request).first)
        #expect(room.isFault)
        let forListed = stage.stack.statements.selects { #expect(room["name"] == "r0") }
        #expect(forListed == 0 && room.isFault)
        let forUnlisted = stage.stack.statements.selects { #expect(room["topic"] == nil) }
        #expect(forUnlisted == 1 && !room.isFault)
        #expect(room["name"] == "r0")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a fetch without values leaves a partial fault what it holds`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        let partial = stage.request { $0.propertiesToFetch = ["name"] }
        let room = try #require(try stage.reader.fetch(partial).first)
        let bare = stage.request { $0.includesPropertyValues = false }
        let again = try stage.reader.fetch(bare).first
        #expect(again === room && room.isFault)
        let selects = stage.stack.statements.selects { #expect(room["name"] == "r0") }
        #expect(selects == 0)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G9: a change of a partial fault is made on top of its whole row`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let id = try stack.add("Room", ["name": "lobby", "topic": "swift"])
      (stack.coordinator.persistentStores[0].backend as? SQLiteStore)?.cache.forgetAll()
      let editor = stack.context("editor")
      try editor.performAndWait {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.propertiesToFetch = ["name"]
        let room = try #require(try editor.fetch(request).first)
        room["name"] = "hall"
        #expect(Array(room.changedValues().keys) == ["name"])
        try editor.save()
      }
      #expect(try stack.stored("name", of: id) == "hall")
      #expect(try stack.stored("topic", of: id) == "swift")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G9: dictionaries hold the chosen keys and expressions`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let count = NSExpressionDescription()
      count.name = "count"
      count.expression = NSExpression(format: "count:(name)")
      count.expressionResultType = .integer64AttributeType
      let request = NSFetchRequest<[String: Any]>(entityName: "Room")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = [count]
      let found = try stage.reader.performAndWait { try stage.reader.fetch(request) }
      #expect(found.count == 1)
      #expect(found.first?["count"] as? Int == 5)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G9: what an object cannot hold in part is refused by name`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let request = stage.request { $0.propertiesToFetch = ["name", "messages"] }
      let error = #expect(throws: CocoaError.self) {
        try stage.reader.performAndWait { try stage.reader.fetch(request) }
      }
      #expect(error?.localizedDescription.contains("asks for messages") == true)
      #expect(error?.localizedDescription.contains("dictionaryResultType") == true)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G10: rows are loaded batch by batch, as the results are read`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        let request = stage.request { $0.fetchBatchSize = 2 }
        var rooms: [Room] = []
        let toFetch = try stage.stack.statements.selects {
          rooms = try stage.reader.fetch(request)
        }
        #expect(toFetch == 1)
        let counts = rooms.map { room in stage.stack.statements.selects { _ = room["name"] } }
        #expect(counts == [1, 0, 1, 0, 1], "five rows in batches of two are three batches")
      }
    }
  }

  @Test(arguments: RuntimeKind.both, [true, false])
  func `G12: a limit trims what was reconciled, or is reconciled after trimming`(
    kind: RuntimeKind, reconcilesFirst: Bool
  ) throws {
    try kind.run {
      let stage = try Stage {
        $0.limitedFetch = reconcilesFirst ? .reconcileThenTrim : .trimThenReconcile
      }
      try stage.reader.performAndWait {
        Room(context: stage.reader)["name"] = "r00"
        let found = try stage.reader.fetch(stage.request { $0.fetchLimit = 2 })
        let expected = reconcilesFirst ? ["r0", "r00"] : ["r0", "r00", "r1"]
        #expect(found.map { $0["name"] } == expected)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G12: an offset skips rows, a limit trims what was reconciled`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        let request = stage.request {
          $0.fetchLimit = 2
          $0.fetchOffset = 1
        }
        Room(context: stage.reader)["name"] = "a"
        #expect(try stage.reader.fetch(request).map { $0["name"] } == ["a", "r1"])
        let rows = try stage.reader.fetch(stage.request { _ in })
        for room in rows where ["r1", "r2"].contains(room["name"]) { stage.reader.delete(room) }
        #expect(try stage.reader.fetch(request).map { $0["name"] } == ["a", "r3"])
        #expect(try stage.reader.count(for: request) == 2)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G12: a SQLite store trims in SQL`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let found = try stage.reader.performAndWait {
        try stage.stack.statements.during {
          _ = try stage.reader.fetch(
            stage.request {
              $0.fetchLimit = 2
              $0.fetchOffset = 1
            })
        }
      }
      #expect(found.count == 1 && found[0].contains("LIMIT"))
    }
  }
}
