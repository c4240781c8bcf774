public import Interleaving
public import WorkbookKit

/// The contract of an exercise that is there only to test how answers are judged.
public protocol CountsTogether: Sendable {
  init()
  /// On the main thread, before anybody counts.
  func prepare(_ runtime: Runtime)
  /// Adds one to `total`, so many times. Whoever looks at `total` holds `lock`.
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
    .solution(because: "Reads and writes under the lock.") { LocksBoth() },
    .solution(because: "Changes the total in one step.") { Modifies() },
    .solution(because: "Right, but nobody can look in between.", gentle: false) { LocksAll() },
    .solution(because: "Right, but main has to wait.", gentle: false) { KeepsMain() },
  ],
  museum: [
    .wrong(.wrong, "no-lock", because: "As shipped.") { AsShipped() },
    .wrong(.wrong, "read-outside", because: "Locks the writing alone.") { LocksWriting() },
    .wrong(.wrong, "adds-at-once", because: "Adds them all up.") { AddsAtOnce() },
    .wrong(.hang, "holds-and-waits", because: "Locks twice.") { LocksTwice() },
    .wrong(.inconclusive, nil, because: "Right, but in too many steps.") { TakesManySteps() },
  ] + hostile, budget: 500)

/// Answers that try to get away, or that take their process down.
private let hostile: [SampleAnswer<any CountsTogether>] = [
  .wrong(.crash, nil, because: "Ends the program.") { Exits() },
  .wrong(.crash, nil, because: "A fatal error.") { Traps() },
  .wrong(.crash, nil, because: "Calls itself without end.") { RunsOutOfStack() },
  .wrong(.crash, nil, because: "Memory of nobody's.") { WritesAnywhere() },
  .wrong(.hang, nil, because: "An endless loop.") { LoopsForEver() },
  .wrong(.hang, nil, because: "A deadlock outside of the runtime.") { WaitsForNobody() },
  .wrong(.wrong, "sleep-is-no-order", because: "A real sleep.") { SleepsLong() },
  .wrong(.crash, nil, because: "Grows without end.") { EatsMemory() },
  .wrong(.crash, nil, because: "Starts threads without end.") { StartsThreads() },
  .wrong(.crash, nil, because: "Starts a process.") { StartsProcess() },
  .wrong(.crash, nil, because: "Starts a process of another session.") { LeavesADaemon() },
  .wrong(.crash, nil, because: "Ends the check.") { KillsItsParent() },
  .wrong(.crash, nil, because: "Writes a file of somebody else's.") { WritesElsewhere() },
  .wrong(.pass, nil, because: "Right, and keeps notes in its folder.") { WritesToItsFolder() },
  .wrong(.crash, nil, because: "Fills the disk.") { WritesBigFile() },
  .wrong(.wrong, "no-lock", because: "Claims to have passed.") { PrintsVerdict() },
  .wrong(.wrong, "no-lock", because: "Talks and talks.") { Floods() },
  .wrong(.wrong, nil, because: "Counts on a thread of its own.") { UsesForeignThread() },
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
