// A run that comes to no end: first every thread gets its turn, then it is told who goes round.

extension ControlledCore {
  /// A loop may wait for a thread that the strategy does not let go. So from here on every thread gets
  /// its turn: what does not come to an end now is no fault of the order.
  func beFair() {
    model.chosen = model.steps.count
    // What an actor tells those who look may depend on more than who has come to it.
    model.unparkAll()
    if givenUp == nil { conclude(.livelocked) }
  }
}

extension RunModel {
  /// Says who was going round when the run reached its limit.
  func recordSpinning(points: Int) {
    let recent = steps.suffix(200)
    var counts = [Int](repeating: 0, count: threads.count)
    for step in recent { counts[Int(step.thread)] += 1 }
    let busiest = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    let thread = threads[busiest]
    record.failures.append(
      .neverEnding(
        points: points, spinning: thread.name, doing: words(thread.pending)))
  }
}
