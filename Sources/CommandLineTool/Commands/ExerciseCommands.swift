internal import Foundation
internal import Terminal
internal import WorkbookKit

extension Session {
  /// Shows the task and opens the answer in the reader's editor, or tells where it is. A program
  /// that asks wants the place alone.
  func open(_ word: String?, showsTask: Bool = true) throws -> ExitStatus {
    let exercise = try exerciseMeant(word)
    let sheet = try sheet(of: exercise)
    store.update { $0.worked(on: exercise.id, at: Self.now) }
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
    if showsTask, lines.isInteractive { console.page(markdown: sheet.page) }
    let files = try exercise.folder.answers.map { $0.path(percentEncoded: false) }
    guard let editor, lines.isInteractive else {
      console.show(files.map { TextLine($0) })
      suggest("check \(exercise.id)")
      return .done
    }
    if files.count > 1 {
      let others = exercise.folder.answer.deletingLastPathComponent().path(percentEncoded: false)
      console.tell("It has \(files.count) files; the others lie beside it, in \(others)", .faint)
    }
    let status = try edit(file, with: editor)
    suggest("check \(exercise.id)", as: "Now: ")
    return status
  }

  /// Puts the answer back as it was shipped; what the reader wrote is kept beside it.
  func reset(_ word: String?, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try exerciseOpen(word)
    _ = try sheet(of: exercise)
    let folder = exercise.folder
    if case .edited = try folder.state() {
      try confirm(
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

  /// Brings back what the last `reset` took away.
  func undo(_ word: String?) throws -> ExitStatus {
    let exercise = try exerciseOpen(word)
    do {
      try exercise.folder.undoReset()
    } catch let error as NothingToUndo {
      throw CommandFailure(problem: error.description, status: .notPassed)
    }
    console.tell("Your earlier answer of '\(exercise.id)' is back.")
    return .done
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
