import Foundation
import PseudoTerminal
import Testing

/// A reader at the real program's prompt, with a home of their own.
final class Reader {
  static let program = BuiltProgram.path(of: "workbook")

  let terminal: PseudoTerminal
  let home: String

  /// `arguments` make it a single command, which shows no prompt.
  init(
    _ arguments: String..., home: String? = nil, columns: Int = 80, rows: Int = 24,
    changing variables: [String: String] = [:]
  ) throws {
    self.home = home ?? NSTemporaryDirectory() + "prompt-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: self.home, withIntermediateDirectories: true)
    terminal = try PseudoTerminal(
      program: Self.program, arguments: arguments,
      environment: Self.environment(home: self.home).merging(variables) { $1 },
      columns: columns, rows: rows)
    if arguments.isEmpty { try expectPrompt() }
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  static func environment(home: String) -> [String: String] {
    ["TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home]
  }

  /// Waits until the prompt stands in the last line, with `text` behind it.
  func expectPrompt(_ text: String = "") throws {
    let line = text.isEmpty ? "workbook>" : "workbook> \(text)"
    try terminal.expect("the line \(line)") { $0.currentLine == line }
  }

  /// Types, and waits until the line shows what the keys made of it.
  func type(_ keys: String, showing text: String) throws {
    try terminal.send(keys)
    try expectPrompt(text)
  }

  func enter(_ keys: String, expecting answer: String) throws {
    terminal.forget()
    try terminal.send(keys + "\r")
    try terminal.expect(answer)
    try expectPrompt()
  }

  /// Leaves, and waits until the program is gone.
  func leave() throws {
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
