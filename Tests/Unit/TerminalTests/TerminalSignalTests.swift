import Glibc
import PseudoTerminal
import Testing

/// Signals and keys that make signals, and what they leave behind.
struct TerminalSignalTests {
  @Test func `control C drops the line and asks again`() throws {
    let driver = try Driver()
    try driver.type("half a li", showing: "half a li")
    try driver.terminal.send("\u{3}")
    try driver.terminal.expect("driver> half a li^C\ninterrupted\n")
    try driver.enter("next", expecting: "got: next\n")
  }

  @Test func `control D ends on an empty line only`() throws {
    let driver = try Driver()
    try driver.type("x\u{4}", showing: "x")
    try driver.enter(expecting: "got: x\n")
    try driver.terminal.send("\u{4}")
    #expect(try driver.terminal.waitForExit() == .exited(0))
    #expect(driver.terminal.screen.text.hasSuffix("end"))
  }

  @Test func `control backslash gives a hint and keeps the line`() throws {
    let driver = try Driver()
    try driver.type("abc", showing: "abc")
    try driver.terminal.send("\u{1C}")
    try driver.terminal.expect("abc\ntype quit to leave\ndriver> abc")
    try driver.enter(expecting: "got: abc\n")
  }

  @Test func `a terminal that hangs up ends the prompt`() throws {
    let driver = try Driver()
    driver.terminal.signal(SIGHUP)
    #expect(try driver.terminal.waitForExit() == .killed(signal: SIGHUP))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV, SIGABRT])
  func `a killing signal gives the terminal back as it was`(signal: Int32) throws {
    let driver = try Driver(changing: ["SWIFT_BACKTRACE": "enable=no"])
    // The settings change only once keys are awaited, which an echoed key proves.
    try driver.type("a", showing: "a")
    #expect(!driver.terminal.settings.isCanonical)
    #expect(!driver.terminal.settings.hasFlowControl)
    driver.terminal.signal(signal)
    #expect(try driver.terminal.waitForExit() == .killed(signal: signal))
    #expect(driver.terminal.settings.isCanonical)
    #expect(driver.terminal.settings.echoes)
    #expect(driver.terminal.settings.hasFlowControl)
  }

  @Test func `the terminal is as before while a command runs and after leaving`() throws {
    let driver = try Driver()
    try driver.terminal.send("wait\r")
    try driver.terminal.expect("working")
    #expect(driver.terminal.settings.isCanonical)
    try driver.terminal.send("\u{3}")
    try driver.terminal.expect("stopping")
    try driver.terminal.send("\u{3}")
    try driver.terminal.expect("stopped after 2")
    // What is typed before the prompt stands there is thrown away.
    try driver.expectPrompt()
    try driver.terminal.send("quit\r")
    #expect(try driver.terminal.waitForExit() == .exited(0))
    #expect(driver.terminal.settings.isCanonical)
  }

  @Test func `keys pressed while a command runs are not executed behind it`() throws {
    let driver = try Driver()
    try driver.terminal.send("wait\r")
    try driver.terminal.expect("working")
    try driver.terminal.send("\u{1C}")
    try driver.terminal.expect("still waiting")
    // A signal from outside: the key itself would make the terminal drop what was typed.
    driver.terminal.signal(SIGINT)
    try driver.terminal.expect("stopping")
    try driver.terminal.send("typed\r")
    try driver.terminal.expect("typed")
    driver.terminal.signal(SIGINT)
    try driver.terminal.expect("stopped after 2")
    try driver.expectPrompt()
    try driver.enter("fresh", expecting: "got: fresh\n")
    let transcript = String(decoding: driver.terminal.transcript, as: UTF8.self)
    #expect(!transcript.contains("got: typed"))
  }

  @Test func `lines pasted together are executed one after the other`() throws {
    let driver = try Driver()
    try driver.terminal.send("one\rtwo\rthree\r")
    try driver.terminal.expect("got: three\n")
    let answers = driver.terminal.screen.lines.filter { $0.hasPrefix("got:") }
    #expect(answers == ["got: one", "got: two", "got: three"])
  }

  @Test func `the lines of a paste outlive a command in the middle of it`() throws {
    let driver = try Driver()
    try driver.terminal.send("wait\rafter\r")
    try driver.terminal.expect("working")
    driver.terminal.signal(SIGINT)
    try driver.terminal.expect("stopping")
    driver.terminal.signal(SIGINT)
    try driver.terminal.expect("got: after\n")
  }
}
