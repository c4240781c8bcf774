import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

@Suite struct WalkTests {
  private let desk = Desk(catalogue: .walked)

  @Test func `a chapter is walked with Enter and answers`() {
    #expect(
      desk.output(of: "next") == """
        1 Counting 1/2  Both count
        Two threads count.

        One is lost: never, in some orders, in every order?
        1 never  2 in some orders  3 in every order

        """)
    #expect(
      desk.output(of: "2") == """
        Right: in some orders (2 of 4).
        A write comes between.

        """)
    #expect(desk.output(of: "next").hasPrefix("1 Counting 2/2  The rule\n"))
    #expect(
      desk.output(of: "next").hasPrefix(
        "Nothing is open in 'counting'.\nThat was the last chapter.\n"))
  }

  @Test func `a wrong answer is told its belief, and what is behind it`() {
    _ = desk.perform("next")
    #expect(
      desk.output(of: "1") == """
        No: in some orders (2 of 4).
        Right if nothing could run between two lines of yours.
        You were sure, so this idea comes back, in other code.
        A write comes between.

        """)
    _ = desk.perform("goto counting 1")
    #expect(desk.output(of: "1?").contains("comes back") == false)
    #expect(desk.session.store.progress.attempts.map(\.isSure) == [true, false])
  }

  @Test func `an open question stays open until it is answered or skipped`() {
    _ = desk.perform("next")
    #expect(desk.output(of: "next").hasPrefix("The question is open"))
    #expect(desk.output(of: "more").contains("give the answer away"))
    #expect(desk.output(of: "version").hasPrefix("workbook"))
    #expect(desk.output(of: "skip").hasPrefix("1 Counting 2/2"))
    #expect(desk.output(of: "list").contains("2 of 2 steps seen; 1 question open"))
    #expect(desk.output(of: "next").hasPrefix("1 question without an answer: goto counting 1\n"))
    #expect(desk.perform("2") == .usage)
  }

  @Test func `more shows the source and what exploring gives, after the answer`() {
    _ = desk.perform("next")
    _ = desk.perform("2")
    let more = desk.output(of: "more")
    #expect(more.contains("count.write(count.read() + 1)"))
    #expect(more.contains("4 distinct schedules"))
  }

  @Test func `a step is reached by number and by name`() {
    #expect(desk.output(of: "goto counting 2").hasPrefix("1 Counting 2/2"))
    #expect(desk.output(of: "goto counting both-count").hasPrefix("1 Counting 1/2"))
    #expect(desk.output(of: "goto counting").hasPrefix("1 Counting 1/2"))
    #expect(desk.perform("goto counting 3") == .usage)
    #expect(desk.errors.contains("there is no step '3'"))
  }

  @Test func `a place that an earlier version wrote leads to the chapter's first step`() {
    desk.session.store.update { $0.place = .init(chapter: "counting", step: "explore") }
    #expect(desk.output(of: "next").hasPrefix("1 Counting 1/2"))
  }
}

extension Catalogue {
  /// The example with a lesson of two steps.
  fileprivate static let walked: Catalogue = {
    let lesson = """
      # Counting
      ## Both count
      Two threads count.
      ```swift counting/lost bug
      ```
      > **Predict** one. One is lost: never, in some orders, in every order?
      > - never: _one-call-is-one-unit_

      A write comes between.
      ## The rule
      One step.
      """
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).md")
    try? Data(lesson.utf8).write(to: file)
    let example = Catalogue.example.chapters[0]
    return Catalogue([
      Chapter(
        "counting", number: 1, title: "Counting", summary: "Two threads count.",
        lesson: { file }, scenarios: example.scenarios)
    ])
  }()
}
