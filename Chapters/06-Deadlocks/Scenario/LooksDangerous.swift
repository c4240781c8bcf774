import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// B22: waits that look like the others and are none of them.
  static let looksDangerous = Scenario(
    "deadlocks/looks-dangerous", title: "What only looks dangerous",
    question: "Which of these nested waits can hang?",
    outcomes: [
      .allowed("done", "All blocks got through.")
    ],
    variants: [
      .bug(
        "a parent waits for its child",
        idea: "The child fetches, and for that it needs the parent, which waits for it.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")
        sync.perform {
          let rooms = draft.performAndWait {
            try? draft.count(for: NSFetchRequest<Room>(entityName: "Room"))
          }
          runtime.note("sync", "counts \(rooms ?? 0)")
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      Variant(
        "again", "back to where one came from",
        idea: "Inside A, inside B, A again. Apple's systems differ here; this engine hangs.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let one = chat.backgroundContext("one")
        let other = chat.backgroundContext("other")
        one.performAndWait {
          other.performAndWait {
            one.performAndWait { runtime.note("one", "is inside again") }
          }
        }
        runtime.outcome("done")
      },
      .fix(
        "the same context, nested", named: "nested",
        idea: "A wait for the context whose block one is in runs inline, at any depth.",
        expecting: .passing(1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let one = chat.backgroundContext("one")
        one.performAndWait {
          one.performAndWait {
            one.performAndWait { runtime.note("one", "is three levels deep") }
          }
        }
        runtime.outcome("done")
      },
      .fix(
        "a child waits for its parent", named: "upwards",
        idea: "Waiting upwards is what every child does anyway, as long as no parent waits down.",
        expecting: .passing(2), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")
        draft.perform {
          sync.performAndWait { runtime.note("sync", "answers its child") }
        }
        sync.perform { runtime.note("sync", "has its own work") }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "two peers at the same time", named: "peers",
        idea: "Contexts beside each other on one coordinator do not need one another.",
        expecting: .passing(1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let one = chat.backgroundContext("one")
        let other = chat.backgroundContext("other")
        for context in [one, other] {
          runtime.thread(context.name ?? "") {
            let count = try context.performAndWait {
              try context.count(for: NSFetchRequest<Room>(entityName: "Room"))
            }
            runtime.note("rooms", "counts \(count)")
          }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "two peers in the days of one connection", named: "classic",
        idea: "A classic coordinator lets one through at a time; that is slow, not deadly.",
        expecting: .passing(2), lookAt: ["classic"]
      ) { runtime in
        let chat = try ChatStack { $0.coordinatorMode = .classic }
        try chat.addRoom("Harbour")
        let one = chat.backgroundContext("one")
        let other = chat.backgroundContext("other")
        for context in [one, other] {
          runtime.thread(context.name ?? "") {
            let count = try context.performAndWait {
              try context.count(for: NSFetchRequest<Room>(entityName: "Room"))
            }
            runtime.note("rooms", "counts \(count)")
          }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
    ])
}
