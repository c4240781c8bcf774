import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// DL6: actors that run on contexts, with an executor that enqueues by waiting.
  static let waitingExecutor = Scenario(
    "swift-concurrency/waiting-executor", title: "Executors that wait",
    question: "Two actors live on two contexts and call each other. Actors cannot deadlock, or can "
      + "they?",
    outcomes: [
      .allowed("done", "Both actors got their answers.")
    ],
    variants: [
      .bug(
        "enqueue with performAndWait",
        idea: "Handing a job to an actor waits until the job has run, so two actors that call each "
          + "other wait for each other.",
        expecting: .failing(1, of: 3), lookAt: ["waits: true", "await"]
      ) { runtime in
        let chat = try ChatStack()
        let archive = Desk(chat.backgroundContext("archive"), waits: true)
        let search = Desk(chat.backgroundContext("search"), waits: true)

        runtime.task("archiving") { await archive.ask(search) }
        runtime.task("searching") { await search.ask(archive) }
        runtime.atEnd { runtime.outcome("done") }
      },
      .fix(
        "enqueue with perform",
        idea: "Handing a job over returns at once; the one that awaits the answer blocks no queue.",
        expecting: .passing(3), lookAt: ["waits: false", "await"]
      ) { runtime in
        let chat = try ChatStack()
        let archive = Desk(chat.backgroundContext("archive"), waits: false)
        let search = Desk(chat.backgroundContext("search"), waits: false)

        runtime.task("archiving") { await archive.ask(search) }
        runtime.task("searching") { await search.ask(archive) }
        runtime.atEnd { runtime.outcome("done") }
      },
    ])
}

/// An actor whose code runs on the queue of a context.
private actor Desk {
  private nonisolated let executor: ContextExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ context: NSManagedObjectContext, waits: Bool) {
    executor = ContextExecutor(context, waits: waits)
  }

  private var count = 0

  func ask(_ other: Desk) async { count += await other.answer() }
  func answer() -> Int { count }
}

private final class ContextExecutor: SerialExecutor, @unchecked Sendable {
  // @unchecked Sendable because a context may be asked to perform from anywhere.
  private let context: NSManagedObjectContext
  private let waits: Bool

  init(_ context: NSManagedObjectContext, waits: Bool) {
    self.context = context
    self.waits = waits
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    if waits { context.performAndWait(run) } else { context.perform(run) }
  }
}
