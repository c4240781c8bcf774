import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X01: an object of one queue, captured by a block of another.
  static let carriedObject = Scenario(
    "problems/carried-object", title: "An object carried to another queue",
    question: "The background counts the messages and writes the number into main's room object.",
    outcomes: [
      .allowed("counted", "The room in the store has its number of messages."),
      .forbidden(
        "forgotten", "The background saved, and the store has no number: the change went elsewhere."
      ),
    ],
    variants: [
      .bug(
        "the object is captured",
        idea: "A block of the background context changes an object of the view context.",
        expecting: .failing(2, of: 2), lookAt: ["room.messageCount"]
      ) { runtime in
        let chat = try CountedRoom(runtime)
        let sync = chat.sync
        let room = chat.room

        sync.perform {
          chat.attempt {
            room.messageCount = try sync.count(for: .allMessages)
            try sync.save()
          }
        }
        try chat.write("On my way")
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      .fix(
        "the ID is captured",
        idea: "The block looks the room up by its ID, in its own context.",
        expecting: .passing(4), lookAt: ["objectID", "existingObject"]
      ) { runtime in
        let chat = try CountedRoom(runtime)
        let sync = chat.sync
        let harbour = chat.room.objectID

        sync.perform {
          chat.attempt {
            let room = try sync.existingObject(with: harbour) as! Room
            room.messageCount = try sync.count(for: .allMessages)
            try sync.save()
          }
        }
        try chat.write("On my way")
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      Variant(
        "locked", "captured, behind a lock",
        idea:
          "A lock around both sides keeps them apart, and the object is still on a wrong queue.",
        expecting: .failing(2, of: 2), lookAt: ["withLock"]
      ) { runtime in
        let chat = try CountedRoom(runtime)
        let sync = chat.sync
        let room = chat.room
        let lock = runtime.lock("room lock")

        sync.perform {
          chat.attempt {
            try lock.withLock {
              room.messageCount = try sync.count(for: .allMessages)
              try sync.save()
            }
          }
        }
        try lock.withLock {
          try chat.write("On my way")
        }
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      Variant(
        "unchecked", "captured, with the checker off",
        idea: "The checker is off, as in an app without the launch argument. Main is idle.",
        expecting: .failing(1, of: 1), lookAt: ["confinementChecking", "sync.save()"]
      ) { runtime in
        let chat = try CountedRoom(runtime)
        let sync = chat.sync
        let room = chat.room
        chat.view.confinementChecking = .off

        sync.perform {
          chat.attempt {
            room.messageCount = try sync.count(for: .allMessages)
            try sync.save()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      .fix(
        "the number is carried back", named: "value",
        idea: "The background counts; main writes the number into its own object.",
        expecting: .passing(2), lookAt: ["let count", "view.perform"]
      ) { runtime in
        let chat = try CountedRoom(runtime)
        let (sync, view, room) = (chat.sync, chat.view, chat.room)

        sync.perform {
          chat.attempt {
            let count = try sync.count(for: .allMessages)
            view.perform {
              room.messageCount = count
              chat.attempt { try view.save() }
            }
          }
        }
        try chat.write("On my way")
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
    ])
}

/// A room on the screen, with one message in it, and a sync context beside the view context.
private final class CountedRoom {
  let view: NSManagedObjectContext
  let sync: NSManagedObjectContext
  let room: Room
  private let runtime: Runtime
  private let chat: ChatStack

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    let harbour = try chat.addRoom("Harbour", messages: ["Hello"])
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    room = try view.existingObject(with: harbour) as! Room
  }

  /// Main saves something else meanwhile.
  func write(_ text: String) throws {
    let message = Message(context: view)
    message.text = text
    try view.save()
  }

  func attempt(_ work: () throws -> Void) {
    do { try work() } catch { runtime.note("sync", "cannot save: \(error)") }
  }

  func judged() throws -> String {
    let stored = try chat.stored { context in
      try context.fetch(NSFetchRequest<Room>(entityName: "Room")).map(\.messageCount)
    }
    return stored == [0] ? "forgotten" : "counted"
  }
}
