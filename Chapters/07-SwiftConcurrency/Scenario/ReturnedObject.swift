import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X31: what `await perform` hands back is used where it was awaited.
  static let returnedObject = Scenario(
    "swift-concurrency/returned-object", title: "The object that comes back",
    question: "A block of the background context finds a room. What may it return to main?",
    outcomes: [
      .allowed("shown", "The title shows the room's name."),
      .forbidden("blank", "The title is empty."),
    ],
    variants: [
      .bug(
        "the object is returned",
        idea: "The room comes back over the await; main reads its name, on main.",
        expecting: .failing(1, of: 1), lookAt: ["await", "room.name"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let room = try await sync.perform { try sync.onlyRoom() }
          let title = room.name
          runtime.outcome(title == "Harbour" ? "shown" : "blank")
        }
      },
      .fix(
        "its ID is returned",
        idea: "The ID crosses the await, and main looks the room up in its own context.",
        expecting: .passing(1), lookAt: ["objectID", "existingObject"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let id = try await sync.perform { try sync.onlyRoom().objectID }
          let room = try view.existingObject(with: id) as? Room
          let title = room?.name
          runtime.outcome(title == "Harbour" ? "shown" : "blank")
        }
      },
      .fix(
        "its name is returned", named: "value",
        idea: "What the screen needs is copied inside the block: a text is a copy.",
        expecting: .passing(1), lookAt: ["name }"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let title = try await sync.perform { try sync.onlyRoom().name }
          runtime.outcome(title == "Harbour" ? "shown" : "blank")
        }
      },
      .fix(
        "the object is returned, and asked for its ID only", named: "asks-id",
        idea: "The room comes back, and main asks it for nothing but its ID.",
        expecting: .passing(1), lookAt: ["room.objectID"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let room = try await sync.perform { try sync.onlyRoom() }
          let own = view.object(with: room.objectID) as? Room
          runtime.outcome(own?.name == "Harbour" ? "shown" : "blank")
        }
      },
      Variant(
        "realised", "returned without faults",
        idea: "The fetch fills the room, so that reading it has nothing to load.",
        expecting: .failing(1, of: 1), lookAt: ["returnsObjectsAsFaults", "room.name"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let room = try await sync.perform {
            let rooms = NSFetchRequest<Room>(entityName: "Room")
            rooms.returnsObjectsAsFaults = false
            return try sync.fetch(rooms)[0]
          }
          let title = room.name
          runtime.outcome(title == "Harbour" ? "shown" : "blank")
        }
      },
      Variant(
        "boxed", "returned in a Sendable box",
        idea: "A struct promises the compiler that its room may go anywhere.",
        expecting: .failing(1, of: 1), lookAt: ["@unchecked Sendable", "room.name"]
      ) { runtime in
        struct Found: @unchecked Sendable { let room: Room }
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let found = try await sync.perform { Found(room: try sync.onlyRoom()) }
          let title = found.room.name
          runtime.outcome(title == "Harbour" ? "shown" : "blank")
        }
      },
      Variant(
        "new", "the ID of a new room, saved in a second block",
        idea: "The room is made in one block and saved in another; its ID is taken in between.",
        expecting: .failing(1, of: 1), lookAt: ["objectID", "save"]
      ) { runtime in
        let chat = try ChatStack()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        runtime.task("screen") { @MainActor in
          let id = await sync.perform {
            let room = Room(context: sync)
            room.name = "Harbour"
            return room.objectID
          }
          try await sync.perform { try sync.save() }
          let room = try? view.existingObject(with: id) as? Room
          runtime.outcome(room?.name == "Harbour" ? "shown" : "blank")
        }
      },
    ])
}
