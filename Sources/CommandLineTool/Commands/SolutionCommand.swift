internal import WorkbookKit

/// The way from the reader's file to our solutions, after asking where it is not passed yet.
struct SolutionCommand: Command {
  var exercise: String?

  static let syntax = Syntax(
    name: "solution", operands: [.optional(.exercise)],
    summary: "how we did it, as a change to your file, with the reason",
    examples: ["solution rename-room", "solution rename-room --yes"],
    make: { Self(exercise: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let exercise = try session.exercises.open(exercise)
    if session.store.progress[exercise: exercise.id]?.verdict != .pass {
      try session.dialogue.confirm(
        "'\(exercise.id)' is not passed yet. Show how we did it?", command: "solution", options)
    }
    for card in exercise.solutions {
      console.show(TextLine(card.name, .heading))
      console.tell(card.reason)
      console.show(try exercise.diff(to: card).picture(width: console.width))
    }
    session.onward.suggest("check \(exercise.id)")
    return .done
  }
}
