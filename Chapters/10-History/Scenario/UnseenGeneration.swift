import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// V2: a pinned context reads an older state, whatever it reads anew.
  static let unseenGeneration = Scenario(
    "history/unseen-generation", title: "Pinned, and refreshed",
    question: "The app's context is pinned to a state of the file. Does it show the new name?",
    outcomes: [
      .allowed("new", "The app shows the new name."),
      .forbidden("old", "The app shows the old name."),
    ],
    variants: [
      .bug(
        "pinned, and all objects refreshed",
        idea: "The refresh goes past the row cache, to the state that the context is pinned to.",
        expecting: .failing(1, of: 1), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try SharedChat(try .inFile())
        let view = chat.app.viewContext
        let room = try view.pinnedRoom()
        view.stalenessInterval = 0

        chat.whenStoreChanges { view.perform { view.refreshAllObjects() } }
        chat.renameByWidget("Pier")
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      .fix(
        "merge the history",
        idea: "A merge moves the pin to the newest state before it reads.",
        expecting: .passing(1), lookAt: ["mergeChanges"]
      ) { runtime in
        let chat = try SharedChat(try .inFile())
        let view = chat.app.viewContext
        let room = try view.pinnedRoom()
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
        chat.renameByWidget("Pier")
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "refetched", "a fetch that refreshes what it finds",
        idea: "A fetch of a pinned context finds what was there then.",
        expecting: .failing(1, of: 1), lookAt: ["shouldRefreshRefetchedObjects"]
      ) { runtime in
        let chat = try SharedChat(try .inFile())
        let view = chat.app.viewContext
        let room = try view.pinnedRoom()

        chat.whenStoreChanges {
          view.perform {
            attempt {
              let rooms = NSFetchRequest<Room>(entityName: "Room")
              rooms.shouldRefreshRefetchedObjects = true
              _ = try view.fetch(rooms)
            }
          }
        }
        chat.renameByWidget("Pier")
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "only-moved", "pinned anew",
        idea: "The pin moves on, and objects keep the values that they have.",
        expecting: .failing(1, of: 1), lookAt: ["setQueryGenerationFrom"]
      ) { runtime in
        let chat = try SharedChat(try .inFile())
        let view = chat.app.viewContext
        let room = try view.pinnedRoom()

        chat.whenStoreChanges {
          view.perform { attempt { try view.setQueryGenerationFrom(.current) } }
        }
        chat.renameByWidget("Pier")
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      .fix(
        "pinned anew, and refreshed", named: "moved",
        idea: "First the pin, then the objects, past the row cache.",
        expecting: .passing(1), lookAt: ["setQueryGenerationFrom", "refreshAllObjects"]
      ) { runtime in
        let chat = try SharedChat(try .inFile())
        let view = chat.app.viewContext
        let room = try view.pinnedRoom()
        view.stalenessInterval = 0

        chat.whenStoreChanges {
          view.perform {
            attempt {
              try view.setQueryGenerationFrom(.current)
              view.refreshAllObjects()
            }
          }
        }
        chat.renameByWidget("Pier")
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
    ])
}

extension NSManagedObjectContext {
  /// The room as it is on the screen, from a state of the file that this context stays with.
  fileprivate func pinnedRoom() throws -> Room {
    try setQueryGenerationFrom(.current)
    return try shownRoom()
  }
}

extension SharedChat {
  fileprivate func renameByWidget(_ name: String) {
    let context = widget.backgroundContext("widget")
    context.perform { attempt { try context.renameRoom(name) } }
  }
}
