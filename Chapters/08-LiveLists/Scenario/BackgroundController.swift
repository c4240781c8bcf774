import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// FR13: a controller belongs to the queue of its context.
  static let backgroundController = Scenario(
    "live-lists/background-controller", title: "A controller in the background",
    question: "To spare main, the list's controller gets a background context. Who may read it?",
    outcomes: [
      .allowed("drawn", "The list shows the room.")
    ],
    variants: [
      .bug(
        "main reads it",
        idea: "The fetch is on the context's queue; its results are read on main.",
        expecting: .failing(1, of: 1), lookAt: ["performFetch", "reload"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let list = RoomList(sync)

        sync.perform {
          attempt { try list.controller.performFetch() }
          view.perform {
            list.reload()
            runtime.outcome("drawn")
          }
        }
      },
      .fix(
        "main gets the names",
        idea: "The results are read where they belong, and values go to main.",
        expecting: .passing(1), lookAt: ["names"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let list = RoomList(sync)

        sync.perform {
          attempt { try list.controller.performFetch() }
          let names = (list.controller.fetchedObjects ?? []).map(\.name)
          view.perform {
            runtime.note("screen", "shows \(names)")
            runtime.outcome("drawn")
          }
        }
      },
      .fix(
        "a controller on main", named: "view",
        idea: "The list's context is the view context; the fetch loads a batch, not everything.",
        expecting: .passing(1), lookAt: ["RoomList(view)"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let list = RoomList(view)

        view.perform {
          attempt { try list.controller.performFetch() }
          list.reload()
          runtime.outcome("drawn")
        }
      },
      Variant(
        "locked", "main reads it under a lock",
        idea: "A lock keeps the fetch and the reading apart.",
        expecting: .failing(1, of: 1), lookAt: ["withLock", "reload"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let list = RoomList(sync)
        let lock = runtime.lock("list")

        sync.perform {
          lock.withLock { attempt { try list.controller.performFetch() } }
          view.perform {
            lock.withLock { list.reload() }
            runtime.outcome("drawn")
          }
        }
      },
      Variant(
        "fetched-on-main", "main fetches, too",
        idea: "Fetch and reading are both done on main, with the background context.",
        expecting: .failing(1, of: 1), lookAt: ["performFetch", "reload"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let list = RoomList(sync)

        view.perform {
          attempt { try list.controller.performFetch() }
          list.reload()
          runtime.outcome("drawn")
        }
      },
    ])
}
