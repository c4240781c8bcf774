internal import Interleaving
internal import Synchronization
internal import Terminal
internal import WorkbookKit

/// How many of a program's orders are run.
struct ExplorationExtent: Equatable {
  /// Off: every order is run, also those that cannot differ.
  var usesReduction = true
  /// At most so many schedules.
  var budget: Int?
  var seed: Int?
  /// Only one of several parts.
  var shard: ExplorationOptions.Shard?
}

extension Console {
  /// Explores, showing how far it is where lines can be drawn over; Ctrl-C stops it.
  func explore(
    _ experiment: Experiment, _ extent: ExplorationExtent = ExplorationExtent()
  ) throws -> ExperimentResult {
    var options = experiment.options(extent.usesReduction ? .exhaustive : .plain)
    if let budget = extent.budget { options.schedules = budget }
    options.shard = extent.shard
    let result = try watched(experiment, options)
    guard let budget = extent.budget, case .partial(.budget) = result.exploration.coverage
    else { return result }
    let seed = UInt64(extent.seed ?? 1)
    options = experiment.options(.sampled(budget, seed: seed))
    options.schedules = budget
    return try watched(experiment, options)
  }

  private func watched(
    _ experiment: Experiment, _ options: ExplorationOptions
  ) throws -> ExperimentResult {
    var options = options
    let watch = ExplorationWatch(
      title: experiment.name, preferences: preferences,
      isSilent: !capabilities.standardError.isTerminal)
    options.onSchedule = { watch.goesOn(after: $0) }
    defer { watch.finish() }
    return try experiment.explore(options, forStory: true)
  }

  /// A scenario that does not give what it promises is a failure, a reader's own too.
  func status(of result: ExperimentResult) -> ExitStatus {
    let coverage = result.exploration.coverage
    if coverage == .partial(.stopped) { return .interrupted }
    guard coverage == .exhaustive, !result.isAsExpected else { return .done }
    let expected = result.experiment.variant.expected
    complain(
      "'\(result.experiment.name)' promises that \(expected.failing) of "
        + "\(expected.schedules.of("order")) go wrong, and that is not what happened",
      wayOut: "correct the scenario, or the engine")
    return .notPassed
  }
}

/// Looks after an exploration: draws how far it is, and stops it when Ctrl-C was pressed.
final class ExplorationWatch: Sendable {
  private let line: Mutex<ProgressLine>
  private let isSilent: Bool
  private let began = ContinuousClock.now

  init(title: String, preferences: OutputPreferences, isSilent: Bool) {
    line = Mutex(ProgressLine(title + ":", preferences: preferences))
    self.isSilent = isSilent
  }

  /// Called after each schedule; false stops.
  func goesOn(after schedules: Int) -> Bool {
    // Short explorations are over before a line could be read.
    if !isSilent, schedules >= 200 {
      line.withLock { line in
        line.update(schedules) { "schedules, \(self.rate(schedules)) a second, Ctrl-C stops" }
      }
    }
    return !Interrupts.isPending
  }

  func finish() { line.withLock { $0.finish() } }

  private func rate(_ schedules: Int) -> Int {
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    return seconds > 0 ? Int(Double(schedules) / seconds) : 0
  }
}
