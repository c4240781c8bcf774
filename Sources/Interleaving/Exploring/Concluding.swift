/// What an exploration tells when nothing more is run for its counts.
extension Explorer {
  func conclude() -> Exploration {
    if reason == nil, !options.isSampled, !tally.lookers.isEmpty { reason = findRetry() }
    let warnings = runner.lockOrders.warnings
    let outcomes = tally.sorted.map(straightened)
    let (simplest, isProven) = simplestFailure(
      outcomes.filter(\.isFailure).min { $0.example.preemptions < $1.example.preemptions })
    return Exploration(
      name: name, version: version, schedules: tally.schedules, redundantRuns: tally.redundant,
      cutRuns: tally.cut,
      outcomes: outcomes.map { row in
        Exploration.Outcome(
          ending: row.ending, schedules: row.schedules, example: code(row),
          failing: row.failing, longestMainStall: row.longestStall)
      },
      coverage: coverage, looksUnrolled: tally.unrolls ? options.looks : nil,
      clocksMayBeLate: options.clocksMayBeLate, weaker: options.weaker,
      races: runner.races[tally.races], longestMainStall: tally.longestStall,
      failures: outcomes.filter(\.isFailure).map { stuck ?? report($0.example.schedule) },
      simplestFailure: simplest, isSimplestProven: isProven, lockOrderWarnings: warnings,
      isUncontrolled: tally.schedules > 0 && tally.isUncontrolled, unseenThreads: tally.unseen,
      leftOut: tally.leftOut.sorted(), parkedThreads: runner.parked,
      lostThreads: runner.lost)
  }

  private func simplestFailure(_ row: Tally.Row?) -> (RunReport?, isProven: Bool) {
    guard let row, stuck == nil, options.shrinks else { return (stuck, false) }
    // A run without end is no shorter for being shrunk.
    guard reason != .unfinishedRun else { return (report(row.example.schedule), false) }
    let shrunk = shrink(
      row.example.schedule, ending: row.ending, preemptions: row.example.preemptions)
    var report = report(shrunk.schedule)
    report.pointOfNoReturn = pointOfNoReturn(of: report.schedule, failedAt: report.failedAt)
    return (report, shrunk.isProven)
  }

  private var coverage: Exploration.Coverage {
    if let reason { return .partial(reason) }
    if let unordered = tally.unordered.min(), !options.isSampled {
      return .partial(.unordered(unordered))
    }
    if !options.notes.isEmpty, !options.isSampled { return .partial(.notes(options.notes.count)) }
    if let beginning = options.beginning, !options.isSampled {
      return .partial(.beginning(choices: beginning.choices))
    }
    if let shard = options.shard { return .partial(.shard(shard.number, of: shard.count)) }
    return switch options.method {
    case .exhaustive: .exhaustive
    case .portfolio where isAllRun: .exhaustive
    case .portfolio(let count, let seed):
      .portfolio(count, seed: seed, distinct: tally.classes.count)
    case .plain: .plain
    case .bounded(let bound): .bounded(preemptions: bound)
    case .sampled(let count, let seed, _):
      .sampled(count, seed: seed, distinct: tally.classes.count)
    }
  }

  private func code(_ row: Tally.Row) -> ReplayCode {
    ReplayCode(name: name, version: version, row.example.path)
  }
}
