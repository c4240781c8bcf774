import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// B20: a task that waits keeps its thread of the pool.
  static let fullPool = Scenario(
    "swift-concurrency/full-pool", title: "The last thread of the pool",
    question: "Two tasks need a pool that has one thread left, and one waits for the other.",
    outcomes: [.allowed("shown", "The badge has its number.")],
    variants: [
      .bug(
        "it waits with a semaphore",
        idea: "The wait keeps the thread that the other task needs to give its signal.",
        expecting: .failing(2, of: 3), lookAt: ["found.signal", "found.wait"]
      ) { runtime in
        let app = try PoolOfOne(runtime)
        let found = runtime.semaphore("found")
        // The compiler refuses a wait in an async function; in a function of its own it passes.
        let waitForNumber = { @Sendable in found.wait() }

        app.onPool("counting") {
          await app.sync.perform { app.count() }
          found.signal()
        }
        app.onPool("badge") {
          waitForNumber()
          runtime.outcome("shown")
        }
      },
      .fix(
        "it awaits the other task",
        idea: "While it awaits, it has no thread.",
        expecting: .passing(1), lookAt: ["await counting.value"]
      ) { runtime in
        let app = try PoolOfOne(runtime)

        let counting = app.onPool("counting") {
          await app.sync.perform { app.count() }
        }
        app.onPool("badge") {
          await counting.value
          runtime.outcome("shown")
        }
      },
      Variant(
        "performs-and-waits", "it counts with performAndWait",
        idea: "It keeps its thread as well, but what it waits for needs none of the pool's.",
        expecting: .passing(3), lookAt: ["performAndWait"]
      ) { runtime in
        let app = try PoolOfOne(runtime)

        app.onPool("counting") {
          await app.sync.perform { app.count() }
        }
        app.onPool("badge") {
          app.sync.performAndWait { app.count() }
          runtime.outcome("shown")
        }
      },
    ])
}

/// A context, and the last thread of the pool: a queue that runs the jobs of tasks, one at a time.
private final class PoolOfOne: Sendable {
  let sync: NSManagedObjectContext
  private let runtime: Runtime
  private let pool: Pool

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    sync = try ChatStack().backgroundContext("sync")
    pool = Pool(runtime.queue("pool"))
  }

  @discardableResult
  func onPool(
    _ name: String, line: UInt = #line, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let pool = pool
    return runtime.task(name, line: line) {
      await withTaskExecutorPreference(pool) { await body() }
    }
  }

  func count() {
    do {
      _ = try sync.count(for: NSFetchRequest<Message>(entityName: "Message"))
    } catch {
      runtime.note("sync", "\(error)")
    }
  }
}

private final class Pool: TaskExecutor {
  private let thread: SerialQueue

  init(_ thread: SerialQueue) { self.thread = thread }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
