import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X01: objects of two contexts in one relationship.
  static let twoContexts = Scenario(
    "problems/two-contexts", title: "A message of one context, a room of another",
    question: "A reply arrives for the room on the screen. The background inserts it.",
    outcomes: [
      .allowed("in-the-room", "The room in the store has the reply."),
      .forbidden(
        "exception",
        "Core Data raised an exception, and the reply is in no room. An app ends there."),
    ],
    variants: [
      .bug(
        "the room of the screen",
        idea: "The message lives in one context and the room in another.",
        expecting: .failing(2, of: 2), lookAt: ["message.room"]
      ) { runtime in
        let chat = try OpenRoom(runtime)
        let (sync, room) = (chat.sync, chat.room)

        sync.perform {
          let message = chat.insertReply()
          message.room = room
          chat.attempt { try sync.save() }
        }
        try chat.addRoom()
        runtime.atEnd { try chat.judge() }
      },
      .fix(
        "the same room, by its ID",
        idea: "The background looks the room up in its own context.",
        expecting: .passing(3), lookAt: ["existingObject"]
      ) { runtime in
        let chat = try OpenRoom(runtime)
        let (sync, id) = (chat.sync, chat.room.objectID)

        sync.perform {
          let message = chat.insertReply()
          chat.attempt {
            message.room = try sync.existingObject(with: id) as? Room
            try sync.save()
          }
        }
        try chat.addRoom()
        runtime.atEnd { try chat.judge() }
      },
      Variant(
        "saved-first", "saved first, then connected",
        idea: "Both are in the store by then. They are objects of two contexts all the same.",
        expecting: .failing(2, of: 2), lookAt: ["sync.save", "message.room"]
      ) { runtime in
        let chat = try OpenRoom(runtime)
        let (sync, room) = (chat.sync, chat.room)

        sync.perform {
          let message = chat.insertReply()
          chat.attempt {
            try sync.save()
            message.room = room
            try sync.save()
          }
        }
        try chat.addRoom()
        runtime.atEnd { try chat.judge() }
      },
      Variant(
        "from-the-room", "connected on main, from the other end",
        idea: "Main puts the background's message into its own room.",
        expecting: .failing(2, of: 2), lookAt: ["mutableSetValue"]
      ) { runtime in
        let chat = try OpenRoom(runtime)
        let (sync, view, room) = (chat.sync, chat.view, chat.room)

        sync.perform {
          let message = chat.insertReply()
          chat.attempt { try sync.save() }
          view.perform {
            room.mutableSetValue(forKey: "messages").add(message)
            chat.attempt { try view.save() }
          }
        }
        try chat.addRoom()
        runtime.atEnd { try chat.judge() }
      },
    ])
}

/// A room on the screen, and a sync context beside the view context.
private final class OpenRoom {
  let view: NSManagedObjectContext
  let sync: NSManagedObjectContext
  let room: Room
  private let runtime: Runtime
  private let chat: ChatStack

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    let harbour = try chat.addRoom("Harbour", messages: [])
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    room = try view.existingObject(with: harbour) as! Room
  }

  func insertReply() -> Message {
    let message = Message(context: sync)
    message.text = "On my way"
    return message
  }

  /// Main saves something else meanwhile.
  func addRoom() throws {
    Room(context: view).name = "Market"
    try view.save()
  }

  func attempt(_ work: () throws -> Void) {
    do { try work() } catch { runtime.note("sync", "cannot save: \(error)") }
  }

  /// Names no outcome where the reply was not stored at all.
  func judge() throws {
    let rooms = try chat.stored { context in
      try context.fetch(NSFetchRequest<Message>(entityName: "Message")).map { $0.room?.name }
    }
    guard let room = rooms.first else { return }
    runtime.outcome(room == nil ? "exception" : "in-the-room")
  }
}
