import CoreData
import Foundation
import Interleaving
import Testing
import WorkbookKit

struct ChatStackTests {
  @Test(arguments: [ChatStack.Storage.memory, .sqlite])
  func `a saved room comes back with its messages`(storage: ChatStack.Storage) throws {
    let chat = try ChatStack(storage)
    let id = try chat.addRoom("Swift", messages: ["Hello", "World"])
    let reader = chat.backgroundContext("view")
    try reader.performAndWait {
      let room = try #require(try reader.existingObject(with: id) as? Room)
      #expect(room.name == "Swift")
      #expect(room.messages.map(\.position).sorted() == [0, 1])
      #expect(room.messages.allSatisfy { $0.room === room && !$0.isRead })
    }
    #expect(try chat.storedRoomNames() == ["Swift"])
    #expect(try chat.storedTexts() == ["Hello", "World"])
  }

  @Test func `stacks on a shared file have the same rows, and take it along when they go`() throws {
    let path = try shareOneFile()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private func shareOneFile() throws -> String {
    let database = try SharedDatabase.inFile()
    let app = try ChatStack(.shared(database), named: "app")
    let widget = try ChatStack(.shared(database), named: "widget")
    try app.addRoom("Harbour")
    #expect(try widget.storedRoomNames() == ["Harbour"])
    let path = database.url.path
    #expect(FileManager.default.fileExists(atPath: path))
    return path
  }

  @Test func `stacks on shared memory have the same rows, and those on other memory have not`()
    throws
  {
    let database = SharedDatabase()
    let (app, widget) = try (ChatStack(.shared(database)), ChatStack(.shared(database)))
    try app.addRoom("Harbour")
    #expect(try widget.storedRoomNames() == ["Harbour"])
    #expect(try ChatStack(.shared(SharedDatabase())).storedRoomNames().isEmpty)
  }

  private let scenario = Scenario(
    "problems/carried", title: "Carried", question: "May a worker read a room of main?",
    outcomes: [.allowed("read", "It was read where it belongs.")],
    variants: [
      .bug("carried", idea: "The object travels.", expecting: .failing(1, of: 1)) { runtime in
        let chat = try ChatStack()
        let id = try chat.addRoom("Swift")
        let room = try chat.viewContext.existingObject(with: id) as? Room
        runtime.thread("worker") { _ = room?.name }
        runtime.atEnd { runtime.outcome("read") }
      },
      .fix("by ID", idea: "The ID travels.", expecting: .passing(1)) { runtime in
        let chat = try ChatStack()
        let id = try chat.addRoom("Swift")
        runtime.thread("worker") {
          let context = chat.backgroundContext("worker's")
          try context.performAndWait { _ = try context.existingObject(with: id) }
        }
        runtime.atEnd { runtime.outcome("read") }
      },
    ])

  @Test func `a touch off the queue is the outcome violation, whatever the program says`() throws {
    let result = try Experiment(scenario, #require(scenario.variant("bug"))).explore()
    #expect(result.counts.keys.sorted() == ["violation"])
    #expect(result.isAsExpected)
  }

  @Test func `a touch on the queue is none`() throws {
    let result = try Experiment(scenario, #require(scenario.variant("fix"))).explore()
    #expect(result.counts.keys.sorted() == ["read"])
    #expect(result.isAsExpected)
  }
}
