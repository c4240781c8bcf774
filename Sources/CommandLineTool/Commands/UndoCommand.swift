internal import WorkbookKit

/// Brings back what the last `reset` took away.
struct UndoCommand: Command {
  var exercise: String?

  static let syntax = Syntax(
    name: "undo", operands: [.optional(.exercise)],
    summary: "bring back the answer that 'reset' took away",
    examples: ["undo rename-room"],
    make: { Self(exercise: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try session.exercises.open(exercise)
    do {
      try exercise.folder.undoReset()
    } catch let error as NothingToUndo {
      throw CommandFailure(problem: error.description, status: .notPassed)
    }
    session.console.tell("Your earlier answer of '\(exercise.id)' is back.")
    return .done
  }
}
