import Foundation
import Glibc
import PseudoTerminal
import Testing

/// The real program on a real terminal.
@Suite struct PromptTests {
  /// The prompt with a home of its own.
  private final class Reader {
    let terminal: PseudoTerminal
    let home: String

    init(home: String? = nil) throws {
      self.home = home ?? NSTemporaryDirectory() + "prompt-" + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: self.home, withIntermediateDirectories: true)
      terminal = try PseudoTerminal(
        program: BuiltProgram.path(of: "workbook"),
        environment: [
          "TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": self.home,
        ],
        columns: 80, rows: 24)
      try expectPrompt()
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    func expectPrompt(_ text: String = "") throws {
      let line = text.isEmpty ? "workbook>" : "workbook> \(text)"
      try terminal.expect("the line \(line)") { $0.currentLine == line }
    }

    func enter(_ keys: String, expecting answer: String) throws {
      terminal.forget()
      try terminal.send(keys + "\r")
      try terminal.expect(answer)
      try expectPrompt()
    }
  }

  @Test func `a command is done and Ctrl-D leaves`() throws {
    let reader = try Reader()
    try reader.enter("version", expecting: "workbook 1.0")
    try reader.terminal.send("\u{4}")
    #expect(try reader.terminal.waitForExit() == .exited(0))
  }

  @Test func `the Tab key completes commands, scenarios and variants`() throws {
    let reader = try Reader()
    try reader.terminal.send("expl\t")
    try reader.expectPrompt("explore")
    try reader.terminal.send("dead\t")
    try reader.expectPrompt("explore deadlocks")
  }

  @Test func `Ctrl-C drops the line`() throws {
    let reader = try Reader()
    try reader.terminal.send("nonsense")
    try reader.expectPrompt("nonsense")
    try reader.terminal.send("\u{3}")
    try reader.expectPrompt()
    try reader.enter("version", expecting: "workbook 1.0")
  }

  @Test func `a prediction is asked for and Enter skips it`() throws {
    let reader = try Reader()
    try reader.terminal.send("explore deadlocks\r")
    try reader.terminal.expect("Which can happen?")
    try reader.terminal.expect("the question") { $0.currentLine == "possible>" }
    try reader.enter("", expecting: "compare deadlocks/")
  }

  @Test func `the reader comes back to where they stopped`() throws {
    let first = try Reader()
    try first.enter("goto deadlocks --no-pager", expecting: "Next: next")
    try first.terminal.send("quit\r")
    #expect(try first.terminal.waitForExit() == .exited(0))
    let second = try Reader(home: first.home)
    try second.terminal.expect("You stopped at the lesson of 'deadlocks'.")
  }

  @Test func `the terminal is given back when the program is told to end`() throws {
    let reader = try Reader()
    reader.terminal.signal(SIGTERM)
    _ = try reader.terminal.waitForExit()
    #expect(reader.terminal.settings.echoes)
    #expect(reader.terminal.settings.isCanonical)
  }
}
