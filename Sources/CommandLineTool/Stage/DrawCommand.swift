internal import Interleaving
internal import Pages
internal import WorkbookKit

/// A scenario as a picture or a page, made anew from its facts.
struct DrawCommand: Command {
  var target: Target
  /// The order; nil: the simplest that goes wrong.
  var code: String?
  /// The step after which objects are shown; nil: the last.
  var step: Int?
  var svg: String?
  var html: String?

  static let syntax = Syntax(
    name: "draw", operands: [.required(.scenario), .optional(.variant)],
    flags: [
      .init(name: "--svg", value: "FILE", summary: "one order as a picture"),
      .init(name: "--html", value: "FILE", summary: "all of it as a page to step through"),
      .init(name: "--code", value: "CODE", summary: "this order instead of the simplest"),
      .init(name: "--step", value: "N", summary: "--svg: what objects are like after a step"),
    ],
    summary: "a scenario as a picture or as a page, to send or to show",
    details: """
      The page is one file and needs no network. It asks before it shows, and it holds every way \
      in which the scenario's programs end. An existing file is replaced when you say so, or with \
      --yes.
      """,
    examples: ["draw deadlocks/crossed --html crossed.html", "draw temporary-ids --svg ids.svg"],
    make: { (arguments) throws(UsageError) in
      let (svg, html) = (arguments.flags["--svg"], arguments.flags["--html"])
      guard svg != nil || html != nil else {
        throw .missingOperand("--svg FILE or --html FILE", command: "draw")
      }
      return Self(
        target: Target(arguments), code: arguments.flags["--code"],
        step: try arguments.count("--step"), svg: svg, html: html)
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let (scenario, variant) = try session.bookmark.variant(target)
    let experiment = Experiment(scenario, variant)
    let order = try code.map { try experiment.run(code: $0) }
    if let svg {
      let run = try order ?? simplest(of: experiment)
      let picture = RunDrawing(experiment, run, objectsAfter: step)
      if let step, step > picture.steps {
        throw UsageError.badValue(
          "\(step)", of: "--step", expected: "a step of this order, 1 to \(picture.steps)")
      }
      try session.dialogue.write(picture.svg, to: svg, command: "draw", options)
    }
    if let html {
      try session.dialogue.write(
        ScenarioSheet(experiment, showing: order).html, to: html, command: "draw", options)
    }
    let files = [svg, html].compactMap(\.self)
    session.console.tell("Written: \(files.joined(separator: ", "))")
    return .done
  }

  /// The simplest order that goes wrong, or the usual one where none does.
  private func simplest(of experiment: Experiment) throws -> RunReport {
    try experiment.explore(forStory: true).simplestFailure ?? experiment.runOnce()
  }
}
