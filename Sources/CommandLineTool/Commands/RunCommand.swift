internal import Interleaving
internal import WorkbookKit

/// One run of a scenario under the scheduler.
struct RunCommand: Command {
  var target: Target
  /// The code of the order; nil lets every thread run as long as it can.
  var schedule: String?

  static let syntax = Syntax(
    name: "run", operands: [.required(.scenario), .optional(.variant)],
    flags: [
      .init(name: "--live", summary: "on real threads, in a process of its own"),
      .init(name: "--schedule", value: "CODE", summary: "in the order that a code tells"),
      .json,
    ],
    summary: "run a scenario once and see what happened",
    details: """
      Without flags every thread runs as long as it can. With --live the system decides, and a
      hang or a crash is real: it is shown, named, and does not reach you.
      """,
    examples: ["run problems", "run problems fix", "run problems bug --live"],
    make: { (arguments) throws(UsageError) in
      let schedule = arguments.flags["--schedule"]
      guard arguments.has("--live") else {
        return RunCommand(target: Target(arguments), schedule: schedule)
      }
      if schedule != nil {
        throw .badValue("--live", of: "--schedule", expected: "a controlled run")
      }
      return RunLiveCommand(target: Target(arguments))
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let (scenario, variant) = try session.bookmark.variant(target)
    let experiment = Experiment(scenario, variant)
    if schedule == nil, try session.questions.ask(before: experiment, options) == .leave {
      return .done
    }
    let run = try schedule.map { try experiment.run(code: $0) } ?? experiment.runOnce()
    return session.onward.show(
      RunPage(experiment, run), options, next: "explore \(scenario.id) \(variant.name)")
  }
}
