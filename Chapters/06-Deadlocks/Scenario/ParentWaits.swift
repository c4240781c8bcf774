import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X14 and DL1: a block of the parent waits for its child, and the child needs the parent.
  static let parentWaits = Scenario(
    "deadlocks/parent-waits", title: "The parent waits for its child",
    question: "The sync context asks its own child to look something up. Who has to wait for whom?",
    outcomes: [
      .allowed("found", "The draft's room was found and the sync went on.")
    ],
    variants: [
      .bug(
        "down, then up again",
        idea: "The parent's block waits for the child; the child's fetch waits for the parent.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait", "fetch"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")

        sync.perform {
          // A fetch of a child goes through its parent, and the parent is here, waiting.
          let rooms = draft.performAndWait { roomNames(in: draft) }
          runtime.note("sync", "continues with \(rooms)")
          runtime.outcome("found")
        }
      },
      .fix(
        "the child is asked, not waited for",
        idea: "The parent's block ends; the child's block hands its result back when it has one.",
        expecting: .passing(1), lookAt: ["draft.perform", "sync.perform"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")

        sync.perform {
          draft.perform {
            let rooms = roomNames(in: draft)
            sync.perform {
              runtime.note("sync", "continues with \(rooms)")
              runtime.outcome("found")
            }
          }
        }
      },
      .fix(
        "the parent looks for itself", named: "parent",
        idea: "What the child would ask its parent, the parent asks the store.",
        expecting: .passing(1), lookAt: ["roomNames(in: sync)"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        sync.perform {
          let rooms = roomNames(in: sync)
          runtime.note("sync", "continues with \(rooms)")
          runtime.outcome("found")
        }
      },
      Variant(
        "latent", "the same wait, with nothing to ask",
        idea: "The child's block reads what it has already realised, so the mistake does not show.",
        expecting: .passing(1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let harbour = try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")
        let room = try draft.performAndWait {
          try draft.existingObject(with: harbour) as? Room
        }

        sync.perform {
          let name = draft.performAndWait { room?.name ?? "" }
          runtime.note("sync", "continues with \(name)")
          runtime.outcome("found")
        }
      },
      Variant(
        "latent-fault", "the same wait, and the room is a fault",
        idea: "The room was refreshed meanwhile, so reading its name asks the parent.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait", "refresh"]
      ) { runtime in
        let chat = try ChatStack()
        let harbour = try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")
        let room = try draft.performAndWait {
          try draft.existingObject(with: harbour) as? Room
        }
        draft.performAndWait { draft.refreshAllObjects() }

        sync.perform {
          let name = draft.performAndWait { room?.name ?? "" }
          runtime.note("sync", "continues with \(name)")
          runtime.outcome("found")
        }
      },
      Variant(
        "latent-beside", "the same wait, and a third thread beside it",
        idea: "Another thread works in a context beside them; it shares nothing with the two.",
        expecting: .passing(1), lookAt: ["performAndWait", "thread"]
      ) { runtime in
        let chat = try ChatStack()
        let harbour = try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")
        let other = chat.backgroundContext("other")
        let room = try draft.performAndWait {
          try draft.existingObject(with: harbour) as? Room
        }

        runtime.thread("beside") { other.performAndWait { runtime.note("other", "works") } }
        sync.perform {
          let name = draft.performAndWait { room?.name ?? "" }
          runtime.note("sync", "continues with \(name)")
          runtime.outcome("found")
        }
      },
      Variant(
        "latent-late", "the same wait, and much to do before it",
        idea: "The sync's block works for a while before it waits.",
        expecting: .passing(1), lookAt: ["performAndWait", "sleep"]
      ) { runtime in
        let chat = try ChatStack()
        let harbour = try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")
        let draft = chat.child(of: sync, "draft")
        let room = try draft.performAndWait {
          try draft.existingObject(with: harbour) as? Room
        }

        sync.perform {
          runtime.sleep(for: .seconds(2))
          let name = draft.performAndWait { room?.name ?? "" }
          runtime.note("sync", "continues with \(name)")
          runtime.outcome("found")
        }
      },
    ])
}

private func roomNames(in context: NSManagedObjectContext) -> [String] {
  let rooms = try? context.fetch(NSFetchRequest<Room>(entityName: "Room"))
  return (rooms ?? []).map(\.name)
}
