import Glibc
import PseudoTerminal
import Testing

@testable import CommandLineTool

/// The real program on a stage of its own.
struct DemoKeyTests {
  @Test func `single keys lead through a demo, and a vote is typed`() throws {
    let reader = try Reader("demo", "deadlocks", rows: 60)
    let before = reader.terminal.settings
    try reader.terminal.expect("1/2  Space")
    reader.terminal.forget()
    try reader.terminal.send("v")
    try reader.terminal.expect("the vote") { $0.currentLine == "vote>" }
    // A typing error leaves the prompt and loses nothing.
    try reader.terminal.send("2 x 9\r")
    try reader.terminal.expect("'x' is no value")
    try reader.terminal.expect("the vote again") { $0.currentLine == "vote>" }
    try reader.terminal.send("vote 2 17 9\r")
    try reader.terminal.expect("█ 17")
    try reader.terminal.send(" ")
    try reader.terminal.expect("answer> 2?")
    try reader.terminal.send("n")
    try reader.terminal.expect("Ask who would have to be slow.")
    try reader.terminal.send("!")
    try reader.terminal.expect("the prompt") { $0.currentLine == "live (Enter goes back)>" }
    try reader.terminal.send("version\r")
    try reader.terminal.expect("workbook 1.0")
    reader.terminal.forget()
    try reader.terminal.send("\r")
    try reader.terminal.expect("  Space")
    reader.terminal.forget()
    // The right arrow is a space, as on a remote control.
    try reader.terminal.send("\u{1B}[C")
    try reader.terminal.expect("workbook> replay deadlocks/ping-pong@")
    try reader.terminal.send("q")
    #expect(try reader.terminal.waitForExit() == .exited(0))
    #expect(reader.terminal.settings == before)
  }

  @Test func `a large frame has the screen to itself`() throws {
    let reader = try Reader("demo", "deadlocks", "--large", columns: 80, rows: 24)
    try reader.terminal.expect("1/2  Space")
    for _ in 0..<4 { try reader.terminal.send(" ") }
    try reader.terminal.expect("a frame that is alone") { screen in
      let lines = screen.lines.filter { !$0.isEmpty }
      return lines.contains { $0.hasPrefix("▶") } && lines.count <= DemoScript.largeHeight
        && lines.allSatisfy { $0.count <= 80 }
    }
    try reader.terminal.send("\u{3}")
    #expect(try reader.terminal.waitForExit() == .exited(0))
  }

  /// Between two keys Ctrl-C is a signal. It comes here in front of a key that the demo waits for.
  @Test func `Ctrl-C between two keys ends a demo as well`() throws {
    let reader = try Reader("demo", "deadlocks", rows: 60)
    try reader.terminal.expect("1/2  Space")
    reader.terminal.signal(SIGINT)
    try reader.terminal.send("n")
    #expect(try reader.terminal.waitForExit() == .exited(0))
  }
}
