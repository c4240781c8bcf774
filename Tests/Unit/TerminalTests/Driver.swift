import PseudoTerminal

/// The prompt of `LineEditorDriver` on a terminal of its own.
struct Driver {
  static let program = BuiltProgram.path(of: "LineEditorDriver")
  static let environment = [
    "TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
  ]

  let terminal: PseudoTerminal

  init(
    columns: Int = 80, rows: Int = 24, changing variables: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal(
      program: Self.program,
      environment: Self.environment.merging(variables) { $1 },
      columns: columns, rows: rows)
    try expectPrompt()
  }

  /// Waits until the prompt stands in the last line, with `text` behind it.
  func expectPrompt(_ text: String = "") throws {
    let line = text.isEmpty ? "driver>" : "driver> \(text)"
    try terminal.expect("the line \(line)") { $0.currentLine == line }
  }

  /// Types, and waits until the line shows what the keys made of it.
  func type(_ keys: String, showing text: String) throws {
    try terminal.send(keys)
    try expectPrompt(text)
  }

  /// Accepts the line and waits for what the driver says it got.
  func enter(_ keys: String = "", expecting answer: String) throws {
    terminal.forget()
    try terminal.send(keys + "\r")
    try terminal.expect(answer)
    try expectPrompt()
  }
}
