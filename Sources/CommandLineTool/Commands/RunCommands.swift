internal import Interleaving
internal import Terminal
internal import WorkbookKit

/// Running scenarios under the scheduler.
extension Session {
  func run(_ target: Target, schedule: String?, _ options: CommonOptions) throws -> ExitStatus {
    let (scenario, variant) = try variant(target)
    let experiment = Experiment(scenario, variant)
    if schedule == nil, try ask(before: experiment, options) == .leave { return .done }
    let run = try schedule.map { try replay($0, experiment) } ?? experiment.runOnce()
    return show(RunPage(experiment, run), options, next: "explore \(scenario.id) \(variant.name)")
  }

  func replay(_ code: String, _ options: CommonOptions) throws -> ExitStatus {
    if let exercise = exercise(ofCode: code) { return try replay(code, exercise, options) }
    let experiment = try experiment(ofCode: code)
    let run = try replay(code, experiment)
    return show(
      RunPage(experiment, run), options, next: "step \(experiment.scenario.id)")
  }

  func explore(
    _ target: Target, _ request: ExploreRequest, _ options: CommonOptions
  ) throws -> ExitStatus {
    if target.scenario.isEmpty, open != nil { throw UsageError.wouldGiveAway }
    let (scenario, variant) = try variant(target)
    let prediction = try prediction(request, scenario)
    if prediction == nil, try ask(before: Experiment(scenario, variant), options) == .leave {
      return .done
    }
    let result = try explore(Experiment(scenario, variant), request)
    _ = show(
      ExplorationPage(result, prediction: prediction), options, next: following(variant, scenario))
    return status(of: result)
  }

  func compare(_ word: String, _ options: CommonOptions) throws -> ExitStatus {
    let scenario = try scenario(word)
    if let bug = scenario.variants.first,
      try ask(before: Experiment(scenario, bug), options) == .leave
    {
      return .done
    }
    if !options.isJSON { console.show(ComparisonPage.opening(scenario, width: console.width)) }
    var results: [ExperimentResult] = []
    for variant in scenario.variants {
      let result = try explore(Experiment(scenario, variant), ExploreRequest())
      results.append(result)
      if result.exploration.coverage == .partial(.stopped) { break }
    }
    _ = show(ComparisonPage(scenario, results), options, next: "next")
    return results.map(status).first { $0 != .done } ?? .done
  }

  private func following(_ variant: Variant, _ scenario: Scenario) -> String {
    variant.isBug ? "compare \(scenario.id)" : "next"
  }

  func show(_ page: some Page, _ options: CommonOptions, next: String) -> ExitStatus {
    guard !options.isJSON else {
      console.show(json: page.json)
      return .done
    }
    console.show(page.lines(width: console.width, isAccessible: console.isAccessible))
    suggest(next)
    return .done
  }
}

extension Session {
  /// Explores, showing how far it is where lines can be drawn over; Ctrl-C stops it.
  private func explore(
    _ experiment: Experiment, _ request: ExploreRequest
  ) throws -> ExperimentResult {
    var options = experiment.options(request.usesReduction ? .exhaustive : .plain)
    if let budget = request.budget { options.schedules = budget }
    options.shard = request.shard
    let result = try watched(experiment, options)
    guard let budget = request.budget, case .partial(.budget) = result.exploration.coverage
    else { return result }
    let seed = UInt64(request.seed ?? 1)
    options = experiment.options(.sampled(budget, seed: seed))
    options.schedules = budget
    return try watched(experiment, options)
  }

  private func watched(
    _ experiment: Experiment, _ options: ExplorationOptions
  ) throws -> ExperimentResult {
    var options = options
    let watch = ExplorationWatch(
      title: experiment.name, preferences: console.preferences,
      isSilent: !console.capabilities.standardError.isTerminal)
    options.onSchedule = { watch.goesOn(after: $0) }
    defer { watch.finish() }
    return try experiment.explore(options, forStory: true)
  }

  /// A scenario that does not give what it promises is a failure, a reader's own too.
  private func status(of result: ExperimentResult) -> ExitStatus {
    let coverage = result.exploration.coverage
    if coverage == .partial(.stopped) { return .interrupted }
    guard coverage == .exhaustive, !result.isAsExpected else { return .done }
    let expected = result.experiment.variant.expected
    console.complain(
      "'\(result.experiment.name)' promises that \(expected.failing) of "
        + "\(expected.schedules.of("order")) go wrong, and that is not what happened",
      wayOut: "correct the scenario, or the engine")
    return .notPassed
  }

  func replay(_ code: String, _ experiment: Experiment) throws -> RunReport {
    do throws(ReplayError) {
      return try experiment.replay(code)
    } catch {
      throw CommandFailure(
        problem: error.description, wayOut: "'help codes' explains codes", status: .usage)
    }
  }

  /// The scenario and variant that a code begins with.
  private func experiment(ofCode text: String) throws -> Experiment {
    let name: String
    do throws(ReplayError) {
      name = try ReplayCode(text).name
    } catch {
      throw CommandFailure(
        problem: error.description, wayOut: "'help codes' explains codes", status: .usage)
    }
    let all = catalogue.scenarios.flatMap { scenario in
      scenario.variants.map { Experiment(scenario, $0) }
    }
    if let experiment = all.first(where: { $0.name == name }) { return experiment }
    throw UsageError.unknown(
      .scenario, name, suggestion: Nearest.name(to: name, among: all.map(\.name)))
  }
}
