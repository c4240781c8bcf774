/// A run in whose midst the process dies.
public struct DyingRun: Sendable, CustomStringConvertible {
  /// Something that was done.
  public struct Step: Sendable {
    /// The name of the thread.
    public let thread: String
    /// What it did: `takes lock A`.
    public let words: String
    /// The line of that.
    public let place: SourcePlace
  }

  /// The name of the program.
  public let program: String
  /// The name of the thread that ran into it.
  public let thread: String
  /// How many steps had been made.
  public let count: Int
  /// The last of them.
  public let steps: [Step]
  /// Plays the steps so far again.
  public let code: ReplayCode

  public var description: String {
    let first = count - steps.count
    let story = steps.enumerated().map { index, step in
      "  \(first + index + 1). \(step.thread) \(step.words) (\(step.place))"
    }
    let head = """

      The process dies here, in a run of \(program): \(thread) went on after step \
      \(count) and did not come back.
      The steps so far are those of \(code)
      """
    return ([head] + (first > 0 ? ["  ..."] : []) + story).joined(separator: "\n") + "\n\n"
  }
}

extension ControlledCore {
  /// How many steps are told.
  private static let told = 40

  /// Nil if the run is over.
  func dyingRun(on thread: VirtualThread) -> DyingRun? {
    guard stage == .running || stage == .ending, thread === running else { return nil }
    let count = model.steps.count
    return DyingRun(
      program: runner.name, thread: thread.name, count: count,
      steps: (max(0, count - Self.told)..<count).map(model.dyingStep),
      code: ReplayCode(
        name: ReplayCode.identifier(runner.name), version: runner.version,
        ReplayCode.Path(model)))
  }
}

extension RunModel {
  fileprivate func dyingStep(_ index: Int) -> DyingRun.Step {
    let (step, place) = (steps[index], places[index])
    let operation = Operation(
      kind: step.signature.kind, object: Int(step.signature.object), place: place)
    return DyingRun.Step(
      thread: threads[Int(step.thread)].name, words: words(operation), place: place)
  }
}
