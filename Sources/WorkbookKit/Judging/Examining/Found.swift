internal import CoreData
internal import Interleaving

/// What is wrong with an answer, seen in one run.
struct Found {
  var verdict: Verdict
  /// As in `Judgement.Cause`.
  var cause: String
  var sentence: String
  var run: RunReport?

  /// There are more orders than we may try, and none of those tried was wrong.
  static func budget(_ schedules: Int) -> Found {
    Found(
      verdict: .inconclusive, cause: "budget.schedules",
      sentence: "The answer has more possible orders than the \(schedules) that were tried. "
        + "None was wrong, but that is no proof. Try to do it in fewer steps.",
      run: nil)
  }
}

extension Found {
  /// The same order of events came to something else the second time.
  static func remembers(_ error: (any Error)? = nil) -> Found {
    Found(
      verdict: .wrong, cause: "state.between-runs",
      sentence: "The same order of events came to something else the second time: your answer "
        + "remembers something from one run to the next, in a static or global variable, or it "
        + "leaves something to chance: a random number, a clock, the order of a Set.",
      run: nil)
  }
}

extension ExplorationError {
  /// Whether a program gave it away that it is not the same each time.
  var isOfHiddenState: Bool {
    switch self {
    case .nondeterministic, .differentResult: true
    default: false
    }
  }
}

extension Found {
  /// Reads a failing run; `outcome` tells what the trial says of a name.
  init(_ run: RunReport, trial outcome: (String) -> Outcome) {
    self.init(verdict: .wrong, cause: "", sentence: "", run: run)
    if case .deadlock(let deadlock) = run.ending {
      (verdict, cause, sentence) = (.hang, "hang.deadlock", deadlock.sentence)
    } else if let failure = run.failures.first {
      (verdict, cause, sentence) = failure.reading
    } else {
      let name = Outcome.name(of: run.ending.kind)
      cause = "outcome.\(name)"
      let violation = run.events.violations.first?.violation
      sentence =
        name == Outcome.violation.name
        ? violation?.sentence ?? Outcome.violation.sentence : outcome(name).sentence
    }
  }
}

extension ProgramFailure {
  /// Verdict, cause and sentence.
  fileprivate var reading: (Verdict, String, String) {
    switch self {
    case .declared(let reason, _): (.wrong, "outcome.failure", reason)
    case .threw(let error, let thread, _):
      (
        .wrong, "outcome.error",
        "Thread \(thread) ended with an error that nobody handled: \(error)"
      )
    case .misuse(let what, let place): (.wrong, "outcome.misuse", "\(what) (\(place))")
    case .uncontrolledThread, .uncontrolledWork:
      (
        .wrong, "outcome.foreign-thread",
        "The answer uses a context from a thread or queue of its own making. "
          + "Work belongs on a context's queue: perform or performAndWait takes it there."
      )
    case .uncontrolledTask(let what): (.wrong, "outcome.foreign-task", "\(what).")
    case .stranger:
      (
        .wrong, "state.between-runs",
        "Your answer remembers something from one run to the next: \(self)."
      )
    case .race(let race): (.wrong, "outcome.race", "\(race)")
    case .tooManyThreads(let limit, _):
      (.wrong, "limit.threads", "The answer needs more than \(limit) threads at once.")
    case .neverEnding(_, let thread, let doing):
      (
        .hang, "hang.never-ends",
        "Thread \(thread) goes round and round: it \(doing), again and again."
      )
    case .stuck(let thread): thread.reading
    }
  }
}

extension StuckThread {
  fileprivate var reading: (Verdict, String, String) {
    switch cause {
    case .looping:
      (.hang, "hang.endless-loop", "Thread \(thread) computes without end after it \(after).")
    case .blocked where isSleep:
      (.wrong, "waits.sleep", "Thread \(thread) sleeps after it \(after).")
    case .blocked, .handlerRuns:
      (
        .hang, "hang.blocked",
        "Thread \(thread) waits for ever after it \(after), outside of the queues of its contexts: "
          + "for a lock, a semaphore or another thread."
      )
    }
  }
}

extension Misconception {
  /// What every exercise can be told.
  static let general = [
    Misconception(
      "sleep-is-no-order",
      "A sleep makes an order likely, not certain. Wait for the thing itself instead."
    ) { $0.cause == "waits.sleep" || $0.count(.slept) > 0 }
  ]
}
