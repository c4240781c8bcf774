import PseudoTerminal
import Testing

struct CompletionKeyTests {
  @Test func `a unique beginning is completed with a space`() throws {
    let driver = try Driver()
    try driver.terminal.send("he\t")
    try driver.enter("x", expecting: "got: help x\n")
  }

  @Test func `what several words share is inserted, and a second press lists them`() throws {
    let driver = try Driver()
    try driver.type("ex\t", showing: "exp")
    try driver.terminal.send("\t")
    try driver.terminal.expect("explore  export\n")
    try driver.expectPrompt("exp")
  }

  @Test func `nothing is inserted where nothing fits`() throws {
    let driver = try Driver()
    try driver.terminal.send("zz\t\t")
    try driver.enter(expecting: "got: zz\n")
  }
}
