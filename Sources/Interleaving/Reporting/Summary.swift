extension Unordered {
  /// What it is, and what to do.
  public var words: String {
    switch self {
    case .stream:
      "what is yielded to a stream of the standard library, and read from it, is not put in another "
        + "order (use `runtime.stream`)"
    case .unseenStream:
      "whether tasks share a stream of the standard library cannot be seen, as this program is linked "
        + "(link the module Interleaving into the program itself)"
    case .lost:
      "an order that was to be tried began with a thread that was not there again (give what threads "
        + "make on first use one name, whichever thread makes it)"
    case .cancellation:
      "where a group threw or an `async let` was left, its tasks were cancelled at one moment and "
        + "no other was tried (cancel them with `cancelAll` or `cancel` before)"
    }
  }
}

extension Exploration: CustomStringConvertible {
  /// What was seen, in words that claim no more than that.
  public var summary: String { "\(whatWasRun); \(verdictSentence)" }

  /// The same without what came of it.
  package var whatWasRun: String {
    (isUncontrolled ? "\(Self.uncontrolled); " : unseen) + coverageSentence
  }

  /// What is said of threads that the runtime never had to choose between.
  public static let uncontrolled =
    "nothing here was controlled: threads ran side by side without a cell, lock, queue or other "
    + "object of the runtime that more than one of them came to"

  /// What is said of two of them, where others were chosen between.
  private var unseen: String {
    unseenThreads.isEmpty
      ? ""
      : "\(unseenThreads[0]) and \(unseenThreads[1]) were not controlled: they ran side by side and "
        + "came to nothing of the runtime; "
  }

  private var coverageSentence: String {
    switch coverage {
    case .exhaustive: "\(counted(schedules, "distinct schedule")), \(whole)"
    case .plain: "\(counted(schedules, "interleaving")), \(whole)"
    case .bounded(let bound):
      "all schedules with at most \(counted(bound, "preemption")) (\(schedules))"
    case .sampled(let count, let seed, let distinct):
      "\(count) sampled with seed \(seed), \(distinct) distinct"
    case .portfolio(let count, let seed, let distinct):
      "\(count) chosen depth first, with few preemptions, by priorities and by chance (seed \(seed)), "
        + "\(distinct) distinct"
    case .partial(.budget(let budget)):
      "stopped after the budget of \(counted(budget, "schedule")); there are more"
    case .partial(.behindFailure(0)): "stopped at the first failure, at schedule \(schedules)"
    case .partial(.behindFailure(let more)):
      "stopped \(counted(more, "schedule")) behind the first failure, at schedule \(schedules)"
    case .partial(.stopped): "stopped by request after \(counted(schedules, "schedule"))"
    case .partial(.lostControl):
      "stopped at schedule \(schedules), which left the scheduler's hands"
    case .partial(.shard(let number, let count)):
      "part \(number) of \(count): \(counted(schedules, "distinct schedule")), all of that part"
    case .partial(.beginning(let choices)):
      "\(counted(schedules, "distinct schedule")), all that begin with the first "
        + "\(counted(choices, "choice")) of a code"
    case .partial(.notes(let count)):
      "\(counted(schedules, "distinct schedule")), all in which "
        + "\(counted(count, "note")) come in the given order"
    case .partial(.unordered(let what)):
      "\(counted(schedules, "distinct schedule")), though there may be more: \(what.words)"
    case .partial(.parkedThreads(let count)):
      "stopped at schedule \(schedules): runs that could not end left \(counted(count, "thread")) "
        + "waiting, and there may be no more here (see `usesChildProcesses` and `stuckThreads`)"
    case .partial(.retry(let place, let looks)):
      "\(counted(schedules, "distinct schedule")), without what comes when the loop at \(place) gives "
        + "up after \(looks) looks (allow \(looks) with `looks`)"
    case .partial(.unfinishedRun):
      "stopped at a run that did not come to its end, after \(counted(schedules, "schedule"))"
    }
  }

  /// What is not told to the runtime is no operation that could be put in another order.
  private var whole: String {
    "all there are over all operations of the runtime"
      + (looksUnrolled.map { ", with loops that only look unrolled \($0) times" } ?? "")
      + (clocksMayBeLate ? ", with clocks that may be late" : "")
      + WeakerPromise.allCases.filter(weaker.contains).map { ", \($0.words)" }.joined()
  }

  private var verdictSentence: String {
    let failing = failingSchedules
    if schedules == 0, coverage == .partial(.unfinishedRun) { return "nothing can be said of it" }
    return failing == 0
      ? (coverage.isComplete ? "all pass" : "all of these pass")
      : "\(failing) of \(schedules) fail"
  }

  private func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)" + (number == 1 ? "" : "s")
  }

  /// Summary and outcome table.
  public var description: String {
    let width = outcomes.map { "\($0.schedules)".count }.max() ?? 0
    let rows = outcomes.map { outcome in
      let count = "\(outcome.schedules)"
      return String(repeating: " ", count: width - count.count)
        + "\(count)  \(outcome.name)  \(outcome.example)"
    }
    return (["\(name): \(summary)"] + rows).joined(separator: "\n")
  }
}
