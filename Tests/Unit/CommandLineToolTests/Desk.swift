import Foundation
import Interleaving
import Terminal
import WorkbookKit

@testable import CommandLineTool

/// A session with a small catalogue, a folder of its own and everything it says kept.
final class Desk {
  let session: Session
  let console: Console
  private let said: Said

  private final class Said {
    var output = ""
    var errors = ""
    let folder = NSTemporaryDirectory() + "desk-" + UUID().uuidString
  }

  /// `input` is what a pipe would give.
  init(
    _ input: String = "", variables: [String: String] = ["LANG": "C.UTF-8"],
    catalogue: Catalogue = .example
  ) {
    let said = Said()
    self.said = said
    console = Console(
      capabilities: { TerminalCapabilities(variables: variables) },
      send: { text, stream in
        if stream == .standardOutput { said.output += text } else { said.errors += text }
        return .written
      })
    var rest = Array(input.utf8)[...]
    let reader = LineReader { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    session = Session(
      catalogue: catalogue, console: console, folder: StateFolder(path: said.folder),
      lines: PipedLines(reader))
  }

  deinit { try? FileManager.default.removeItem(atPath: said.folder) }

  var folder: String { said.folder }
  var output: String { said.output }
  var errors: String { said.errors }

  /// Does one line and gives its status.
  func perform(_ line: String) -> ExitStatus {
    session.perform(line: line, defaults: CommonOptions())
  }

  /// What one line prints.
  func output(of line: String) -> String {
    said.output = ""
    _ = perform(line)
    return said.output
  }
}

extension Catalogue {
  /// One chapter with one scenario: two people add one to a counter.
  static let example = Catalogue([
    Chapter(
      "counting", number: 1, title: "Counting", summary: "Two threads count.",
      lesson: { nil }, scenarios: [.lostCount],
      glossary: [Term("race", "Two accesses in no order.")])
  ])
}

extension Scenario {
  fileprivate static let lostCount = Scenario(
    "counting/lost", title: "The lost count",
    question: "Two threads add one. Is the sum always two?",
    outcomes: [
      .allowed("two", "Both were counted."), .forbidden("one", "One was lost."),
    ],
    variants: [
      .bug(
        "read, then write", idea: "Each reads the count and writes one more.",
        expecting: .failing(2, of: 4)
      ) { runtime in
        let count = runtime.cell("count", 0)
        for name in ["ann", "ben"] {
          runtime.thread(name) { count.write(count.read() + 1) }
        }
        runtime.atEnd { runtime.outcome(count.value == 2 ? "two" : "one") }
      },
      .fix(
        "one step", idea: "Each adds one in a single step.", expecting: .passing(2)
      ) { runtime in
        let count = runtime.cell("count", 0)
        for name in ["ann", "ben"] {
          runtime.thread(name) { count.modify { $0 += 1 } }
        }
        runtime.atEnd { runtime.outcome(count.value == 2 ? "two" : "one") }
      },
    ])
}

extension Desk {
  /// What answers the open question, in the marks that it is shown with.
  var rightAnswer: String {
    get throws {
      guard let question = session.questions.open?.question else { return "" }
      let right = try question.knownRight()
      return question.options.enumerated().filter { right.contains($1.key) }
        .map { question.mark($0.offset) }.joined(separator: " ")
    }
  }
}
