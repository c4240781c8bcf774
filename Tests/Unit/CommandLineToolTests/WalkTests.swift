import Foundation
import Terminal
import Testing
import WorkbookKit

@testable import CommandLineTool

struct WalkTests {
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

  @Test(arguments: [1, 2])
  func `behind a chapter a class of the reader's own is offered`(chapters count: Int) throws {
    let chapters = (1...count).map { Catalogue.walkedChapter("counting-\($0)", number: $0) }
    let desk = Desk(catalogue: Catalogue(chapters))
    for command in ["next", "2", "next"] { #expect(desk.perform(command) == .done) }
    let told = desk.output(of: "next")
    #expect(told.contains("\nAnd a class of your own, as it is: try FILE.swift\n"))
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

  @Test(arguments: ["4", "E", "7?", "1 2", "x"])
  func `a key that is none of the answers is told which there are`(_ key: String) {
    _ = desk.perform("next")
    #expect(desk.perform(key) == .usage)
    #expect(desk.errors.contains("it takes one of 1 to 3"))
    #expect(desk.session.questions.open != nil)
  }

  @Test func `a step is taken again, and a question is asked again`() {
    for line in ["next", "2"] { _ = desk.perform(line) }
    #expect(desk.output(of: "again").hasPrefix("1 Counting 1/2"))
    #expect(desk.session.questions.open != nil)
  }

  @Test func `a lesson is read without what is meant for others, and without answers`() {
    let unread = desk.output(of: "lesson")
    #expect(unread.contains("- in every order\n"))
    #expect(unread.contains("Answer it: goto counting 1\n"))
    for secret in ["stage", "<!--", "one-call-is-one-unit", "A write comes between."] {
      #expect(!unread.contains(secret), "\(secret)")
    }
    for line in ["next", "2"] { _ = desk.perform(line) }
    #expect(desk.output(of: "lesson").contains("A write comes between."))
  }

  @Test func `progress counts steps, questions and ideas, and what became of them`() {
    for line in ["next", "1"] { _ = desk.perform(line) }
    let wrong = desk.output(of: "progress")
    #expect(wrong.contains("Seen 1 of 2 steps.\nAnswered 1 of 1 question, 0 right.\n"))
    #expect(wrong.contains("1 mistaken idea met, 0 overturned."))
    for line in ["again", "2"] { _ = desk.perform(line) }
    let right = desk.output(of: "progress")
    #expect(right.contains("Answered 1 of 1 question, 1 right."))
    #expect(right.contains("1 mistaken idea met, 1 overturned."))
  }

  @Test func `the book ends with the ideas that are weakest`() {
    for line in ["next", "1", "next"] { _ = desk.perform(line) }
    let end = desk.output(of: "next")
    #expect(end.contains("That was the last chapter."))
    #expect(
      end.contains("\"What stands together in the code happens together.\" explains 1 answer."))
    #expect(end.contains("  goto counting both-count\n"))
    #expect(!end.contains("scenario"))
  }

  @Test func `at a step its program is meant where none is named`() {
    #expect(desk.perform("source") == .usage)
    #expect(desk.errors.contains("no program is shown here"))
    _ = desk.perform("next")
    #expect(desk.output(of: "source").contains("count.write(count.read() + 1)"))
    #expect(desk.perform("explore") == .usage)
    #expect(desk.errors.contains("that would give the answer away"))
    _ = desk.perform("2")
    #expect(desk.output(of: "explore").contains("4 distinct schedules"))
  }

  @Test func `colours for a light background are kept`() {
    _ = desk.perform("theme light")
    _ = desk.perform("version")
    #expect(desk.session.console.style.isLight)
    #expect(desk.perform("theme pink") == .usage)
    _ = desk.perform("theme dark")
    _ = desk.perform("version")
    #expect(!desk.session.console.style.isLight)
  }

  @Test(arguments: ["undo", "hint", "reset", "solution"])
  func `without an open exercise nothing is done to one`(_ line: String) {
    #expect(desk.perform(line) == .usage)
    #expect(desk.errors.contains("no exercise is open"))
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
  fileprivate static let walked = Catalogue([walkedChapter("counting")])

  fileprivate static func walkedChapter(_ id: String, number: Int = 1) -> Chapter {
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
    return Chapter(
      id, number: number, title: "Counting", summary: "Two threads count.", lesson: { file },
      scenarios: example.scenarios)
  }
}
