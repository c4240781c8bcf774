/// Runs `program` under every schedule that can make a difference (or as `options` say), each time
/// under a fresh controlled runtime, and tells how often it ended in which way.
///
/// ```swift
/// let result = try explore("lost update") { runtime in
///   let counter = runtime.cell("counter", 0)
///   for name in ["A", "B"] {
///     runtime.thread(name) { counter.write(counter.read() + 1) }
///   }
///   runtime.atEnd { runtime.outcome("counter is \(counter.value)") }
/// }
/// #expect(result["counter is 1"] == 2)
/// ```
public func explore(
  _ name: String, version: Int = 1, options: ExplorationOptions = ExplorationOptions(),
  file: StaticString = #fileID, line: UInt = #line, _ program: @escaping Program
) throws(ExplorationError) -> Exploration {
  try options.validate()
  let explorer = Explorer(
    name, version: version, options, at: SourcePlace(file: file, line: line), program)
  return try explorer.explore()
}

/// One exploration in progress.
final class Explorer {
  let name: String
  let version: Int
  let options: ExplorationOptions
  let runner: Runner
  var tally = Tally()
  private var reason: Exploration.Reason?
  /// The report of a run that got stuck; such a program is not run again.
  private var stuck: RunReport?

  init(
    _ name: String, version: Int, _ options: ExplorationOptions, at place: SourcePlace,
    _ program: @escaping Program
  ) {
    self.name = ReplayCode.identifier(name)
    self.version = version
    self.options = options
    runner = Runner(name, options, at: place, program)
    runner.version = version
  }

  func explore() throws(ExplorationError) -> Exploration {
    if try firstScheduleRepeatsItself() { try runAll() }
    return conclude()
  }

  /// Hidden nondeterminism would make every count a lie. False if there is no going on.
  private func firstScheduleRepeatsItself() throws(ExplorationError) -> Bool {
    runner.keepsContents = true
    defer { runner.keepsContents = false }
    let first = record(Rehearsal(Schedule(threads: [])))
    let ended = runner.model.record
    guard first.ending != .abandoned, first.ending != .uncontrolled else {
      return count(first.ending)
    }
    let second = record(Rehearsal(Schedule(threads: [])))
    try compare(first.decisions, second.decisions)
    if let difference = ended.difference(from: runner.model.record) { throw difference }
    return true
  }

  private func compare(
    _ first: [RunReport.Decision], _ second: [RunReport.Decision]
  ) throws(ExplorationError) {
    func words(_ decisions: [RunReport.Decision], _ index: Int) -> String {
      guard decisions.indices.contains(index) else { return "the run was over" }
      return decisions[index].options.map { "\($0.thread) \($0.next)" }.joined(separator: ", ")
    }
    for index in 0..<max(first.count, second.count) {
      let (one, two) = (words(first, index), words(second, index))
      guard one == two else {
        throw .nondeterministic(step: index + 1, first: one, second: two)
      }
    }
  }

  private func runAll() throws(ExplorationError) {
    switch options.method {
    case .exhaustive: try search(DepthFirst(reduction: .partialOrder))
    case .plain: try search(DepthFirst(reduction: .none))
    case .bounded(let bound):
      try search(DepthFirst(reduction: .none, preemptionBound: bound))
    case .sampled(let count, let seed, let sampling): sample(count, seed, sampling)
    }
  }

  private func search(_ strategy: DepthFirst) throws(ExplorationError) {
    runner.run(strategy) { [self] ending in
      guard strategy.divergence == nil, count(ending), strategy.advance() else { return false }
      guard tally.schedules < options.schedules else {
        reason = .budget(schedules: options.schedules)
        return false
      }
      return true
    }
    if let divergence = strategy.divergence { throw describe(divergence) }
  }

  private func describe(_ divergence: Divergence) -> ExplorationError {
    func words(_ threads: ThreadSet) -> String {
      threads.isEmpty
        ? "nobody could go on"
        : threads.map(ReplayCode.letters).joined(separator: ", ") + " could go on"
    }
    return .nondeterministic(
      step: divergence.step + 1, first: words(divergence.was), second: words(divergence.is))
  }

  /// Adds the run that was just made; false if the exploration is over with it.
  func count(_ ending: RunStop) -> Bool {
    guard ending != .givenUp else {
      tally.redundant += 1
      return true
    }
    let isFailure = tally.count(runner.model, ending, options)
    if ending == .abandoned || ending == .uncontrolled { stuck = report(of: (ending, [])) }
    if ending == .uncontrolled { reason = .lostControl }
    if ending == .cut || ending == .abandoned { reason = .unfinishedRun }
    if isFailure, options.stopsAtFirstFailure { reason = .firstFailure }
    if options.onSchedule?(tally.schedules) == false { reason = .stopped }
    return reason == nil
  }

  private func conclude() -> Exploration {
    let outcomes = tally.sorted
    let warnings = runner.lockOrders.warnings
    let (simplest, isProven) = simplestFailure(
      outcomes.filter(\.isFailure).min { $0.preemptions < $1.preemptions })
    return Exploration(
      name: name, version: version, schedules: tally.schedules, redundantRuns: tally.redundant,
      cutRuns: tally.cut,
      outcomes: outcomes.map { row in
        Exploration.Outcome(
          ending: row.ending, schedules: row.schedules, example: code(row),
          isFailure: row.isFailure, longestMainStall: row.longestStall)
      },
      coverage: coverage, looksUnrolled: tally.unrolls ? options.looks : nil,
      clocksMayBeLate: options.clocksMayBeLate,
      races: runner.races[tally.races], longestMainStall: tally.longestStall,
      failures: outcomes.filter(\.isFailure).map { stuck ?? report($0.example) },
      simplestFailure: simplest, isSimplestProven: isProven, lockOrderWarnings: warnings,
      parkedThreads: runner.parked)
  }

  private func simplestFailure(_ row: Tally.Row?) -> (RunReport?, isProven: Bool) {
    guard let row, stuck == nil, options.shrinks else { return (stuck, false) }
    // A run without end is no shorter for being shrunk.
    guard reason != .unfinishedRun else { return (report(row.example), false) }
    let shrunk = shrink(row.example, ending: row.ending, preemptions: row.preemptions)
    var report = report(shrunk.schedule)
    report.pointOfNoReturn = pointOfNoReturn(of: report.schedule, failedAt: report.failedAt)
    return (report, shrunk.isProven)
  }

  private var coverage: Exploration.Coverage {
    if let reason { return .partial(reason) }
    return switch options.method {
    case .exhaustive: .exhaustive
    case .plain: .plain
    case .bounded(let bound): .bounded(preemptions: bound)
    case .sampled(let count, let seed, _):
      .sampled(count, seed: seed, distinct: tally.classes.count)
    }
  }

  private func code(_ row: Tally.Row) -> ReplayCode {
    ReplayCode(
      name: name, version: version, check: row.check, deviations: row.deviations,
      trail: row.trail)
  }
}
