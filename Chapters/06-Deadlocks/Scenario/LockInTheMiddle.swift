import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// DL5: a lock taken outside a context by one thread and inside it by another.
  static let lockInTheMiddle = Scenario(
    "deadlocks/lock-in-the-middle", title: "A lock in the middle",
    question: "An avatar cache has a lock of its own. What does that have to do with Core Data?",
    outcomes: [
      .allowed("done", "The avatar was loaded and the sync finished.")
    ],
    variants: [
      .bug(
        "outside for one, inside for the other",
        idea: "One thread holds the lock and waits for the context; the context's block wants the "
          + "lock.",
        expecting: .failing(1, of: 3), lookAt: ["withLock", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")
        let cacheLock = runtime.lock("avatar cache")

        runtime.thread("cell") {
          cacheLock.withLock {
            // The avatar is not in the cache: ask the context who that is.
            sync.performAndWait { runtime.note("sync", "looks it up") }
          }
        }
        sync.perform {
          // The sync has a new avatar for the cache.
          cacheLock.withLock { runtime.note("cache", "stores the avatar") }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "never wait while holding a lock",
        idea: "The lock protects the cache and nothing else; it is free before anybody waits.",
        expecting: .passing(3), lookAt: ["withLock", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")
        let cacheLock = runtime.lock("avatar cache")

        runtime.thread("cell") {
          let isCached = cacheLock.withLock { false }
          if !isCached {
            sync.performAndWait { runtime.note("sync", "looks it up") }
          }
        }
        sync.perform {
          cacheLock.withLock { runtime.note("cache", "stores the avatar") }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "the context is the lock", named: "context",
        idea: "The cache is only touched inside the context's blocks, so it needs no lock.",
        expecting: .passing(2), lookAt: ["performAndWait", "perform {"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")

        runtime.thread("cell") {
          sync.performAndWait { runtime.note("sync", "looks in the cache, then up the member") }
        }
        sync.perform { runtime.note("cache", "stores the avatar") }
        runtime.atEnd { runtime.outcome("done") }
      },
      Variant(
        "queue", "a serial queue instead of the lock",
        idea: "The cache has a queue of its own, which both enter with sync.",
        expecting: .failing(1, of: 3), lookAt: ["cache.sync", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")
        let cache = runtime.queue("avatar cache")

        runtime.thread("cell") {
          cache.sync {
            sync.performAndWait { runtime.note("sync", "looks it up") }
          }
        }
        sync.perform {
          cache.sync { runtime.note("cache", "stores the avatar") }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
      Variant(
        "signal", "the lookup is asked for, and waited for",
        idea: "The cell enqueues the lookup with perform, and waits for its signal under the lock.",
        expecting: .failing(1, of: 3), lookAt: ["withLock", "wait()"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")
        let cacheLock = runtime.lock("avatar cache")

        runtime.thread("cell") {
          cacheLock.withLock {
            let isFound = runtime.completion("the lookup")
            sync.perform {
              runtime.note("sync", "looks it up")
              isFound.complete()
            }
            isFound.wait()
          }
        }
        sync.perform {
          cacheLock.withLock { runtime.note("cache", "stores the avatar") }
        }
        runtime.atEnd { runtime.outcome("done") }
      },
    ])
}
