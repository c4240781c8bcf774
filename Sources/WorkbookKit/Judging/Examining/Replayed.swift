internal import CoreData
internal import Interleaving

/// One order of an answer, repeated.
public struct ReplayedOrder: Sendable, Hashable, Codable {
  public var exercise: String
  public var trial: String
  /// As `check` printed it.
  public var code: String
  /// Whether the order goes wrong.
  public var isWrong: Bool
  /// What it came to, in the words of the exercise.
  public var sentence: String
  public var timeline: Timeline
  /// A hang: who waits for whom.
  public var cycle: WaitCycle?
  /// The calls that led to the first use off a queue.
  var calls: [UInt] = []
}

/// What a child makes of a code.
enum Replayed: Codable {
  case order(ReplayedOrder)
  /// The answer has no such order, and why.
  case refused(String)
}

extension ExerciseCheck {
  /// Puts an answer into the one order that a code names.
  func replay(_ text: String, _ make: @escaping @Sendable () -> Contract) -> Replayed {
    do throws(ReplayError) {
      let code = try ReplayCode(text)
      guard let trial = trials.first(where: { name(of: $0) == code.name }) else {
        return .refused("'\(id)' has no trial '\(code.name)'")
      }
      let run = try Interleaving.replay(
        text, of: code.name, options: options(for: trial), file: trial.place.file,
        line: trial.place.line
      ) { runtime in
        try trial.program(make(), runtime)
      }
      return .order(order(run, of: trial))
    } catch {
      return .refused(error.description)
    }
  }

  private func order(_ run: RunReport, of trial: Trial<Contract>) -> ReplayedOrder {
    let flaw = run.isFailure ? Flaw(run, of: trial) : nil
    return ReplayedOrder(
      exercise: id, trial: trial.id, code: run.code.description, isWrong: run.isFailure,
      sentence: flaw?.sentence ?? trial.outcome(Outcome.name(of: run.ending.kind)).sentence,
      timeline: Timeline(of: run), cycle: run.deadlock.map(WaitCycle.init(of:)),
      calls: run.events.violations.first?.violation.calls ?? [])
  }

  /// What replay codes begin with.
  func name(of trial: Trial<Contract>) -> String { "\(id)/\(trial.id)" }

  /// In points. No trial needs a tenth of it; a loop that waits for nothing goes so far.
  private var longestRun: Int { 3_000 }

  /// A verdict that is certain does not wait for all orders of a trial that has very many.
  private var ordersBehindWrong: Int { 200 }

  func options(for trial: Trial<Contract>) -> ExplorationOptions {
    // Trials tell two orders apart by a cell that two threads use in both, so a race says nothing
    // about an answer. What came of it does.
    var options = ExplorationOptions(
      .exhaustive, schedules: budget, points: longestRun,
      schedulesBehindFailure: ordersBehindWrong, races: .ignored,
      forbidden: trial.forbidden)
    options.shrinkingRuns = 2 * ordersBehindWrong
    // It is confined, and starts no process.
    options.usesChildProcesses = false
    options.engines = Experiment.engines
    options.longestComputation = Experiment.longestComputation
    options.onDeath = { Death($0, outside: trial.others).say() }
    return options
  }
}
