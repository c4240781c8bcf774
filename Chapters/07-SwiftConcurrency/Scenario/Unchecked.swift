import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X32: a promise to the compiler that is not kept.
  static let unchecked = Scenario(
    "swift-concurrency/unchecked", title: "Promised to the compiler",
    question:
      "The screen leaves the open room in a cache, for the sync to use. What may lie there?",
    outcomes: [
      .allowed("cached", "The sync has read the room's name, which the screen had left there."),
      .allowed("fetched", "The sync was first, and has fetched the room itself."),
    ],
    variants: [
      .bug(
        "the object, in a Sendable box",
        idea: "The cache is guarded and the compiler is content; the room belongs to main.",
        expecting: .failing(1, of: 4), lookAt: ["@unchecked Sendable", "cached.room.name"]
      ) { runtime in
        struct Cached: @unchecked Sendable { let room: Room }
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        runtime.keep(chat)
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        let cache = runtime.mutex("cache", Cached?.none)

        runtime.task("screen") { @MainActor in
          let room = try view.onlyRoom()
          cache.withLock { $0 = Cached(room: room) }
        }
        runtime.task("sync") {
          try await sync.perform {
            if let cached = cache.withLock({ $0 }) {
              runtime.note("sync", "syncs \(cached.room.name)")
              return runtime.outcome("cached")
            }
            runtime.note("sync", "syncs \(try sync.onlyRoom().name)")
            runtime.outcome("fetched")
          }
        }
      },
      .fix(
        "its ID",
        idea: "An ID may lie anywhere; the finder looks the room up in a context of its own.",
        expecting: .passing(4), lookAt: ["NSManagedObjectID", "existingObject"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        runtime.keep(chat)
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        let cache = runtime.mutex("cache", NSManagedObjectID?.none)

        runtime.task("screen") { @MainActor in
          let room = try view.onlyRoom()
          cache.withLock { $0 = room.objectID }
        }
        runtime.task("sync") {
          try await sync.perform {
            if let cached = cache.withLock({ $0 }) {
              let room = try sync.existingObject(with: cached) as? Room
              runtime.note("sync", "syncs \(room?.name ?? "")")
              return runtime.outcome("cached")
            }
            runtime.note("sync", "syncs \(try sync.onlyRoom().name)")
            runtime.outcome("fetched")
          }
        }
      },
      .fix(
        "its name", named: "value",
        idea: "What is needed of the room lies there, as a value.",
        expecting: .passing(7), lookAt: ["String?.none"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        runtime.keep(chat)
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        let cache = runtime.mutex("cache", String?.none)

        runtime.task("screen") { @MainActor in
          let room = try view.onlyRoom()
          let name = room.name
          cache.withLock { $0 = name }
        }
        runtime.task("sync") {
          try await sync.perform {
            if let cached = cache.withLock({ $0 }) {
              runtime.note("sync", "syncs \(cached)")
              return runtime.outcome("cached")
            }
            runtime.note("sync", "syncs \(try sync.onlyRoom().name)")
            runtime.outcome("fetched")
          }
        }
      },
      Variant(
        "locked", "read under the lock",
        idea: "The lock keeps others off the cache; main is not kept from its own context.",
        expecting: .failing(1, of: 4), lookAt: ["withLock"]
      ) { runtime in
        struct Cached: @unchecked Sendable { let room: Room }
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        runtime.keep(chat)
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        let cache = runtime.mutex("cache", Cached?.none)

        runtime.task("screen") { @MainActor in
          let room = try view.onlyRoom()
          cache.withLock { $0 = Cached(room: room) }
        }
        runtime.task("sync") {
          try await sync.perform {
            if let name = cache.withLock({ $0?.room.name }) {
              runtime.note("sync", "syncs \(name)")
              return runtime.outcome("cached")
            }
            runtime.note("sync", "syncs \(try sync.onlyRoom().name)")
            runtime.outcome("fetched")
          }
        }
      },
      Variant(
        "same-context", "its ID, looked up in the view context",
        idea: "The ID is right, and the object that is made of it is main's once more.",
        expecting: .failing(1, of: 4), lookAt: ["view.object"]
      ) { runtime in
        let chat = try ChatStack()
        try chat.addRoom("Harbour")
        runtime.keep(chat)
        let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
        let cache = runtime.mutex("cache", NSManagedObjectID?.none)

        runtime.task("screen") { @MainActor in
          let room = try view.onlyRoom()
          cache.withLock { $0 = room.objectID }
        }
        runtime.task("sync") {
          try await sync.perform {
            if let cached = cache.withLock({ $0 }) {
              let room = view.object(with: cached) as? Room
              runtime.note("sync", "syncs \(room?.name ?? "")")
              return runtime.outcome("cached")
            }
            runtime.note("sync", "syncs \(try sync.onlyRoom().name)")
            runtime.outcome("fetched")
          }
        }
      },
    ],
    refused: [
      RefusedProgram(
        "without-the-promise",
        diagnostic: "capture of 'room' with non-Sendable type 'Room' in a '@Sendable' closure",
        source: """
          func leave(_ room: Room) {
            let block: @Sendable () -> String = { room.name }
          }
          """)
    ])
}
