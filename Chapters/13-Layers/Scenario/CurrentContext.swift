import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X05 behind a layer: `current` is the context of the thread, and a queue has no thread.
  static let currentContext = Scenario(
    "layers/current-context", title: "Whose context is current?",
    question: "A layer finds out by itself which context is meant. What does it go by?",
    outcomes: [
      .allowed("kept", "The message that came is in the store, and the draft is not."),
      .forbidden("lost", "Neither the message nor the draft is in the store."),
      .forbidden("draft", "What the user was still typing is in the store."),
    ],
    variants: [
      .bug(
        "the context of the thread",
        idea: "Main waits for the queue, and the last block runs on main's own thread.",
        expecting: .failing(1, of: 1), lookAt: ["contexts.current", "sync.sync"]
      ) { runtime in
        let app = try TypingUser(runtime)
        let contexts = CurrentByThread(app.chat)
        let sync = runtime.queue("sync")

        app.type("Hel", in: contexts.current)
        sync.async { app.receive("Ahoy", in: contexts.current) }
        try sync.sync { try contexts.current.save() }
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
      .fix(
        "the context is handed on",
        idea: "Each piece of work is told its context, and does all of it in that one's block.",
        expecting: .passing(1), lookAt: ["perform"]
      ) { runtime in
        let app = try TypingUser(runtime)
        let sync = app.chat.backgroundContext("sync")

        app.type("Hel", in: app.chat.viewContext)
        sync.perform { app.receive("Ahoy", in: sync) }
        try sync.performAndWait { try sync.save() }
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
      .fix(
        "asked of the object", named: "asked",
        idea: "An object knows its context; what made the object hands on its ID and that context.",
        expecting: .passing(1), lookAt: ["managedObjectContext"]
      ) { runtime in
        let app = try TypingUser(runtime)
        let sync = app.chat.backgroundContext("sync")

        app.type("Hel", in: app.chat.viewContext)
        sync.perform {
          let message = app.receive("Ahoy", in: sync)
          attempt { try message.managedObjectContext?.save() }
        }
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
      Variant(
        "set-by-job", "one variable, which each job sets",
        idea: "The second job sets it while the first is not done, and the first goes on with it.",
        expecting: .failing(3, of: 5), lookAt: ["current.write", "current.read"]
      ) { runtime in
        let app = try TypingUser(runtime)
        let current = CurrentByJob(runtime, app.chat.viewContext)
        let sync = app.chat.backgroundContext("sync")

        sync.perform {
          current.write(sync)
          app.receive("Ahoy", in: current.read())
          attempt { try current.read().save() }
        }
        runtime.main.async {
          current.write(app.chat.viewContext)
          app.type("Hel", in: current.read())
        }
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
      Variant(
        "locked", "the same, behind a lock",
        idea: "A lock keeps reads and writes of the variable apart, and jobs are longer than that.",
        expecting: .failing(8, of: 10), lookAt: ["withLock"]
      ) { runtime in
        let app = try TypingUser(runtime)
        let current = CurrentByJob(runtime, app.chat.viewContext, locked: true)
        let sync = app.chat.backgroundContext("sync")

        sync.perform {
          current.write(sync)
          app.receive("Ahoy", in: current.read())
          attempt { try current.read().save() }
        }
        runtime.main.async {
          current.write(app.chat.viewContext)
          app.type("Hel", in: current.read())
        }
        runtime.atEnd { runtime.outcome(try app.ending) }
      },
    ])
}

/// A user types while a message comes from the server.
private final class TypingUser: @unchecked Sendable {
  // @unchecked Sendable because the stack is used in its contexts' blocks only.
  let chat: ChatStack
  private let runtime: Runtime

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
  }

  func type(_ text: String, in context: NSManagedObjectContext) {
    Message(context: context).text = text
  }

  @discardableResult
  func receive(_ text: String, in context: NSManagedObjectContext) -> Message {
    let message = Message(context: context)
    message.text = text
    return message
  }

  var ending: String {
    get throws {
      let texts = try chat.storedTexts()
      return texts.contains("Hel") ? "draft" : texts == ["Ahoy"] ? "kept" : "lost"
    }
  }
}

/// What a layer may go by: the thread. An app keeps such a context in the `threadDictionary`.
private final class CurrentByThread: @unchecked Sendable {
  // @unchecked Sendable because a lock guards what is known.
  private let chat: ChatStack
  private let lock = NSLock()
  private var contexts: [ObjectIdentifier: NSManagedObjectContext] = [:]

  /// Call it on main: that thread's context is the one of the screens.
  init(_ chat: ChatStack) {
    self.chat = chat
    contexts[ObjectIdentifier(Thread.current)] = chat.viewContext
  }

  var current: NSManagedObjectContext {
    lock.withLock {
      let thread = ObjectIdentifier(Thread.current)
      if let known = contexts[thread] { return known }
      // A context without a queue, good for one thread. The name of its type is deprecated.
      let type = NSManagedObjectContextConcurrencyType(rawValue: 0)!
      let context = NSManagedObjectContext(concurrencyType: type)
      context.persistentStoreCoordinator = chat.coordinator
      context.name = "thread context"
      contexts[thread] = context
      return context
    }
  }
}

/// What a layer may go by: a variable that each job sets when it begins.
private final class CurrentByJob: @unchecked Sendable {
  // @unchecked Sendable because the runtime's cell is.
  private let cell: Cell<NSManagedObjectContext>
  private let lock: Lock?

  init(_ runtime: Runtime, _ context: NSManagedObjectContext, locked: Bool = false) {
    cell = runtime.cell("current", context)
    lock = locked ? runtime.lock("lock of current") : nil
  }

  func write(_ context: NSManagedObjectContext) {
    guard let lock else { return cell.write(context) }
    lock.withLock { cell.write(context) }
  }

  func read() -> NSManagedObjectContext {
    guard let lock else { return cell.read() }
    return lock.withLock { cell.read() }
  }
}
