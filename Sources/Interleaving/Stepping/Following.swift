extension Stepper {
  /// Lets threads go in the order of these names, from where things stand. A name whose thread
  /// cannot go on there, or does not exist, is passed over.
  ///
  /// ```swift
  /// stepper.follow(["B", "B", "A"])    // B twice, then A
  /// ```
  ///
  /// - Parameter names: Names of threads, one a step.
  public func follow(_ names: some Sequence<String>) {
    let following = Following(after: chosen, names)
    _ = explorer.runner.run(following, tracing: false)
    chosen = following.chosen
    look()
  }
}

/// Picks threads by their names, as long as there are names.
private final class Following: Strategy {
  private(set) var chosen: [UInt16]
  private let begun: Int
  private var names: ArraySlice<String>

  init(after chosen: [UInt16], _ names: some Sequence<String>) {
    self.chosen = chosen
    self.names = Array(names)[...]
    begun = chosen.count
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    if model.steps.count < begun { return Int(chosen[model.steps.count]) }
    while let name = names.popFirst() {
      guard let thread = enabled.first(where: { model.threads[$0].name == name }) else { continue }
      chosen.append(UInt16(thread))
      return thread
    }
    return nil
  }
}
