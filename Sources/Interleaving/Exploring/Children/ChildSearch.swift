internal import Foundation

/// Going on in a child process where too many threads of this one wait for good.
///
/// A thread that waits when its run is over cannot be brought back into the program, and what it keeps
/// is lost to its process. A child begins with all that is known here and with none of these threads;
/// those that it parks end with it. It says what it found by numbers, and by the schedules in which
/// there was something new, which are run here once more; and where it stands, so that the next child
/// goes on from there.
///
///     parent                              child
///     (1,000 threads are parked)
///     forks
///     (listens)                           runs schedules until it has parked as many
///                                         tells what was new, the numbers, and where it stands
///     runs what was new once more         (has ended, and its threads with it)
///     forks the next one
extension Explorer {
  /// Runs the program, told what is next by `strategy`, until `goesOn` says no.
  func run(_ strategy: some Resumable, while goesOn: @escaping (RunStop) -> Bool) {
    runner.run(strategy, while: goesOn)
    while case .parkedThreads = reason, options.usesChildProcesses,
      searchInChild(strategy, while: goesOn)
    {}
  }

  /// Whether runs may leave more threads waiting here.
  func hasRoomToPark() -> Bool {
    if runner.parked > options.mostParked { reason = .parkedThreads(runner.parked) }
    return reason == nil
  }

  /// What a child has found when it has done its part.
  private struct Found<State: Codable>: Codable {
    struct Schedule: Codable {
      let schedule: Interleaving.Schedule
      /// False of one that was given up: only its loops are of interest, and what its threads took in
      /// which order.
      let isCounted: Bool
    }

    let state: State
    let numbers: Tally.Numbers
    let classes: Set<UInt64>
    let schedules: [Schedule]
    let behindFailure: Int?
    let end: End
  }

  private enum End: Codable { case done, parked, budget, behindFailure, stopped, unfinishedRun }

  /// False if it cannot be, or the child did not come to its end.
  private func searchInChild<Search: Resumable>(
    _ strategy: Search, while goesOn: @escaping (RunStop) -> Bool
  ) -> Bool {
    let child = ChildProcess.begin { [self] line in
      search(as: line, strategy, while: goesOn).flatMap { try? JSONEncoder().encode($0) }
    }
    guard
      let result = child?.result(answering: { [onSchedule] in onSchedule?($0) ?? true }),
      let found = try? JSONDecoder().decode(Found<Search.State>.self, from: result),
      takeOver(found.schedules), tally.take(found.numbers)
    else { return false }
    strategy.state = found.state
    tally.classes = found.classes
    behindFailure = found.behindFailure
    reason = reason(of: found.end)
    return true
  }

  /// What happens in the child; nil where it cannot tell what it found.
  private func search<Search: Resumable>(
    as line: ChildProcess.Line, _ strategy: Search, while goesOn: @escaping (RunStop) -> Bool
  ) -> Found<Search.State>? {
    runner.startAgain()
    reason = nil
    if onSchedule != nil { onSchedule = line.ask }
    var schedules: [Found<Search.State>.Schedule] = []
    var known = findings
    var isDisturbed = false
    runner.run(strategy) { [self] ending in
      line.beat()
      // A thread that got stuck may wait for one that there is only in the parent.
      isDisturbed = ending == .abandoned || ending == .uncontrolled
      guard !isDisturbed else { return false }
      let schedule = Schedule(runner.model.steps)
      let counted = tally.schedules
      let goesOn = goesOn(ending)
      if findings != known {
        schedules.append(.init(schedule: schedule, isCounted: tally.schedules > counted))
        known = findings
      }
      return goesOn
    }
    guard !isDisturbed, let end else { return nil }
    return Found(
      state: strategy.state, numbers: tally.numbers, classes: tally.classes, schedules: schedules,
      behindFailure: behindFailure, end: end)
  }

  private var findings: Int { tally.findings + runner.lockOrders.count }

  /// Runs what was new to a child; false if that goes another way here.
  private func takeOver(_ schedules: [Found<some Codable>.Schedule]) -> Bool {
    for new in schedules {
      let ending = runner.run(Rehearsal(new.schedule))
      guard new.isCounted else {
        tally.noteLoops(of: runner.model)
        continue
      }
      guard ending != .givenUp, ending != .abandoned, ending != .uncontrolled else { return false }
      _ = tally.count(runner.model, ending, options)
    }
    return true
  }

  private var end: End? {
    switch reason {
    case nil: .done
    case .parkedThreads: .parked
    case .budget: .budget
    case .behindFailure: .behindFailure
    case .stopped: .stopped
    case .unfinishedRun: .unfinishedRun
    case .lostControl, .retry, .unordered, .beginning, .notes, .shard: nil
    }
  }

  private func reason(of end: End) -> Exploration.Reason? {
    switch end {
    case .done: nil
    case .parked: .parkedThreads(runner.parked)
    case .budget: .budget(schedules: options.schedules)
    case .behindFailure: .behindFailure(options.schedulesBehindFailure ?? 0)
    case .stopped: .stopped
    case .unfinishedRun: .unfinishedRun
    }
  }
}
