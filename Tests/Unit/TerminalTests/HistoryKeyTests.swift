import PseudoTerminal
import Testing

struct HistoryKeyTests {
  private func driverAfterThreeLines() throws -> Driver {
    let driver = try Driver()
    for line in ["explore basics", "list", "lesson problems"] {
      try driver.enter(line, expecting: "got: \(line)\n")
    }
    return driver
  }

  @Test func `up and down walk through earlier lines`() throws {
    let driver = try driverAfterThreeLines()
    try driver.type("\u{1B}[A", showing: "lesson problems")
    try driver.type("\u{1B}[A", showing: "list")
    try driver.type("\u{1B}[B", showing: "lesson problems")
    try driver.enter(expecting: "got: lesson problems\n")
  }

  @Test func `up searches for what was typed`() throws {
    let driver = try driverAfterThreeLines()
    try driver.type("exp", showing: "exp")
    try driver.type("\u{1B}OA", showing: "explore basics")
  }

  @Test func `control R searches as one types`() throws {
    let driver = try driverAfterThreeLines()
    try driver.terminal.send("\u{12}bas")
    try driver.terminal.expect("bck:bas")
    try driver.enter(expecting: "got: explore basics\n")
  }
}
