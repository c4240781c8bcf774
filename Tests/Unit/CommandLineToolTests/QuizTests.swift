import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

struct QuizTests {
  private let desk = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "76"], catalogue: .shipped)

  @Test(.long) func `each question fits a screen, is about another program and is judged`() {
    var screens: Set<String> = []
    for _ in 1...10 {
      let shown = desk.output(of: "quiz deadlocks")
      #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
      let code = shown.split(separator: "\n").map { $0.drop { $0 == " " } }
      #expect(!code.contains { $0.hasPrefix("//") || $0.hasPrefix("runtime.outcome(") })
      screens.insert(shown)
      let answered = desk.output(of: "1?")
      #expect(answered.hasPrefix("Right") || answered.hasPrefix("No"))
    }
    #expect(screens.count == 10)
  }

  @Test(.long) func `after a while repairs are to be chosen, and each is told what it does`() {
    var choices = 0
    for _ in 1...20 {
      let shown = desk.output(of: "quiz deadlocks")
      let answered = desk.output(of: "a?")
      guard shown.contains("\nA ") else { continue }
      choices += 1
      #expect(answered.contains("\nA ") && answered.contains("\nB "), "\(shown)")
    }
    #expect(choices > 0)
  }

  @Test(.long) func `answers to an exercise are asked about, with what else goes on`() throws {
    var screens: [String] = []
    for _ in 1...30 {
      let shown = desk.output(of: "quiz deadlocks")
      let answered = desk.output(of: "1?")
      guard shown.contains("\nMeanwhile: ") else { continue }
      screens.append(shown)
      #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
      #expect(!shown.contains("struct "))
      let told = answered.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // Until an exercise is passed, its right answers are not shown.
      #expect(told.contains(" is a wrong answer to "), "\(answered) \(desk.errors)")
    }
    #expect(screens.count > 3)
  }

  @Test func `what was answered wrongly and with confidence comes back, and not at once`() throws {
    var wrong: String?
    while wrong == nil {
      let shown = desk.output(of: "quiz")
      if desk.output(of: "1").hasPrefix("No") { wrong = shown }
    }
    let next = (1...4).map { _ in
      defer { _ = desk.perform("1?") }
      return desk.output(of: "quiz")
    }
    #expect(next[0] != wrong)
    #expect(next[3] == wrong)
  }

  @Test func `a quiz leaves the reader where they stand`() {
    _ = desk.perform("goto basics 3")
    _ = desk.perform("quiz")
    _ = desk.perform("2")
    #expect(desk.output(of: "next").hasPrefix("1 Basics 4/"))
  }
}
