import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// DL7: work on the coordinator waits for a context, and the context needs the coordinator.
  static let stalledCoordinator = Scenario(
    "deadlocks/stalled-coordinator", title: "The coordinator waits for a context",
    question: "The app holds new requests back, and lets the sync finish. Does it?",
    outcomes: [
      .allowed("set up", "The sync had finished, and no request came in between.")
    ],
    variants: [
      .bug(
        "waiting while all others are stopped",
        idea: "A block of the coordinator stalls every fetch and save, and waits for one of them.",
        expecting: .failing(1, of: 2), lookAt: ["performAndWait", "fetch"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        sync.perform {
          let rooms = (try? sync.fetch(NSFetchRequest<Room>(entityName: "Room"))) ?? []
          runtime.note("sync", "goes through \(rooms.count) rooms")
        }
        chat.coordinator.performAndWait {
          sync.performAndWait { runtime.note("sync", "has finished") }
          runtime.note("coordinator", "has the new settings")
        }
        runtime.outcome("set up")
      },
      .fix(
        "first wait, then stop the others",
        idea: "The sync is waited for while it can still get through to the store.",
        expecting: .passing(1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        sync.perform {
          let rooms = (try? sync.fetch(NSFetchRequest<Room>(entityName: "Room"))) ?? []
          runtime.note("sync", "goes through \(rooms.count) rooms")
        }
        sync.performAndWait { runtime.note("sync", "has finished") }
        chat.coordinator.performAndWait { runtime.note("coordinator", "has the new settings") }
        runtime.outcome("set up")
      },
    ])
}
