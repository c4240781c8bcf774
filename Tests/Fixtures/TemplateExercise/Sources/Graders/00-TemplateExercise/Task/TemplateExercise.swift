import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any TemplateExerciseTask>(
  trials: [counting("two-threads", ["first", "second"]), counting("one-thread", ["only"])],
  misconceptions: [
    Misconception(
      "lock-is-not-recursive",
      "The thread that holds the lock asks for it again, and waits for itself."
    ) { $0.verdict == .hang },
    Misconception("counts-again", "A thread was counted twice.") { $0.isOutcome("too-many") },
    Misconception(
      "lock-let-go", "The lock is let go between reading and writing. Hold it for both."
    ) { $0.isOutcome("lost") && $0.count(.acquired) > 0 },
    Misconception(
      "two-steps", "Between reading and writing, another thread did the same."
    ) { $0.isOutcome("lost") },
  ],
  solutions: [
    .solution("LocksBoth", because: "One lock holds reading and writing together."),
    .solution("Modifies", because: "Reading and writing are one step."),
  ],
  museum: [
    .piece("AsShipped", .wrong, "two-steps", because: "As shipped."),
    .piece("LooksTwice", .wrong, "two-steps", because: "Looks a second time before it writes."),
    .piece("LocksTheWriting", .wrong, "lock-let-go", because: "Locks the writing alone."),
    .piece("LocksEachStep", .wrong, "lock-let-go", because: "Locks each step."),
    .piece("AddsTwo", .wrong, "counts-again", because: "Adds two to be sure."),
    .piece("LocksTwice", .hang, "lock-is-not-recursive", because: "Locks inside of the lock."),
  ])

/// All threads count, and the sum is looked at when they are done.
private func counting(_ id: String, _ names: [String]) -> Trial<any TemplateExerciseTask> {
  Trial(
    id,
    outcomes: [
      .allowed("counted", "Every thread was counted."),
      .forbidden("lost", "A thread is missing in the sum."),
      .forbidden("too-many", "The sum is more than there are threads."),
    ]
  ) { answer, runtime in
    let total = runtime.cell("total", 0)
    let lock = runtime.lock("lock")
    for name in names { runtime.thread(name) { answer.count(in: total, with: lock) } }
    runtime.atEnd {
      let sum = lock.withLock { total.read() }
      runtime.outcome(
        sum == names.count ? "counted" : sum < names.count ? "lost" : "too-many")
    }
  }
}
