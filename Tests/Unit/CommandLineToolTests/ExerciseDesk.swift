import CountTogether
import Foundation
import Terminal
import WorkbookKit

@testable import CommandLineTool

/// A reader at work on the toy exercise, with a file of their own.
final class ExerciseDesk {
  let desk: AnswerDesk
  let session: Session
  private let said: Said

  /// What was said, and what the reader does about it.
  private final class Said {
    var output = ""
    var errors = ""
    var react: (String) -> Reaction = { _ in .goesOn }
  }

  /// What a reader does who sees a line.
  enum Reaction { case goesOn, closesThePipe }

  /// Answers questions if told to.
  private final class Answers: LineSource {
    let isInteractive: Bool
    private var lines: [String]

    init(_ lines: [String]?) {
      isInteractive = lines != nil
      self.lines = lines ?? []
    }

    func next(prompt: String) -> LineEditor.Reading {
      lines.isEmpty ? .endOfInput : .line(lines.removeFirst())
    }

    func discardTypedKeys() {}
  }

  /// With `answers` a reader sits there and types them when asked.
  init(answers: [String]? = nil) throws {
    let (desk, said) = (try AnswerDesk(), Said())
    (self.desk, self.said) = (desk, said)
    let console = Console(
      capabilities: { TerminalCapabilities(variables: ["LANG": "C.UTF-8"]) },
      send: { text, stream in
        if stream == .standardError {
          said.errors += text
          return .written
        }
        said.output += text
        return said.react(text) == .goesOn ? .written : .closed
      })
    session = Session(
      catalogue: Catalogue(Catalogue.example.chapters, exercises: [desk]), console: console,
      folder: StateFolder(path: desk.root.appending(path: "state").path(percentEncoded: false)),
      workplace: desk.workplace, lines: Answers(answers))
  }

  deinit { desk.remove() }

  var output: String { said.output }
  var errors: String { said.errors }

  /// Does one line and gives its status; `output` and `errors` are what it said.
  func perform(
    _ line: String, reacting react: @escaping (String) -> Reaction = { _ in .goesOn }
  ) -> ExitStatus {
    (said.output, said.errors, said.react) = ("", "", react)
    return session.perform(line: line, defaults: CommonOptions())
  }

  /// What the reader's file says; nil when it is gone.
  var answer: String? { try? String(contentsOf: desk.folder.answer, encoding: .utf8) }
}
