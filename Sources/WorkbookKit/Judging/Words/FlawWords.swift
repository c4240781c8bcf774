internal import CoreData
internal import Interleaving

/// What is wrong with an answer, seen in one run.
struct Flaw {
  var verdict: Verdict
  /// As in `Judgement.Cause`.
  var cause: String
  var sentence: String
  var run: RunReport?

  /// There are more orders than we may try, and none of those tried was wrong.
  static func budget(_ schedules: Int) -> Flaw {
    Flaw(
      verdict: .inconclusive, cause: "budget.schedules",
      sentence: "The answer has more possible orders than the \(schedules) that were tried. "
        + "None was wrong, but that is no proof. Try to do it in fewer steps.",
      run: nil)
  }

  /// A run had more threads than a run can have.
  static let tooLarge = Flaw(
    verdict: .inconclusive, cause: "limit.threads",
    sentence: "The answer needs more threads at once than a run can have. What it comes to is not "
      + "known. Try to do it with fewer.",
    run: nil)
}

extension Flaw {
  /// Threads share a variable that nothing guards.
  static let race = Flaw(
    verdict: .wrong, cause: "outcome.race",
    sentence: "Two threads use one variable, one of them writes it, and nothing orders them.",
    run: nil)

  /// The same order of events came to something else the second time.
  static func remembers(_ error: ExplorationError? = nil, in trial: String) -> Flaw {
    Flaw(
      verdict: .wrong, cause: "state.between-runs",
      sentence: "In the trial '\(trial)' the same order of events came to something else the "
        + "second time\(error?.difference ?? ""). Your answer remembers something from one run to the next, "
        + "in a static or global variable, or it leaves something to chance: a random number, a "
        + "clock, the order of a Set.",
      run: nil)
  }
}

extension ExplorationError {
  /// What was not the same, as the end of a sentence.
  fileprivate var difference: String {
    switch self {
    case .nondeterministic(let step, let first, let second):
      ": at step \(step) first \(first), then \(second)"
    case .differentResult(let what, let first, let second):
      ": \(what) was first \(first), then \(second)"
    default: ""
    }
  }

  /// Whether a program gave it away that it is not the same each time.
  var isOfHiddenState: Bool {
    switch self {
    case .nondeterministic, .differentResult: true
    default: false
    }
  }
}

extension Flaw {
  /// Reads a failing run of a trial.
  init<Contract>(_ run: RunReport, of trial: Trial<Contract>) {
    self.init(verdict: .wrong, cause: "", sentence: "", run: run)
    if case .deadlock(let deadlock) = run.ending {
      (verdict, cause, sentence) = (.hang, "hang.deadlock", deadlock.sentence)
    } else if let failure = run.failures.first {
      (verdict, cause, sentence) = failure.reading(near: run.lastPlace(outside: trial.others))
    } else {
      let name = Outcome.name(of: run.ending.kind)
      cause = "outcome.\(name)"
      let violation = run.events.violations.first?.violation
      sentence =
        name == Outcome.violation.name
        ? violation?.sentence ?? Outcome.violation.sentence : trial.outcome(name).sentence
    }
  }
}

extension Trial {
  /// The modules whose lines are not the answer's.
  var others: Set<String> {
    Experiment.engines.union([String("\(place.file)".prefix { $0 != "/" })])
  }
}

extension RunReport {
  /// The last line that is not of these modules.
  fileprivate func lastPlace(outside modules: Set<String>) -> SourcePlace? {
    events.last { $0.place.map { !$0.isIn(modules) } ?? false }?.place
  }
}

extension ProgramFailure {
  /// Verdict, cause and sentence. What happens in an engine is told with the line of the answer's that
  /// came before.
  fileprivate func reading(near line: SourcePlace?) -> (Verdict, String, String) {
    switch self {
    case .declared(let reason, _): (.wrong, "outcome.failure", reason)
    case .threw(let error, let thread, _):
      (
        .wrong, "outcome.error",
        "Thread \(thread) ended with an error that was not handled: \(error)"
      )
    case .misuse(let what, let place):
      (
        .wrong, "outcome.misuse",
        what + ((place.isIn(Experiment.engines) ? line : place).map { " (\($0))" } ?? "")
      )
    case .uncontrolledThread, .uncontrolledWork:
      (
        .wrong, "outcome.foreign-thread",
        "The answer uses a context from a thread or queue of its own making. "
          + "Work belongs on a context's queue: perform or performAndWait takes it there."
      )
    case .uncontrolledTask(let what): (.wrong, "outcome.foreign-task", "\(what).")
    case .stranger(let what, _, let used):
      (
        .wrong, "state.between-runs",
        "Your answer remembers something from one run to the next: \(what) is used"
          + ((used.isIn(Experiment.engines) ? line : used).map { " at \($0)." } ?? ".")
          + " Make it anew each time, or keep it in the answer itself and not in a static."
      )
    case .race(let race): (.wrong, "outcome.race", "\(race)")
    case .tooManyThreads(let limit, _):
      (.inconclusive, "limit.threads", "The answer needs more than \(limit) threads at once.")
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
        "Thread \(thread) waits without end after it \(after), outside of the queues of its contexts: "
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
    ) { $0.cause == "waits.sleep" || $0.count(.slept) > 0 },
    Misconception(
      "small-is-not-safe",
      "A variable that threads share needs a lock, a queue or an actor, also if it is one Bool: "
        + "without that the compiler and the processor need not show to one what another wrote.",
      rung: 2
    ) { $0.isOutcome("race") },
  ]
}
