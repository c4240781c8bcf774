/// Making a failing schedule as simple as it can be.
extension Explorer {
  /// Runs tried in one search: for each number of preemptions, and for each place in the schedule.
  private static let effort = 2_000

  /// What a search for a run with some property came to.
  struct Search {
    var found: Schedule?
    /// Whether everything was looked at.
    var isComplete = false
    var runs = 0
  }

  /// Looks for a run that begins with the given steps and ends as wanted.
  func search(
    after prefix: [UInt16], schedules: Int, where isWanted: @escaping (RunVerdict) -> Bool
  ) -> Search {
    search(
      DepthFirst(reduction: .partialOrder, prefix: prefix.map { Int($0) }), schedules, isWanted)
  }

  private func search(
    _ strategy: DepthFirst, _ schedules: Int, _ isWanted: @escaping (RunVerdict) -> Bool
  ) -> Search {
    var result = Search()
    guard schedules > 0, runner.parked <= 2 * options.mostParked else { return result }
    runner.run(strategy) { [self] ending in
      result.runs += 1
      if ending == .abandoned || ending == .crowded || runner.model.isBeyondLimit
        || strategy.divergence != nil
      {
        return false
      }
      if ending != .givenUp, !runner.missesNotes, isWanted(verdict(ending)) {
        result.found = Schedule(runner.model.steps)
        return false
      }
      result.isComplete = !strategy.advance()
      return !result.isComplete && result.runs < schedules
        && runner.parked <= 2 * options.mostParked
    }
    return result
  }

  /// The same, as far as the options allow runs to find something simpler.
  private func searchForSimpler(
    _ strategy: DepthFirst, _ schedules: Int, _ isWanted: @escaping (RunVerdict) -> Bool
  ) -> Search {
    let search = search(strategy, min(schedules, shrinkingRuns), isWanted)
    shrinkingRuns -= search.runs
    return search
  }

  /// What the last run comes to.
  private func verdict(_ ending: RunStop) -> RunVerdict {
    RunVerdict(runner.model.record, ending, options)
  }

  /// Whether the last run fails like this.
  private func comes(to ending: RunEnding.Kind, _ stop: RunStop) -> Bool {
    !runner.missesNotes && verdict(stop).isFailure && verdict(stop).ending == ending
  }

  /// The simplest schedule that fails with the same ending: fewest preemptions first, then few
  /// switches, then nothing after the failure. Whether there are none with fewer is looked up.
  func shrink(_ schedule: Schedule, ending: RunEnding.Kind, preemptions: Int) -> Shrunk {
    var best = schedule
    var isProven = true
    for bound in 0..<preemptions {
      let search = searchForSimpler(
        DepthFirst(reduction: .none, preemptionBound: bound), Self.effort
      ) { $0.isFailure && $0.ending == ending }
      if let found = search.found {
        best = found
        break
      }
      isProven = isProven && search.isComplete
    }
    best = straightened(best, ending)
    isProven = isProven && hasFewestSwitches(best, ending)
    best = cut(best, ending)
    return Shrunk(schedule: best, isProven: isProven)
  }

  /// Whether no schedule with as few preemptions does the same with fewer switches; false, too, if
  /// there are too many to look at.
  private func hasFewestSwitches(_ best: Schedule, _ ending: RunEnding.Kind) -> Bool {
    _ = runner.run(Rehearsal(best))
    let fewest = runner.model.switches
    let search = searchForSimpler(
      DepthFirst(reduction: .none, preemptionBound: runner.model.preemptions), Self.effort / 4
    ) { [runner] verdict in
      verdict.isFailure && verdict.ending == ending && runner.model.switches < fewest
    }
    return search.found == nil && search.isComplete
  }

  /// Reorders independent steps so that threads are switched as seldom as possible.
  private func straightened(_ schedule: Schedule, _ ending: RunEnding.Kind) -> Schedule {
    _ = runner.run(Rehearsal(schedule))
    let before = (runner.model.preemptions, runner.model.switches)
    let stop = runner.run(Retracing(runner.model.straightened()))
    let isBetter = (runner.model.preemptions, runner.model.switches) < before
    let isSame = comes(to: ending, stop)
    return isBetter && isSame ? Schedule(runner.model.steps) : schedule
  }

  /// Leaves what comes after the failure to the usual rule.
  private func cut(_ schedule: Schedule, _ ending: RunEnding.Kind) -> Schedule {
    _ = runner.run(Rehearsal(schedule))
    guard let failedAt = runner.model.record.failedAt, failedAt < schedule.threads.count else {
      return schedule
    }
    let candidate = Schedule(threads: Array(schedule.threads[..<failedAt]))
    let stop = runner.run(Rehearsal(candidate))
    let isSame = comes(to: ending, stop)
    return isSame ? candidate : schedule
  }

  /// The fewest steps after which every continuation of the schedule fails.
  func pointOfNoReturn(of schedule: Schedule, failedAt: Int?) -> Int? {
    var (low, high) = (0, min(failedAt ?? .max, schedule.threads.count))
    while low < high {
      let middle = (low + high) / 2
      let prefix = schedule.threads[..<middle].map { Int($0) }
      let search = searchForSimpler(
        DepthFirst(reduction: .partialOrder, prefix: prefix), Self.effort
      ) { !$0.isFailure }
      if search.found == nil, !search.isComplete { return nil }
      if search.found == nil { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A schedule made simple.
struct Shrunk {
  let schedule: Schedule
  /// Whether it is certain that no schedule with fewer preemptions does the same, and none with as
  /// many and fewer switches.
  let isProven: Bool
}

extension RunModel {
  var switches: Int { steps.count { $0.thread != $0.current } }
}
