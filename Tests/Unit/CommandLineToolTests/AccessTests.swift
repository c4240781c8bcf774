import Testing
import WorkbookKit

@testable import CommandLineTool

struct AccessTests {
  private static let drawn: Set<Character> = ["│", "─", "┼", "◆", "┌", "└", "┘", "▶", "═"]

  @Test(arguments: ["list", "run counting", "explore counting", "compare counting", "help"])
  func `accessible output is linear and draws nothing`(line: String) {
    let output = Desk().output(of: "\(line) --accessible")
    #expect(!output.isEmpty)
    #expect(output.filter(Self.drawn.contains).isEmpty)
    #expect(!output.contains("\u{1B}"))
  }

  @Test func `the environment can ask for accessible output`() {
    let desk = Desk(variables: ["LANG": "C.UTF-8", "ACCESSIBLE": "1"])
    #expect(desk.output(of: "run counting").contains("Step 1, ann: reads count."))
  }

  @Test func `plain output is ASCII`() {
    let output = Desk().output(of: "explore counting --plain")
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
    #expect(output.contains("|"))
  }

  @Test func `colour comes when it is asked for and never into JSON`() {
    #expect(Desk().output(of: "list --color always").contains("\u{1B}["))
    #expect(!Desk().output(of: "list").contains("\u{1B}"))
    #expect(!Desk().output(of: "run counting --json --color always").contains("\u{1B}"))
  }

  @Test(arguments: [40, 80, 200])
  func `text keeps within the width`(width: Int) {
    let desk = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"])
    for line in ["help", "help names", "run counting", "list"] {
      let widest = desk.output(of: line).split(separator: "\n").map(\.count).max() ?? 0
      #expect(widest <= width, "\(line)")
    }
  }
}
