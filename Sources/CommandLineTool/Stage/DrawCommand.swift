internal import Interleaving
internal import Pages
internal import WorkbookKit

extension Session {
  /// A scenario as a picture or a page, made anew from its facts.
  func draw(_ request: DrawRequest, _ options: CommonOptions) throws -> ExitStatus {
    let (scenario, variant) = try variant(request.target)
    let experiment = Experiment(scenario, variant)
    let order = try request.code.map { try replay($0, experiment) }
    if let file = request.svg {
      let run = try order ?? simplest(of: experiment)
      let picture = RunDrawing(experiment, run, objectsAfter: request.step)
      if let step = request.step, step > picture.steps {
        throw UsageError.badValue(
          "\(step)", of: "--step", expected: "a step of this order, 1 to \(picture.steps)")
      }
      try write(picture.svg, to: file, command: "draw", options)
    }
    if let file = request.html {
      try write(
        ScenarioSheet(experiment, showing: order).html, to: file, command: "draw", options)
    }
    let files = [request.svg, request.html].compactMap(\.self)
    console.tell("Written: \(files.joined(separator: ", "))")
    return .done
  }

  /// The simplest order that goes wrong, or the usual one where none does.
  private func simplest(of experiment: Experiment) throws -> RunReport {
    try experiment.explore(forStory: true).simplestFailure ?? experiment.runOnce()
  }
}
