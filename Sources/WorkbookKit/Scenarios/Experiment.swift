public import Interleaving

/// A variant of a scenario under the scheduler.
public struct Experiment: Sendable {
  public let scenario: Scenario
  public let variant: Variant

  public init(_ scenario: Scenario, _ variant: Variant) {
    self.scenario = scenario
    self.variant = variant
  }

  /// The name that replay codes carry: the scenario's id, and the variant unless it is the bug.
  public var name: String {
    variant.isBug ? scenario.id : "\(scenario.id)/\(variant.name)"
  }

  /// Modules whose lines a reader has not written and does not see.
  static let engines: Set<String> = ["CoreData", "WorkbookKit"]
  /// A learner would rather wait for a second than be told of a loop that is none.
  static let longestComputation = Duration.seconds(1)

  /// The options that know what is forbidden here.
  public func options(
    _ method: ExplorationOptions.Method = .exhaustive
  ) -> ExplorationOptions {
    var options = ExplorationOptions(
      method, forbidden: Outcome.endings(forbiddenBy: scenario.outcome, scenario.outcomes))
    options.engines = Self.engines
    options.weaker = variant.weaker
    options.longestComputation = Self.longestComputation
    return options
  }

  /// Runs every order, or tells what that gave before. Only for a story the simplest order that goes
  /// wrong is looked for, and the step of it from which there is no way back.
  public func explore(forStory: Bool = false) throws -> ExperimentResult {
    let exploration = try variant.explorations.exploration(of: scenario.id, forStory: forStory) {
      try explored(with: options(), forStory)
    }
    return ExperimentResult(experiment: self, exploration: exploration)
  }

  /// Runs every order that the options ask for.
  public func explore(
    _ options: ExplorationOptions, forStory: Bool = false
  ) throws -> ExperimentResult {
    ExperimentResult(experiment: self, exploration: try explored(with: options, forStory))
  }

  private func explored(
    with options: ExplorationOptions, _ forStory: Bool
  ) throws -> Exploration {
    var options = options
    options.shrinks = forStory
    return try Interleaving.explore(
      name, options: options, file: variant.place.file,
      line: variant.place.line, variant.program)
  }

  /// Runs it once, each thread going on as long as it can.
  public func runOnce() -> RunReport {
    Interleaving.runOnce(
      name, options: options(), file: variant.place.file, line: variant.place.line,
      variant.program)
  }

  /// Runs it once, in the order of a code.
  public func replay(_ code: String) throws(ReplayError) -> RunReport {
    try Interleaving.replay(
      code, of: name, options: options(), file: variant.place.file, line: variant.place.line,
      variant.program)
  }

  /// Lets a person decide who goes next.
  public func stepper() -> Stepper {
    Stepper(
      name, options: options(), file: variant.place.file, line: variant.place.line,
      variant.program)
  }

  /// Runs it once with the threads going in the order of another run, as far as that is possible
  /// here.
  public func run(like other: RunReport) -> RunReport {
    let stepper = stepper()
    stepper.follow(other.decisions.map(\.takenOption.thread))
    return stepper.finish()
  }

  /// What a run came to, in the words of the scenario.
  public func outcome(of run: RunReport) -> Outcome {
    scenario.outcome(Outcome.name(of: run.ending.kind))
  }
}

/// What exploring a variant gave, in the words of its scenario.
public struct ExperimentResult: Sendable {
  public let experiment: Experiment
  public let exploration: Exploration

  /// How often each outcome was reached.
  public var counts: [String: Int] { tally.counts }

  public var tally: OutcomeCounts { OutcomeCounts(exploration) }

  /// The outcomes with their counts, beside what the reader expected.
  public func table(predicting prediction: Set<String>? = nil) -> OutcomeTable {
    OutcomeTable(scenario: experiment.scenario, counts: counts, prediction: prediction)
  }

  /// What was found, to be held against what the variant expects.
  public var found: Expectation {
    .failing(table().failing, of: exploration.schedules)
  }

  /// What may be said of how much was seen: `3 distinct schedules, all of them run`.
  public var claim: String {
    let weaker = WeakerPromise.allCases.filter(exploration.weaker.contains)
    return exploration.coverage.claim(exploration.schedules)
      + weaker.map { ", \($0.words)" }.joined()
      + (exploration.leftOut.isEmpty
        ? "" : " (not tried: \(exploration.leftOut.joined(separator: "; ")))")
  }

  /// Whether every order was run, and as many fail as the scenario says.
  public var isAsExpected: Bool {
    exploration.coverage.isComplete && found == experiment.variant.expected
  }

  /// The simplest order that goes wrong, if it was explored for a story.
  public var simplestFailure: RunReport? {
    exploration.simplestFailure.flatMap {
      experiment.outcome(of: $0).kind == .forbidden ? $0 : nil
    }
  }
}

extension Outcome {
  /// What an ending counts as: the scheduler knows more of them than a scenario.
  static func name(of ending: RunEnding.Kind) -> String {
    switch ending {
    case .outcome(let name): name
    case .deadlock, .waitsForever: hang.name
    case .cut, .livelock, .stuck: endless.name
    case .failed, .uncontrolled: failure.name
    case .finished: unnamed.name
    }
  }

  /// The endings that the scheduler would not take for failures, and that are forbidden.
  static func endings(
    forbiddenBy outcome: (String) -> Outcome, _ declared: [Outcome]
  ) -> Set<RunEnding.Kind> {
    let named = (declared + builtIn).map { RunEnding.Kind.outcome($0.name) }
    return Set((named + [.finished]).filter { outcome(name(of: $0)).kind == .forbidden })
  }
}
