import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X27: a controller follows for a delegate, and hears its own context only.
  static let noDelegate = Scenario(
    "live-lists/no-delegate", title: "The list that stands still",
    question: "The sync saves a new room. What does the list of rooms need in order to show it?",
    outcomes: [
      .allowed("both-rows", "The list shows both rooms."),
      .forbidden("one-row", "The store has two rooms, and the list shows one."),
    ],
    variants: [
      .bug(
        "a controller without a delegate",
        idea: "Main merges the new room, and the controller has no delegate to tell.",
        expecting: .failing(1, of: 1), lookAt: ["performFetch"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        chat.viewContext.automaticallyMergesChangesFromParent = true
        let list = RoomList(chat.viewContext)

        try list.controller.performFetch()
        list.reload()
        sync.perform { sync.addRoom("Market") }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "both-rows" : "one-row") }
      },
      .fix(
        "a delegate, and merging",
        idea: "Main merges the room, the controller sees it and tells its delegate.",
        expecting: .passing(1), lookAt: ["delegate", "automatically"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        chat.viewContext.automaticallyMergesChangesFromParent = true
        let list = RoomList(chat.viewContext)

        list.controller.delegate = list
        try list.controller.performFetch()
        list.reload()
        sync.perform { sync.addRoom("Market") }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "both-rows" : "one-row") }
      },
      Variant(
        "no-merge", "a delegate, and no merging",
        idea: "The controller hears its own context, which has not heard of the room.",
        expecting: .failing(1, of: 1), lookAt: ["delegate"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let list = RoomList(chat.viewContext)

        list.controller.delegate = list
        try list.controller.performFetch()
        list.reload()
        sync.perform { sync.addRoom("Market") }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "both-rows" : "one-row") }
      },
      Variant(
        "fetch-again", "a delegate, and another performFetch",
        idea: "The controller fetches again, and does not tell its delegate of it.",
        expecting: .failing(1, of: 1), lookAt: ["performFetch"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let list = RoomList(view)

        list.controller.delegate = list
        try list.controller.performFetch()
        list.reload()
        sync.perform {
          sync.addRoom("Market")
          view.perform { attempt { try list.controller.performFetch() } }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "both-rows" : "one-row") }
      },
      .fix(
        "performFetch, and redrawn", named: "reload",
        idea: "Who fetches again draws again.",
        expecting: .passing(1), lookAt: ["performFetch", "reload"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let list = RoomList(view)

        try list.controller.performFetch()
        list.reload()
        sync.perform {
          sync.addRoom("Market")
          view.perform {
            attempt { try list.controller.performFetch() }
            list.reload()
          }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "both-rows" : "one-row") }
      },
    ])
}
