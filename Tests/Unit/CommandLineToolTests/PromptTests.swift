import Foundation
import Glibc
import PseudoTerminal
import Testing

/// The real program on a real terminal: keys, history and questions.
struct PromptTests {
  @Test func `who leaves at an open question comes back to it`() throws {
    let reader = try Reader()
    try reader.terminal.send("goto deadlocks 8\r")
    try reader.terminal.expect("a question") { $0.currentLine.hasPrefix("answer 1 to") }
    try reader.terminal.send("quit\r")
    _ = try reader.terminal.waitForExit()
    let again = try Reader(home: reader.home)
    #expect(again.terminal.screen.lines.contains { $0.hasPrefix("A question is open there") })
    try again.terminal.send("\r")
    try again.terminal.expect("6 Deadlocks 8/")
  }

  @Test func `a command is done and Ctrl-D leaves`() throws {
    let reader = try Reader()
    try reader.enter("version", expecting: "workbook 1.0")
    try reader.terminal.send("\u{4}")
    #expect(try reader.terminal.waitForExit() == .exited(0))
  }

  @Test func `the Tab key completes commands, scenarios and variants`() throws {
    let reader = try Reader()
    try reader.type("expl\t", showing: "explore")
    try reader.type("dead\t", showing: "explore deadlocks")
    try reader.type("/cro\t", showing: "explore deadlocks/crossed")
    try reader.type("fix-\t", showing: "explore deadlocks/crossed fix-apart")
    try reader.type("--no-r\t", showing: "explore deadlocks/crossed fix-apart --no-reduction")
  }

  @Test func `Tab pressed twice lists what fits`() throws {
    let reader = try Reader()
    try reader.terminal.send("re\t\t")
    try reader.terminal.expect("the list") {
      $0.lines.contains { $0.contains("replay") && $0.contains("reset") }
    }
    try reader.expectPrompt("re")
  }

  @Test func `chapters, exercises and files are completed too`() throws {
    let reader = try Reader()
    try reader.type("goto nest\t", showing: "goto nested-contexts")
    try reader.type("\u{15}hint unread\t", showing: "hint unread-badge")
    let file = reader.home + "/carried-over.json"
    try Data().write(to: URL(filePath: file))
    let path = "progress import \(reader.home)/carried"
    // A path may be longer than the line; what follows it is on the last one.
    try reader.terminal.send("\u{15}\(path)\t")
    try reader.terminal.expect("the file's name") {
      $0.lines.joined().contains("carried-over.json")
    }
  }

  @Test func `Ctrl-C drops the line`() throws {
    let reader = try Reader()
    try reader.type("nonsense", showing: "nonsense")
    try reader.terminal.send("\u{3}")
    try reader.expectPrompt()
    try reader.enter("version", expecting: "workbook 1.0")
  }

  @Test func `a scenario not met yet is asked about first, and Enter skips that`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("explore deadlocks/ping-pong\r")
    try reader.terminal.expect("the question") { $0.currentLine.hasPrefix("answer") }
    try reader.enter("", expecting: "compare deadlocks/")
    #expect(!reader.terminal.screen.text.contains("Right"))
  }

  @Test func `an answer is judged, and a scenario that was met asks no more`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("run crossed\r")
    try reader.terminal.expect("the question") { $0.currentLine.hasPrefix("answer") }
    try reader.enter("2", expecting: "Right: in some orders (1 of 3).")
    try reader.enter("explore crossed", expecting: "compare deadlocks/")
  }

  @Test func `an answer about a fix counts as having met the scenario`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("run slow-fetch fix\r")
    try reader.terminal.expect("the question") { $0.currentLine.hasPrefix("answer") }
    try reader.enter("1", expecting: "Right: never (0 of 1).")
    try reader.enter("explore slow-fetch fix", expecting: "1 distinct schedule")
  }

  @Test func `who leaves the question leaves the command`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send("explore deadlocks/ping-pong\r")
    try reader.terminal.expect("the question") { $0.currentLine.hasPrefix("answer") }
    try reader.terminal.send("\u{3}")
    try reader.expectPrompt()
    #expect(!reader.terminal.screen.text.contains("schedule"))
  }

  @Test func `the reader comes back to where they stopped`() throws {
    let first = try Reader()
    try first.enter("goto problems 2", expecting: "Next: 3/")
    try first.leave()
    let second = try Reader(home: first.home)
    try second.terminal.expect("You stopped in 'problems'.")
  }

  @Test func `history is remembered from one session to the next`() throws {
    let first = try Reader()
    try first.enter("version", expecting: "workbook 1.0")
    try first.enter("help codes", expecting: "Replay codes")
    try first.leave()
    let second = try Reader(home: first.home)
    try second.type("\u{1B}[A", showing: "quit")
    try second.type("\u{1B}[A", showing: "help codes")
    try second.type("\u{1B}[A", showing: "version")
    let file = first.home + "/.local/state/workbook/history"
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "version\nhelp codes\nquit\n")
  }

  @Test func `Ctrl-R finds an earlier command by its middle`() throws {
    let reader = try Reader()
    try reader.enter("help codes", expecting: "Replay codes")
    try reader.enter("version", expecting: "workbook 1.0")
    try reader.terminal.send("\u{12}codes")
    try reader.terminal.expect("the found line") { screen in
      screen.lines.contains { $0.contains("help codes") && $0.contains("workbook>") }
    }
    try reader.enter("", expecting: "Replay codes")
  }

  @Test func `what overwrites a file is asked first, and only a yes does it`() throws {
    let reader = try Reader()
    let file = reader.home + "/kept.json"
    try Data("mine".utf8).write(to: URL(filePath: file))
    try reader.terminal.send("progress export ~kept\u{15}progress export '\(file)'\r")
    try reader.terminal.expect("the question") { $0.currentLine == "yes?>" }
    try reader.enter("no", expecting: "nothing was changed")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    try reader.terminal.send("progress export '\(file)'\r")
    try reader.terminal.expect("the question") { $0.currentLine == "yes?>" }
    try reader.enter("yes", expecting: "Progress is in")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"version\""))
  }
}
