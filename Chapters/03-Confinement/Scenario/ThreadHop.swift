import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X05: a context per thread, used from a queue that runs on whatever thread is at hand.
  static let threadHop = Scenario(
    "confinement/thread-hop", title: "A queue is not a thread",
    question: "All work goes through one serial queue. Is that as good as one thread?",
    outcomes: [
      .allowed("kept", "The message is in the store."),
      .forbidden("lost", "The save saved another context; the message was never written."),
    ],
    variants: [
      .bug(
        "the context of the current thread",
        idea: "The first block runs on a thread of the pool, the second on the caller's.",
        expecting: .failing(1, of: 1), lookAt: ["contexts.current"]
      ) { runtime in
        let chat = try ChatStack()
        let contexts = ContextPerThread(chat)
        let sync = runtime.queue("sync")

        sync.async {
          let message = Message(context: contexts.current)
          message.text = "On my way"
        }
        // The user leaves the room: whatever is pending has to be on disk now.
        try sync.sync { try contexts.current.save() }
        runtime.outcome(try chat.storedTexts() == ["On my way"] ? "kept" : "lost")
      },
      .fix(
        "a context that brings its queue",
        idea: "The same two blocks, asked of the context: the queue and the context are one.",
        expecting: .passing(1), lookAt: ["sync.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = chat.backgroundContext("sync")

        sync.perform {
          let message = Message(context: sync)
          message.text = "On my way"
        }
        try sync.performAndWait { try sync.save() }
        runtime.outcome(try chat.storedTexts() == ["On my way"] ? "kept" : "lost")
      },
      .fix(
        "one context for one piece of work", named: "unit",
        idea: "Made, edited and saved inside one block, and handed on to no other code.",
        expecting: .passing(1), lookAt: ["confinedContext"]
      ) { runtime in
        let chat = try ChatStack()
        let sync = runtime.queue("sync")

        try sync.sync {
          let context = confinedContext(chat)
          let message = Message(context: context)
          message.text = "On my way"
          try context.save()
        }
        runtime.outcome(try chat.storedTexts() == ["On my way"] ? "kept" : "lost")
      },
      Variant(
        "locked", "a lock around both blocks",
        idea: "The blocks were never at once. Each still asks for the context of its own thread.",
        expecting: .failing(1, of: 1), lookAt: ["withLock"]
      ) { runtime in
        let chat = try ChatStack()
        let contexts = ContextPerThread(chat)
        let sync = runtime.queue("sync")
        let lock = runtime.lock("sync lock")

        sync.async {
          lock.withLock {
            let message = Message(context: contexts.current)
            message.text = "On my way"
          }
        }
        try sync.sync { try lock.withLock { try contexts.current.save() } }
        runtime.outcome(try chat.storedTexts() == ["On my way"] ? "kept" : "lost")
      },
      Variant(
        "after", "saved when the queue is empty",
        idea: "The caller waits for the block, and then saves the context of its own thread.",
        expecting: .failing(1, of: 1), lookAt: ["sync.sync", "contexts.current.save()"]
      ) { runtime in
        let chat = try ChatStack()
        let contexts = ContextPerThread(chat)
        let sync = runtime.queue("sync")

        sync.async {
          let message = Message(context: contexts.current)
          message.text = "On my way"
        }
        sync.sync {}
        try contexts.current.save()
        runtime.outcome(try chat.storedTexts() == ["On my way"] ? "kept" : "lost")
      },
    ])
}
