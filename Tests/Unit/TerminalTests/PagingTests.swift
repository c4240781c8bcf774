import Glibc
import PseudoTerminal
import Testing

/// Long text at a real prompt.
struct PagingTests {
  @Test func `a pager gets the keys, and the prompt gets them back`() throws {
    // A pager of three commands, so that the test needs no other program installed.
    let pager = "head -n 2; printf 'more? '; read answer < /dev/tty; echo \"said $answer\""
    let driver = try Driver(changing: ["PAGER": pager])
    try driver.terminal.send("page\r")
    try driver.terminal.expect("line 1\nline 2\nmore?")
    #expect(driver.terminal.settings.isCanonical)
    try driver.terminal.send("no\r")
    try driver.terminal.expect("said no")
    try driver.expectPrompt()
    try driver.enter("next", expecting: "got: next\n")
  }

  @Test func `control C in a pager leaves the prompt alive`() throws {
    let driver = try Driver(changing: ["PAGER": "echo started; cat > /dev/null; read x < /dev/tty"])
    try driver.terminal.send("page\r")
    try driver.terminal.expect("started")
    try driver.terminal.send("\u{3}")
    try driver.expectPrompt()
    try driver.enter("next", expecting: "got: next\n")
  }

  @Test func `text is printed where the pager does not exist`() throws {
    let driver = try Driver(changing: ["PAGER": "no-such-pager"])
    try driver.terminal.send("page\r")
    try driver.terminal.expect("line 100\n")
    try driver.expectPrompt()
  }

  @Test func `control C is for the pager alone, also where there is no prompt`() throws {
    // The key may interrupt the first reading; the loop reads again.
    let reading = "until read x < /dev/tty; do :; done"
    let pager = "trap 'echo caught' INT; echo started; cat > /dev/null; \(reading)"
    let terminal = try PseudoTerminal(
      program: Driver.program, arguments: ["page"],
      environment: Driver.environment.merging(["PAGER": pager]) { $1 })
    try terminal.expect("started")
    try terminal.send("\u{3}")
    try terminal.expect("caught")
    try terminal.send("\r")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.hasSuffix("paged"))
  }
}
