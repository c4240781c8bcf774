internal import Foundation
internal import WorkbookKit

/// Puts the answer back as it was shipped; what the reader wrote is kept beside it.
struct ResetCommand: Command {
  var exercise: String?

  static let syntax = Syntax(
    name: "reset", operands: [.optional(.exercise)],
    summary: "put your answer back as it was shipped; yours is kept",
    examples: ["reset rename-room"],
    make: { Self(exercise: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let exercise = try session.exercises.open(exercise)
    _ = try exercise.sheet()
    let folder = exercise.folder
    if case .edited = try folder.state() {
      try session.dialogue.confirm(
        "Put the answer of '\(exercise.id)' back as it was shipped?", command: "reset", options)
    }
    if let kept = try folder.reset() {
      console.tell("Your answer is kept in '\(kept.lastPathComponent)' beside the new one.")
      console.tell("Bring it back with: undo \(exercise.id)", .faint)
    } else {
      console.tell("The answer of '\(exercise.id)' is as it was shipped.")
    }
    return .done
  }
}
