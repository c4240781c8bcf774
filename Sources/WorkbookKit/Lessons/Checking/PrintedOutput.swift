internal import Interleaving

extension Experiment {
  /// What the workbook prints about it in a window of this width, as lessons keep it.
  func printed(_ output: LessonBlock.Output, width: Int) throws -> [String] {
    let printed =
      output == .compare
      ? try comparison(width: width)
      : lines(output, try explore(forStory: output != .table), width: width)
    return printed.map(\.trimmed.text)
  }

  private func comparison(width: Int) throws -> [TextLine] {
    let results = try scenario.variants.map { try Experiment(scenario, $0).explore() }
    return ComparisonPage(scenario, results).numbers(width: width)
  }

  private func lines(
    _ output: LessonBlock.Output, _ result: ExperimentResult, width: Int
  ) -> [TextLine] {
    if output == .table { return result.table().picture(width: width) }
    guard let failure = result.simplestFailure else { return [TextLine("nothing goes wrong")] }
    let timeline = Timeline(of: failure)
    switch output {
    case .timeline: return timeline.picture(width: width)
    case .log:
      var untold = timeline
      untold.pointOfNoReturn = nil
      return Story(of: untold, ending: outcome(of: failure)).log(width: width)
    case .disguise: return failure.deadlock.map { Disguise(of: $0).picture(width: width) } ?? []
    case .cycle: return failure.deadlock.map { WaitCycle(of: $0).picture(width: width) } ?? []
    default: return Story(of: timeline, ending: outcome(of: failure)).lines(width: width)
    }
  }
}
