/// Loops that look so often and then give up.
///
/// A loop that only looks is unrolled a few times; then its thread waits until something has changed.
/// Of a spin-wait that leaves out nothing. A retry that looks more often gives up in some order, and
/// that order is not run. Which of the two a loop is shows when its thread goes on alone. A loop in another
/// one gives up when it comes to something that it has not looked at itself.
extension Explorer {
  /// No program waits so long.
  private static let patience = 1_000

  /// A loop that gives up, and after how many looks.
  func findRetry() -> Exploration.Reason? {
    let lookers = tally.lookers.sorted {
      let (one, other) = ($0.key.place.line, $1.key.place.line)
      return ("\(one.file)", one.line, $0.value.schedule.count, $0.key.thread)
        < ("\(other.file)", other.line, $1.value.schedule.count, $1.key.thread)
    }
    runner.looks = nil
    defer { runner.looks = options.looks }
    for (looking, seen) in lookers {
      let strategy = LookingOn(seen.looker, after: seen.schedule, atMost: Self.patience)
      _ = runner.run(strategy)
      if let looks = strategy.gaveUpAfter { return .retry(at: looking.place.line, looks: looks) }
    }
    return nil
  }
}

/// Repeats the beginning of a schedule, then lets one thread look on until it does something else, and
/// then all others go first, so that the run comes to its end.
private final class LookingOn: Strategy {
  private let thread: Int
  /// The step with which its loop began.
  private let began: Int
  private let beginning: [UInt16]
  private let limit: Int
  private(set) var gaveUpAfter: Int?
  private var isDecided = false
  /// The threads that are not to go on before it is.
  private var others = ThreadSet()
  /// How often it had looked when it was last seen to look.
  private var looks: Int?

  init(_ looker: RunRecord.Looker, after beginning: [UInt16], atMost limit: Int) {
    (thread, began) = (looker.thread, looker.began)
    (self.beginning, self.limit) = (beginning, limit)
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let step = model.steps.count
    if step < beginning.count {
      return enabled.contains(Int(beginning[step])) ? Int(beginning[step]) : nil
    }
    let looker = model.threads[thread]
    if step == beginning.count { others = model.standing }
    if !isDecided, step < beginning.count + limit {
      looks = Array(looker.looks).map(\.count).max() ?? looks
      // What stands between two looks, a lock or a nap, is part of the loop.
      let isLooking = !looker.looks.isEmpty || model.looksAgain(looker)
      if enabled.contains(thread), isLooking, !model.looksElsewhere(looker, since: began) {
        return thread
      }
      // What its task does on an actor, other threads do, and what ends its sleep.
      let isIdle = looker.phase == .idle
      if isIdle, let helper = enabled.subtracting(others).first { return helper }
      if isIdle || looker.phase == .ended || enabled.contains(thread) { gaveUpAfter = looks }
    }
    isDecided = true
    return enabled.first { $0 != thread } ?? thread
  }
}
