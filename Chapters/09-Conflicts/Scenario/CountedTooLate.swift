import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// I1, I5: what an observer of a save changes belongs to that save only if it comes before it.
  static let countedTooLate = Scenario(
    "conflicts/counted-too-late", title: "Counted, and never saved",
    question: "An observer keeps the number of messages in the room. When must it hear of a save?",
    outcomes: [
      .allowed("counted", "The room in the store has its number of messages."),
      .forbidden("behind", "The room in the store has the number from before the save."),
    ],
    variants: [
      .bug(
        "counted when it is saved",
        idea:
          "didSave comes behind the save: the number is a new change, and waits for the next one.",
        expecting: .failing(1, of: 1), lookAt: ["DidSave"]
      ) { runtime in
        let app = try CountingApp(runtime)
        let (view, room) = (app.chat.viewContext, app.room)

        app.observe(.NSManagedObjectContextDidSave, of: view) {
          room.messageCount = room.messages.count
        }
        try app.write("On my way")
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
      .fix(
        "counted before it is saved",
        idea: "willSave comes before the changes are collected, so the number goes with them.",
        expecting: .passing(1), lookAt: ["WillSave"]
      ) { runtime in
        let app = try CountingApp(runtime)
        let (view, room) = (app.chat.viewContext, app.room)

        app.observe(.NSManagedObjectContextWillSave, of: view) {
          room.messageCount = room.messages.count
        }
        try app.write("On my way")
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
      Variant(
        "any-context", "before any context saves",
        idea: "Another context tells on its own queue, and the room of the view is touched there.",
        expecting: .failing(6, of: 6), lookAt: ["WillSave", "of: nil"]
      ) { runtime in
        let app = try CountingApp(runtime)
        let room = app.room
        let sync = app.chat.backgroundContext("sync")

        app.observe(.NSManagedObjectContextWillSave, of: nil) {
          room.messageCount = room.messages.count
        }
        sync.perform {
          attempt {
            Message(context: sync).text = "Ahoy"
            try sync.save()
          }
        }
        try app.write("On my way")
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
    ])
}

/// An app that shows a room with its number of messages.
private final class CountingApp {
  let chat: ChatStack
  let room: Room
  private let runtime: Runtime

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    let id = try chat.addRoom("Harbour")
    room = try chat.viewContext.existingObject(with: id) as! Room
  }

  func observe(
    _ name: Notification.Name, of context: NSManagedObjectContext?, _ heard: @escaping () -> Void
  ) {
    let ear = CountingEar(heard: heard)
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: context, queue: nil
    ) { [chat] note in
      // Other runs of this process have contexts, too.
      let told = note.object as? NSManagedObjectContext
      if told?.persistentStoreCoordinator === chat.coordinator { ear.heard() }
    }
    runtime.atEnd { NotificationCenter.default.removeObserver(observer) }
  }

  func write(_ text: String) throws {
    let message = Message(context: chat.viewContext)
    (message.text, message.room) = (text, room)
    try chat.viewContext.save()
  }

  var ending: String {
    get throws {
      try chat.stored { context in
        let room = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
        return room.messageCount == room.messages.count ? "counted" : "behind"
      }
    }
  }
}

/// Carries a block past the centre, which wants it to be `@Sendable`.
private struct CountingEar: @unchecked Sendable {
  // @unchecked Sendable because the block runs where the save is made, and the checker watches.
  let heard: () -> Void
}
