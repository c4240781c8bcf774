import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X19: whatever is asked of a container ends with the container.
  static let lostContainer = Scenario(
    "launch/lost-container", title: "The container that was not kept",
    question: "A test's helper makes a container and returns its rooms. What are they worth?",
    outcomes: [
      .allowed("shown", "The test finds the room and its name."),
      .forbidden(
        "orphaned", "The room has no context: the first fault that fires stops the test."),
      .forbidden(
        "gone", "An ID finds no room: the store was in memory, and ended with its owner."),
    ],
    variants: [
      .bug(
        "the container is local",
        idea: "The helper returns objects, and the container ends with the helper.",
        expecting: .failing(1, of: 1), lookAt: ["let container", "fetch"]
      ) { runtime in
        func makeRooms() throws -> [Room] {
          let container = try testContainer()
          return try container.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))
        }
        let rooms = try makeRooms()
        runtime.outcome(rooms.first?.managedObjectContext == nil ? "orphaned" : "shown")
      },
      .fix(
        "the test keeps the container",
        idea: "What the test looks at lives as long as the test.",
        expecting: .passing(1), lookAt: ["let container"]
      ) { runtime in
        let container = try testContainer()
        func makeRooms() throws -> [Room] {
          try container.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))
        }
        let rooms = try makeRooms()
        runtime.outcome(rooms.first?.managedObjectContext == nil ? "orphaned" : "shown")
      },
      .fix(
        "values are returned", named: "values",
        idea: "A name needs no container.",
        expecting: .passing(1), lookAt: ["map"]
      ) { runtime in
        func makeNames() throws -> [String] {
          let container = try testContainer()
          return try container.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))
            .map(\.name)
        }
        runtime.outcome(try makeNames() == ["Harbour"] ? "shown" : "orphaned")
      },
      Variant(
        "whole", "fetched with all values",
        idea: "The values are there, and the room still has no context, as will its messages.",
        expecting: .failing(1, of: 1), lookAt: ["returnsObjectsAsFaults"]
      ) { runtime in
        func makeRooms() throws -> [Room] {
          let container = try testContainer()
          let request = NSFetchRequest<Room>(entityName: "Room")
          request.returnsObjectsAsFaults = false
          return try container.viewContext.fetch(request)
        }
        let rooms = try makeRooms()
        runtime.outcome(rooms.first?.managedObjectContext == nil ? "orphaned" : "shown")
      },
      Variant(
        "ids", "IDs are returned",
        idea: "An ID names a row of a store, and this one was in the memory of its container.",
        expecting: .failing(1, of: 1), lookAt: ["objectID", "existingObject"]
      ) { runtime in
        func makeIDs() throws -> [NSManagedObjectID] {
          let container = try testContainer()
          return try container.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))
            .map(\.objectID)
        }
        let (ids, container) = (try makeIDs(), try testContainer())
        let room = try? container.viewContext.existingObject(with: ids[0])
        runtime.outcome(room == nil ? "gone" : "shown")
      },
    ])
}

/// A container of a test: a store in memory, with one room.
private func testContainer() throws -> NSPersistentContainer {
  let container = ChatContainer(for: URL(filePath: "/dev/null"))
  try container.load()
  let context = container.newBackgroundContext()
  try context.performAndWait {
    Room(context: context).name = "Harbour"
    try context.save()
  }
  return container
}
