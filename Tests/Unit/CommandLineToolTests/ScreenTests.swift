import Foundation
import LongTests
import Terminal
import Testing
import WorkbookKit

@testable import CommandLineTool

/// What is longer than the screen stops until a key is pressed.
struct ScreenTests {
  private static let rows = 24

  /// A session on a terminal of 24 rows, and the lines of each screen between two keys.
  private final class Terminal24 {
    private(set) var screens: [[Substring]] = [[]]
    private(set) var session: Session!
    private let folder = NSTemporaryDirectory() + "screen-" + UUID().uuidString

    init(key: Character) {
      let console = Console(
        capabilities: {
          TerminalCapabilities(
            variables: ["LANG": "C.UTF-8", "TERM": "xterm"],
            standardInput: .init(isTerminal: true),
            standardOutput: .init(isTerminal: true, size: .init(columns: 80, rows: rows)))
        },
        send: { [unowned self] text, stream in
          if stream == .standardOutput { take(text) }
          return .written
        },
        nextKey: { [unowned self] in
          screens.append([])
          return key
        })
      console.pauses = true
      session = Session(
        catalogue: .shipped, console: console, folder: StateFolder(path: folder),
        lines: PipedLines(LineReader { _ in [] }))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func take(_ text: String) {
      guard text.hasSuffix("\n") else { return }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      screens[screens.count - 1] += lines
    }

    func perform(_ line: String) {
      session.console.beginScreen()
      screens = [[]]
      var options = CommonOptions()
      options.saysYes = true
      _ = session.perform(line: line, defaults: options)
    }
  }

  @Test(arguments: [
    "list", "help", "compare deadlocks", "explore basics/stuck-main", "source whole-app/app",
    "run deadlocks/crossed", "progress", "help chart",
  ])
  func `no screen is longer than the window`(_ line: String) {
    let terminal = Terminal24(key: " ")
    terminal.perform(line)
    #expect(terminal.screens.allSatisfy { $0.count < Self.rows }, "\(line)")
    let whole = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "80"], catalogue: .shipped)
    let lines = whole.output(of: line + " --yes").split(
      separator: "\n", omittingEmptySubsequences: false)
    let shown = terminal.screens.flatMap(\.self).count
    #expect(shown == lines.count - 1)
    #expect(terminal.screens.count == (shown + Self.rows - 2) / (Self.rows - 1))
  }

  @Test func `q leaves the rest, and the next command is shown again`() {
    let terminal = Terminal24(key: "q")
    terminal.perform("list")
    #expect(terminal.screens.first?.count == Self.rows - 1)
    #expect(terminal.screens.dropFirst().flatMap(\.self) == [])
    terminal.perform("version")
    #expect(terminal.screens.first?.count == 1)
  }

  @Test(arguments: LongTests.all(Catalogue.shipped.chapters.map(\.id), orFirst: 2))
  func `a step and its answer need no key`(_ id: String) throws {
    let terminal = Terminal24(key: " ")
    for (index, step) in try #require(Catalogue.shipped.chapter(id)).path.enumerated() {
      if case .make? = step.question?.kind { continue }
      terminal.perform("goto \(id) \(index + 1)")
      #expect(terminal.screens.count == 1, "\(step.title)")
      guard let answer = step.question?.anyAnswer else { continue }
      terminal.perform(answer + "?")
      #expect(terminal.screens.count == 1, "\(step.title)")
    }
  }
}
