import Foundation
import Interleaving
import Testing

@testable import CoreData

struct `Several stores and coordinators` {
  @Test(arguments: RuntimeKind.both)
  func `P8: two coordinators on one file learn of each other only by reading anew`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      let other = try SecondCoordinator(of: stage)
      let room = stage.entity("Room")
      let theirs = try #require(try other.store.rows.rows(matching: StoreQuery(entity: room)).first)
      var changes = StoreChanges()
      changes.updates = [stage.update(row, "name", .text("b"))]
      try stage.save(changes)
      #expect(try other.store.rows.row(for: theirs.id, maximumAge: nil)?.version == 1)
      #expect(try other.store.rows.row(for: theirs.id, maximumAge: 0)?.version == 2)
    }
  }

  @Test(arguments: ["/dev/null/\(UUID())/shared.sqlite", "file"])
  func `P8: what one coordinator writes and another one reads comes in either order`(
    place: String
  ) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try explore("two coordinators") { runtime in
      let url =
        place == "file" ? folder.appendingPathComponent("\(UUID())") : URL(fileURLWithPath: place)
      let model = ChatModel.make()
      let (writer, reader) = try (context(on: url, model), context(on: url, model))
      runtime.thread("writer") {
        try writer.performAndWait {
          writer.insert("Room", ["name": "Lobby"])
          try writer.save()
        }
      }
      runtime.thread("reader") {
        let count = try reader.performAndWait {
          try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room"))
        }
        runtime.outcome("\(count)")
      }
    }
    #expect(result.coverage == .exhaustive)
    #expect(result.outcomes.map(\.name).sorted() == ["0", "1"])
  }

  private func context(on url: URL, _ model: NSManagedObjectModel) throws -> NSManagedObjectContext
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test func `two processes' worth of writers never lose an update unnoticed`() throws {
    let stage = try StoreStage(.sqliteFile)
    let base = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
    let other = try SecondCoordinator(of: stage)
    try other.rename(base, to: "theirs")
    var changes = StoreChanges()
    changes.updates = [stage.update(base, "name", .text("mine"))]
    #expect(throws: Clashed.self) { try stage.save(changes) }
    #expect(try stage.all("Room").map { $0["name"] } == [.text("theirs")])
  }

  @Test(arguments: RuntimeKind.both)
  func `P9: a save over two stores is not one transaction`(kind: RuntimeKind) throws {
    try kind.run {
      let model = ChatModel.make()
      let room = try #require(model.entitiesByName["Room"])
      let member = try #require(model.entitiesByName["Member"])
      model.setEntities([room], forConfigurationName: "Rooms")
      model.setEntities([member], forConfigurationName: "Members")
      let stage = try StoreStage(.sqliteFile, model: model)
      try stage.coordinator.remove(stage.store)
      func add(_ name: String, _ options: [AnyHashable: Any]? = nil) throws -> NSPersistentStore {
        try stage.coordinator.addPersistentStore(
          type: .sqlite, configuration: name, at: stage.folder.appendingPathComponent(name),
          options: options)
      }
      let rooms = try add("Rooms")
      let members = try add("Members", [NSSQLitePragmasOption: ["max_page_count": 30]])
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = stage.coordinator
      context.performAndWait {
        context.insert("Room", ["name": "Lobby"])
        for _ in 0..<500 { context.insert("Member", ["name": String(repeating: "x", count: 500)]) }
        _ = #expect {
          try context.save()
        } throws: { error in
          (error as? CocoaError)?.code == .persistentStoreIncompleteSave
        }
      }
      #expect(try rooms.rows.count(matching: StoreQuery(entity: room)) == 1)
      #expect(try members.rows.count(matching: StoreQuery(entity: member)) == 0)
    }
  }
}
