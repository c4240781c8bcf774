import Foundation
import PseudoTerminal
import Testing

/// Prompts inside of a command, on a real terminal: Ctrl-C, `help` and `quit` mean the same in all.
struct SubPromptTests {
  /// A command that asks, and how its prompt begins.
  struct Place: Sendable, CustomTestStringConvertible {
    let command: String
    let prompt: String
    let help: String
    var testDescription: String { command }
  }

  static let places = [
    Place(
      command: "explore deadlocks/ping-pong", prompt: "answer (2?", help: "Enter skips, 'quit'"),
    Place(command: "step deadlocks/crossed", prompt: "step 1>", help: "Choose who goes next"),
    Place(command: "solution rename-room", prompt: "yes?>", help: "changes nothing"),
  ]

  private func enter(_ place: Place, columns: Int = 80) throws -> Reader {
    let reader = try Reader(columns: columns, rows: 200)
    try reader.terminal.send(place.command + "\r")
    try reader.terminal.expect("the prompt") { $0.currentLine.hasPrefix(place.prompt) }
    return reader
  }

  @Test(arguments: places)
  func `Ctrl-C leaves, and does not reach what comes next`(_ place: Place) throws {
    let reader = try enter(place)
    try reader.terminal.send("half a li\u{3}")
    try reader.expectPrompt()
    try reader.enter("explore deadlocks/looks-dangerous --yes", expecting: "distinct schedule")
    #expect(!reader.terminal.screen.text.contains("you stopped"))
  }

  @Test(arguments: places)
  func `help explains and asks again, and quit leaves the command alone`(_ place: Place) throws {
    let reader = try enter(place)
    reader.terminal.forget()
    try reader.terminal.send("help\r")
    try reader.terminal.expect(place.help)
    try reader.terminal.expect("the prompt") { $0.currentLine.hasPrefix(place.prompt) }
    try reader.terminal.send("quit\r")
    try reader.expectPrompt()
    try reader.enter("version", expecting: "workbook 1.0")
  }

  @Test(arguments: places)
  func `nothing breaks in the middle of a word where the window is narrow`(_ place: Place) throws {
    let wide = try enter(place, columns: 100)
    let words = Set(wide.terminal.screen.text.split(whereSeparator: \.isWhitespace))
    let narrow = try enter(place, columns: 40)
    let lines = narrow.terminal.screen.lines.dropFirst(4)
    for word in lines.flatMap({ $0.split(whereSeparator: \.isWhitespace) })
    where word.allSatisfy(\.isLetter) { #expect(words.contains(word), "\(word)") }
  }

  @Test func `an open question is explained, and every other command is still there`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("goto deadlocks 1\r")
    try reader.terminal.expect("the question") { $0.currentLine.hasPrefix("answer") }
    try reader.terminal.send("help\r")
    try reader.terminal.expect("The question is open")
    try reader.terminal.send("half\u{3}")
    try reader.terminal.expect("a fresh line") {
      $0.text.contains("^C") && $0.currentLine == "answer 1 to 3 (2? = a guess)>"
    }
    reader.terminal.forget()
    try reader.terminal.send("version\r")
    try reader.terminal.expect("workbook 1.0")
    try reader.terminal.send("quit\r")
    #expect(try reader.terminal.waitForExit() == .exited(0))
  }

  @Test func `in the sandbox half a line is dropped, and what was played stays`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("play\r")
    try reader.terminal.expect("the sandbox") { $0.currentLine == "play 1>" }
    try reader.terminal.send("insert main room r\r")
    try reader.terminal.expect("its move") { $0.currentLine == "play 2>" }
    try reader.terminal.send("insert main ro\u{3}")
    try reader.terminal.expect("a fresh line") {
      $0.text.contains("^C") && $0.currentLine == "play 2>"
    }
    reader.terminal.forget()
    try reader.terminal.send("show\r")
    try reader.terminal.expect("r       +     -")
    try reader.terminal.send("quit\r")
    try reader.expectPrompt()
  }

  @Test func `a vote is dropped with Ctrl-C, and the demo goes on`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("demo deadlocks\r")
    try reader.terminal.expect("vote")
    try reader.terminal.send("v")
    try reader.terminal.expect("the vote") { $0.currentLine == "vote>" }
    reader.terminal.forget()
    try reader.terminal.send("4 1\u{3}")
    try reader.terminal.expect("No vote was taken.")
    try reader.terminal.expect("  Space")
    try reader.terminal.send("q")
    try reader.expectPrompt()
  }

  @Test func `y is a yes`() throws {
    let reader = try enter(Self.places[2])
    reader.terminal.forget()
    try reader.terminal.send("y\r")
    try reader.terminal.expect("Try: check rename-room")
    try reader.expectPrompt()
  }

  @Test func `commands typed ahead are done one after the other`() throws {
    let reader = try Reader(rows: 100)
    try reader.terminal.send("explore deadlocks/crossed\r3?\rversion\rhelp codes\r")
    try reader.terminal.expect("No: in some orders")
    try reader.terminal.expect("workbook 1.0")
    try reader.terminal.expect("Replay codes")
    try reader.expectPrompt()
  }

  @Test func `Next says what Enter does`() throws {
    let reader = try Reader(rows: 200)
    try reader.enter("goto deadlocks 2", expecting: "Next: 3/")
    let promised = try #require(
      reader.terminal.screen.lines.last { $0.hasPrefix("Next: 3/") })
    let title = try #require(promised.firstMatch(of: #/Next: 3/\d+ (.*) \(Enter\)/#)?.1)
    reader.terminal.forget()
    try reader.terminal.send("\r")
    try reader.terminal.expect(String(title))
  }
}
