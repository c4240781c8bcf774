internal import Foundation
internal import Terminal
internal import WorkbookKit

/// Shows the task and opens the answer in the reader's editor, or tells where it is.
struct OpenCommand: Command {
  var exercise: String?
  /// Off: a program that asks wants the place alone.
  var showsTask = true

  static let syntax = Syntax(
    name: "open", operands: [.optional(.exercise)],
    summary: "show the task and open your answer in $VISUAL or $EDITOR",
    examples: ["open rename-room"],
    make: { Self(exercise: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let exercise = try session.exercises.meant(exercise)
    let sheet = try exercise.sheet()
    session.store.update { $0.worked(on: exercise.id) }
    let file = exercise.folder.answer.path
    guard TextFile.exists(file) else {
      throw CommandFailure(
        problem:
          "the answer of '\(exercise.id)' is gone from '\(exercise.folder.url.lastPathComponent)'",
        wayOut: "bring it back with: reset \(exercise.id)", status: .notPassed)
    }
    let variables = ProcessInfo.processInfo.environment
    let editor = [variables["VISUAL"], variables["EDITOR"]].compactMap { $0 }
      .first { !$0.isEmpty }
    if showsTask, session.lines.isInteractive { console.page(markdown: sheet.page) }
    let files = try exercise.folder.answers.map { $0.path(percentEncoded: false) }
    guard let editor, session.lines.isInteractive else {
      console.show(files.map { TextLine($0) })
      session.onward.suggest("check \(exercise.id)")
      return .done
    }
    if files.count > 1 {
      let others = exercise.folder.answer.deletingLastPathComponent().path(percentEncoded: false)
      console.tell("It has \(files.count) files; the others lie beside it, in \(others)", .faint)
    }
    let status = try edit(file, with: editor)
    session.onward.suggest("check \(exercise.id)", as: "Now: ")
    return status
  }

  /// Through the shell, because people put arguments into `$EDITOR`.
  private func edit(_ file: String, with editor: String) throws -> ExitStatus {
    switch ForegroundProgram.run(editor, on: file) {
    case .done: return .done
    case .failed: return .notPassed
    case .notFound:
      throw CommandFailure(
        problem: "the editor '\(editor)' was not found; the file is '\(file)'",
        wayOut: "set EDITOR to the name of a program, such as vi or nano", status: .notPassed)
    }
  }
}
