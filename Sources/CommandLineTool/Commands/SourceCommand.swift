internal import WorkbookKit

/// A program as it is written, and the rest of its file.
struct SourceCommand: Command {
  var target: Target

  static let syntax = Syntax(
    name: "source", operands: [.optional(.scenario), .optional(.variant)],
    summary: "the whole program of a variant, and what it needs of its file",
    details: "Without a name, the program of the step.",
    examples: ["source deadlocks/crossed", "source deadlocks/crossed fix"],
    make: { Self(target: Target($0)) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let (scenario, variant) = try session.bookmark.variant(target)
    guard let excerpt = SourceExcerpt(of: variant) else { throw scenario.sourceIsMissing }
    console.show(TextLine(excerpt.file, .heading) + TextLine("  \(variant.name)", .faint))
    console.show(excerpt.picture(width: console.width))
    let helpers = variant.linesBelowScenario()
    if !helpers.isEmpty {
      console.tell("What it uses of the same file:", .faint)
      console.show(
        helpers.flatMap { $0.wrappedCode(to: console.width - 2) }.map { TextLine("  " + $0, .code) }
      )
    }
    session.onward.suggest("explore \(scenario.id) \(variant.name)")
    return .done
  }
}

extension Scenario {
  var sourceIsMissing: CommandFailure {
    CommandFailure(
      problem: "the source of '\(id)' is not here",
      wayOut: "start the workbook from inside the package", status: .fault)
  }
}
