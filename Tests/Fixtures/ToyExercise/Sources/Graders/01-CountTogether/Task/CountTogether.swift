public import Interleaving
public import WorkbookKit

/// The contract of an exercise that is there only to test how answers are judged.
public protocol CountsTogether: Sendable {
  init()
  /// On the main thread, before anybody counts.
  func prepare(_ runtime: Runtime)
  /// Adds one to `total`, so many times. The thread that looks at `total` holds `lock`.
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock)
}

extension CountsTogether {
  public func prepare(_ runtime: Runtime) {}
}

/// Two threads count while a third one looks.
public let exercise = ExerciseCheck<any CountsTogether>(
  trials: [trial("one-each", times: 1), trial("two-each", times: 2)],
  misconceptions: [
    Misconception("read-outside", "The reading must be inside the lock too.") {
      $0.isOutcome("lost") && $0.count(.acquired, on: "first") > 0
    },
    Misconception("no-lock", "Two threads read before one of them writes.") {
      $0.isOutcome("lost")
    },
    Misconception("adds-at-once", "Count one by one.") { $0.avoids("one-by-one") },
    Misconception("holds-and-waits", "Nobody can give back what you wait for.") {
      $0.cause == "hang.deadlock"
    },
  ],
  solutions: [
    .solution("LocksBoth", because: "Reads and writes under the lock."),
    .solution("Modifies", because: "Changes the total in one step."),
    .solution("LocksAll", because: "Right, but nobody can look in between.", gentle: false),
    .solution("KeepsMain", because: "Right, but main has to wait.", gentle: false),
  ],
  museum: [
    .piece("AsShipped", .wrong, "no-lock", because: "As shipped."),
    .piece("LocksWriting", .wrong, "read-outside", because: "Locks the writing alone."),
    .piece("AddsAtOnce", .wrong, "adds-at-once", because: "Adds them all up."),
    .piece("LocksTwice", .hang, "holds-and-waits", because: "Locks twice."),
    .piece("TakesManySteps", .inconclusive, because: "Right, but in too many steps."),
  ] + hostile, budget: 500)

/// Answers that try to get away, or that take their process down.
private let hostile: [SampleCard] = [
  .piece("Exits", .crash, because: "Ends the program."),
  .piece("Traps", .crash, because: "A fatal error."),
  .piece("RunsOutOfStack", .crash, because: "Calls itself without end."),
  .piece("WritesAnywhere", .crash, because: "Memory of nobody's."),
  .piece("LoopsForEver", .hang, because: "An endless loop."),
  .piece("WaitsForNobody", .hang, because: "A deadlock outside of the runtime."),
  .piece("SleepsLong", .wrong, "sleep-is-no-order", because: "A real sleep."),
  .piece("EatsMemory", .crash, because: "Grows without end."),
  .piece("StartsThreads", .crash, because: "Starts threads without end."),
  .piece("StartsProcess", .crash, because: "Starts a process."),
  .piece("LeavesADaemon", .crash, because: "Starts a process of another session."),
  .piece("KillsItsParent", .crash, because: "Ends the check."),
  .piece("WritesElsewhere", .crash, because: "Writes a file of somebody else's."),
  .piece("WritesToItsFolder", .pass, because: "Right, and keeps notes in its folder."),
  .piece("WritesBigFile", .crash, because: "Fills the disk."),
  .piece("PrintsVerdict", .wrong, "no-lock", because: "Claims to have passed."),
  .piece("Floods", .wrong, "no-lock", because: "Talks and talks."),
  .piece("UsesForeignThread", .wrong, because: "Counts on a thread of its own."),
  .piece("Connects", .crash, because: "Opens a connection."),
  .piece("LooksIntoItsParent", .crash, because: "Is a debugger of the check."),
  .piece("ClosesEverything", .crash, because: "Closes the line to the check."),
  .piece("LeavesAThread", .wrong, because: "A thread goes on when it is over."),
  .piece("Naps", .inconclusive, because: "Sleeps a little, again and again."),
]

private func trial(_ id: String, times: Int) -> Trial<any CountsTogether> {
  Trial(
    id,
    outcomes: [
      .allowed("seen-none", "Who looks first sees none."),
      .allowed("seen-some", "Who looks in between sees some."),
      .allowed("seen-all", "Who looks last sees all."),
      .forbidden("lost", "A count was lost."),
    ],
    requirements: [
      Requirement("one-by-one", "Every count is a change of its own.") { events in
        events.count { event in
          if case .accessed(_, .write, _)? = event.fact as? SchedulerFact { true } else { false }
        } >= 2 * times
      }
    ],
    mainLimit: .milliseconds(16)
  ) { answer, runtime in
    let total = runtime.cell("total", 0)
    let seen = runtime.cell("seen", 0)
    let lock = runtime.lock("lock")
    answer.prepare(runtime)
    for name in ["first", "second"] {
      runtime.thread(name) { answer.count(times, in: total, with: lock) }
    }
    runtime.thread("observer") {
      let count = lock.withLock { total.read() }
      seen.write(count)
    }
    runtime.atEnd {
      switch (total.read(), seen.read()) {
      case (2 * times, 0): runtime.outcome("seen-none")
      case (2 * times, 2 * times): runtime.outcome("seen-all")
      case (2 * times, _): runtime.outcome("seen-some")
      default: runtime.outcome("lost")
      }
    }
  }
}
