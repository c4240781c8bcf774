import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// B1, C1: a thread keeps its stack while it has nothing to do; a queue keeps nothing.
  static let sleepingThread = Scenario(
    "confinement/sleeping-thread", title: "A thread that sleeps",
    question: "Each open room has a context of its own. What is left when the rooms are closed?",
    outcomes: [
      .allowed("kept", "The message is in the store, and nothing is left."),
      .forbidden("lost", "The message was never written."),
    ],
    variants: [
      .bug(
        "a thread for each room",
        idea: "A room that is closed is let go of, and its thread sleeps on.",
        expecting: .failing(2, of: 2), lookAt: ["RoomThread(", "rooms = []"]
      ) { runtime in
        let chat = try ChatStack()
        var rooms = [RoomThread("Harbour", chat, runtime), RoomThread("Attic", chat, runtime)]

        rooms[0].perform { try saveMessage(in: $0) }
        rooms = []
        runtime.atEnd { runtime.outcome(chat.hasTheMessage ? "kept" : "lost") }
      },
      .fix(
        "a context with a queue for each room",
        idea: "The queue borrows a thread for each block, and gives it back behind it.",
        expecting: .passing(1), lookAt: ["backgroundContext"]
      ) { runtime in
        let chat = try ChatStack()
        var rooms = [chat.backgroundContext("Harbour"), chat.backgroundContext("Attic")]

        rooms[0].perform { [harbour = rooms[0]] in attempt { try saveMessage(in: harbour) } }
        rooms = []
        runtime.atEnd { runtime.outcome(chat.hasTheMessage ? "kept" : "lost") }
      },
      .fix(
        "the threads are told to end", named: "told",
        idea: "Each of them is woken for it, also the one that never had a job.",
        expecting: .passing(14), lookAt: ["room.end()"]
      ) { runtime in
        let chat = try ChatStack()
        let rooms = [RoomThread("Harbour", chat, runtime), RoomThread("Attic", chat, runtime)]

        rooms[0].perform { try saveMessage(in: $0) }
        for room in rooms { room.end() }
        runtime.atEnd { runtime.outcome(chat.hasTheMessage ? "kept" : "lost") }
      },
      Variant(
        "cancelled", "the threads are cancelled",
        idea: "cancel() sets a flag. A thread that sleeps does not look at it.",
        expecting: .failing(10, of: 14), lookAt: ["room.cancel()"]
      ) { runtime in
        let chat = try ChatStack()
        let rooms = [RoomThread("Harbour", chat, runtime), RoomThread("Attic", chat, runtime)]

        rooms[0].perform { try saveMessage(in: $0) }
        for room in rooms { room.cancel() }
        runtime.atEnd { runtime.outcome(chat.hasTheMessage ? "kept" : "lost") }
      },
    ])
}

/// A thread with a confinement context, which sleeps until there is a job.
private final class RoomThread: @unchecked Sendable {
  typealias Job = (NSManagedObjectContext) throws -> Void

  // @unchecked Sendable because the jobs are behind a lock.
  private let lock: Lock
  private let work: CountingSemaphore
  private var jobs: [Job?] = []
  private var isCancelled = false

  init(_ name: String, _ chat: ChatStack, _ runtime: Runtime) {
    lock = runtime.lock("jobs of \(name)")
    work = runtime.semaphore("work for \(name)")
    runtime.thread(name) { [self] in
      let context = confinedContext(chat)
      while let job = next() { attempt { try job(context) } }
    }
  }

  func perform(_ job: @escaping Job) { add(job) }

  /// Behind all jobs that were asked for.
  func end() { add(nil) }

  func cancel() { lock.withLock { isCancelled = true } }

  private func add(_ job: Job?) {
    lock.withLock { jobs.append(job) }
    work.signal()
  }

  private func next() -> Job? {
    if lock.withLock({ isCancelled }) { return nil }
    work.wait()
    return lock.withLock { jobs.removeFirst() }
  }
}

private func saveMessage(in context: NSManagedObjectContext) throws {
  Message(context: context).text = "On my way"
  try context.save()
}

extension ChatStack {
  fileprivate var hasTheMessage: Bool { (try? storedTexts()) == ["On my way"] }
}
