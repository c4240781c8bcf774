internal import WorkbookKit

/// Everything about the step: what it rests on, the source of its program, and what exploring
/// that gives.
struct MoreCommand: Command {
  static let syntax = Syntax(
    name: "more", summary: "the step's program: its source, and all that exploring it gives",
    examples: ["more"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    guard let step = try session.bookmark.standing()?.step,
      step.program != nil || step.basis != nil
    else {
      console.tell("There is no more to this step.")
      return .done
    }
    if session.questions.open != nil {
      console.tell("That would give the answer away. Answer first, or 'skip'.")
      return .done
    }
    console.tellBasis(of: step)
    guard let program = step.program else { return .done }
    if let source = SourceExcerpt(of: program.variant) {
      console.show(source.picture(width: console.width))
    }
    return try ExploreCommand(target: Target(program), prediction: [])
      .perform(in: session, options)
  }
}
