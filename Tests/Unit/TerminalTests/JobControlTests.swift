import Glibc
import PseudoTerminal
import Testing

/// The prompt as a job of a real shell.
struct JobControlTests {
  @Test func `a suspended prompt gives the terminal back and comes back with its line`() throws {
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-i"],
      environment: Driver.environment.merging(["PS1": "sh$ "]) { $1 })
    try terminal.expect("sh$")
    try terminal.send("\(Driver.program)\r")
    try terminal.expect("the prompt") { $0.currentLine == "driver>" }
    try terminal.send("half")
    try terminal.expect("the line") { $0.currentLine == "driver> half" }

    try terminal.send("\u{1A}")
    try terminal.expect("the shell") { $0.currentLine == "sh$" }
    #expect(terminal.settings.isCanonical)
    #expect(terminal.settings.echoes)

    try terminal.send("fg\r")
    try terminal.expect("the line again") { $0.currentLine == "driver> half" }
    #expect(!terminal.settings.isCanonical)
    terminal.forget()
    try terminal.send(" done\r")
    try terminal.expect("got: half done\n")
  }

  @Test func `a prompt continued from outside paints its line again`() throws {
    let driver = try Driver()
    try driver.type("half", showing: "half")
    driver.terminal.signal(SIGSTOP)
    driver.terminal.signal(SIGCONT)
    try driver.enter(" done", expecting: "got: half done\n")
    let transcript = String(decoding: driver.terminal.transcript, as: UTF8.self)
    // At the start, when it was continued, and behind the answer.
    #expect(transcript.split(separator: "driver>", omittingEmptySubsequences: false).count == 4)
  }

  @Test func `a widened window is used to its new edge`() throws {
    let driver = try Driver(columns: 30)
    try driver.type("abc", showing: "abc")
    try driver.terminal.resize(columns: 80, rows: 24)
    try driver.type(
      String(repeating: "d", count: 60), showing: "abc" + String(repeating: "d", count: 60))
  }

  @Test func `a narrowed window wraps the line at its new edge`() throws {
    let driver = try Driver(columns: 80)
    try driver.type("abc", showing: "abc")
    try driver.terminal.resize(columns: 30, rows: 10)
    // Eight cells of prompt leave 22 in the first of the narrower lines.
    try driver.terminal.send(String(repeating: "d", count: 25) + "\u{1}x")
    try driver.terminal.expect("the line in two rows") {
      $0.lines.contains("driver> xabc" + String(repeating: "d", count: 18))
    }
  }

  @Test func `a narrow terminal takes lines longer than itself`() throws {
    let driver = try Driver(columns: 20)
    let line = "the quick brown fox jumps over the lazy dog"
    driver.terminal.forget()
    try driver.terminal.send(line)
    try driver.terminal.expect("the end of the line") { $0.currentLine == "he lazy dog" }
    try driver.terminal.send("\r")
    try driver.terminal.expect("got: the quick brown")
    try driver.expectPrompt()
  }

  @Test func `a dumb terminal can be typed at`() throws {
    let driver = try Driver(changing: ["TERM": "dumb"])
    try driver.enter("hello", expecting: "got: hello\n")
    try driver.enter("axb\u{7F}\u{7F}c", expecting: "got: ac\n")
    #expect(!driver.terminal.transcript.contains(0x1B))
  }
}
