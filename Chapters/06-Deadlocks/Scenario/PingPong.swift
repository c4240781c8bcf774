import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X13 and DL3: main waits for a background block, and the block waits for main.
  static let pingPong = Scenario(
    "deadlocks/ping-pong", title: "Main and background wait for each other",
    question: "A sync block asks the view context which room is open. May main wait for it?",
    outcomes: [
      .allowed("shown", "The sync is over and the screen was drawn.")
    ],
    variants: [
      .bug(
        "both sides wait",
        idea: "Main waits for the sync block while the block waits for the main queue.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        sync.perform {
          // Which room does the reader look at? Only the view context knows.
          let open = view.performAndWait { openRoom(in: view) }
          runtime.note("sync", "syncs \(open)")
        }
        // The screen wants to be up to date before it is drawn.
        sync.performAndWait { runtime.note("screen", "sync is over") }
        runtime.outcome("shown")
      },
      .fix(
        "main is told when it is over",
        idea: "Main asks for the sync and goes on; the last block tells it to draw.",
        expecting: .passing(1), lookAt: ["perform {"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        sync.perform {
          let open = view.performAndWait { openRoom(in: view) }
          runtime.note("sync", "syncs \(open)")
        }
        sync.perform {
          view.perform { runtime.outcome("shown") }
        }
      },
      Variant(
        "semaphore", "main waits for a signal instead",
        idea: "Main no longer waits for the queue; it waits until the block says that it is over.",
        expecting: .failing(1, of: 1), lookAt: ["wait()", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let isOver = runtime.completion("the sync")

        sync.perform {
          let open = view.performAndWait { openRoom(in: view) }
          runtime.note("sync", "syncs \(open)")
          isOver.complete()
        }
        isOver.wait()
        runtime.outcome("shown")
      },
      Variant(
        "between", "the block asks through another queue",
        idea: "A queue in between asks main, so that sync does not do it itself.",
        expecting: .failing(1, of: 1), lookAt: ["between.sync", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        let between = runtime.queue("between")

        sync.perform {
          let open = between.sync { view.performAndWait { openRoom(in: view) } }
          runtime.note("sync", "syncs \(open)")
        }
        sync.performAndWait { runtime.note("screen", "sync is over") }
        runtime.outcome("shown")
      },
    ])
}

/// The name of the room that is on the screen.
private func openRoom(in view: NSManagedObjectContext) -> String {
  (try? view.fetch(NSFetchRequest<Room>(entityName: "Room")).first?.name) ?? "nothing"
}
