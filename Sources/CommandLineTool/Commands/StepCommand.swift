internal import WorkbookKit

/// The reader as the scheduler.
struct StepCommand: Command {
  var target: Target

  static let syntax = Syntax(
    name: "step", operands: [.optional(.scenario), .optional(.variant)],
    summary: "be the scheduler: choose who goes next",
    details: "Without a name, the program of the step. Type a number to choose, 'undo', 'hint', "
      + "'finish' or 'stop'.",
    examples: ["step problems"],
    make: { Self(target: Target($0)) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let (scenario, variant) = try session.bookmark.variant(target)
    let experiment = Experiment(scenario, variant)
    switch try session.dialogue.schedule(experiment) {
    case .finished(let run):
      return session.onward.show(
        RunPage(experiment, run), options, next: "explore \(scenario.id) \(variant.name)")
    case .left(let status): return status
    }
  }
}
