import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// P8: what another coordinator writes reaches no context by itself.
  static let deafApp = Scenario(
    "history/deaf-app", title: "The app that hears nothing",
    question: "The widget renames the room that the app shows. Does the app show the new name?",
    outcomes: [
      .allowed("new", "The app shows the new name."),
      .forbidden("old", "The file has the new name, and the app shows the old one."),
    ],
    variants: [
      .bug(
        "merging automatically",
        idea: "The app merges what is saved through its own coordinator.",
        expecting: .failing(1, of: 1), lookAt: ["automatically"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        view.automaticallyMergesChangesFromParent = true
        let room = try view.shownRoom()

        widget.perform { attempt { try widget.renameRoom("Pier") } }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      .fix(
        "read the history and merge it",
        idea: "When the file was written to, the app reads what was done and merges it.",
        expecting: .passing(1), lookAt: ["whenStoreChanges", "history(", "mergeChanges"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        let room = try view.shownRoom()
        var token = chat.token

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
              }
            }
          }
        }
        widget.perform { attempt { try widget.renameRoom("Pier") } }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "own-process", "the widget is a process of its own",
        idea: "The file is all that they share. With --live, a second process renames the room.",
        expecting: .passing(1), lookAt: ["inTheWidget", "mergeChanges"]
      ) { runtime in
        let chat = try SharedChat(runtime)
        let view = chat.app.viewContext
        let room = try view.shownRoom()
        let isMerged = runtime.completion("the merge")
        var token = chat.token

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
                isMerged.complete()
              }
            }
          }
        }
        try chat.inTheWidget { try $0.renameRoom("Pier") }
        runtime.thread("test") { isMerged.wait() }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "fetch-again", "fetch again",
        idea: "The fetch finds the room, and hands out the object that is there already.",
        expecting: .failing(1, of: 1), lookAt: ["view.fetch"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        let room = try view.shownRoom()

        chat.whenStoreChanges {
          view.perform {
            attempt { _ = try view.fetch(NSFetchRequest<Room>(entityName: "Room")) }
          }
        }
        widget.perform { attempt { try widget.renameRoom("Pier") } }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "refresh", "refresh all objects",
        idea: "The room becomes a fault, and the app's row cache fills it with the old row.",
        expecting: .failing(1, of: 1), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        let room = try view.shownRoom()

        chat.whenStoreChanges { view.perform { view.refreshAllObjects() } }
        widget.perform { attempt { try widget.renameRoom("Pier") } }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      .fix(
        "refresh, past the row cache", named: "anew",
        idea: "No row of the cache is new enough, so each object is read from the file again.",
        expecting: .passing(1), lookAt: ["stalenessInterval", "refreshAllObjects"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        let room = try view.shownRoom()
        view.stalenessInterval = 0

        chat.whenStoreChanges { view.perform { view.refreshAllObjects() } }
        widget.perform { attempt { try widget.renameRoom("Pier") } }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "at-launch", "read the history when the app becomes active",
        idea: "What the widget writes later waits until the app is opened again.",
        expecting: .failing(1, of: 2), lookAt: ["becomeActive"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        let room = try view.shownRoom()
        let token = chat.token

        widget.perform { attempt { try widget.renameRoom("Pier") } }
        runtime.thread("becomeActive") {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
              }
            }
          }
        }
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
    ])
}

extension NSManagedObjectContext {
  /// The room, drawn on the screen: it has its values.
  func shownRoom() throws -> Room {
    let room = try onlyRoom()
    Runtime.current.note("screen", "shows \(room.name)")
    return room
  }
}
