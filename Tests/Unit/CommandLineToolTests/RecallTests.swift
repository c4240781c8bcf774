import Testing
import WorkbookKit

@testable import CommandLineTool

/// What is asked between two chapters.
struct RecallTests {
  private let desk = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "76"], catalogue: .shipped)

  private func chapter(_ id: String) throws -> Chapter {
    try #require(desk.session.catalogue.chapter(id))
  }

  /// Goes to the last step of a chapter.
  private func end(_ id: String) throws {
    _ = desk.perform("goto \(id) \(try chapter(id).path.count)")
  }

  @Test func `the first chapter asks the same two questions before and after`() throws {
    for line in ["next", "2", "next", "skip"] { _ = desk.perform(line) }
    _ = desk.perform(try desk.rightAnswer)
    let first = desk.output(of: "next")
    #expect(first.hasPrefix("2 questions before it begins"))
    _ = desk.perform("1?")
    let second = desk.output(of: "next")
    _ = desk.perform("1?")
    #expect(desk.output(of: "next").hasPrefix("1 Basics 1/"))
    try end("basics")
    let again = desk.output(of: "next")
    #expect(question(again) == question(first))
    _ = desk.perform("1?")
    #expect(desk.output(of: "next") == second)
  }

  /// A screen from its title on.
  private func question(_ screen: String) -> [Substring] {
    Array(screen.split(separator: "\n").drop { $0 != "What does this do?" })
  }

  @Test func `who answered nothing is asked nothing`() throws {
    try end("basics")
    #expect(desk.output(of: "next").contains("\n2 Problems 1/"))
  }

  @Test func `a chapter begins with three questions about earlier ones, in other code`() throws {
    var asked: [String] = []
    for id in ["basics", "problems"] {
      let steps = try chapter(id).path.filter { $0.question?.options.isEmpty == false }.prefix(3)
      for step in steps {
        _ = desk.perform("goto \(id) \(step.id)")
        _ = desk.perform("1?")
      }
      asked += steps.compactMap(\.program?.name)
    }
    try end("problems")
    var screens = [desk.output(of: "next")]
    #expect(screens[0].contains("\n3 questions about what came before"))
    for _ in 1...2 {
      _ = desk.perform("1?")
      screens.append(desk.output(of: "next"))
    }
    #expect(Set(screens).count == 3)
    _ = desk.perform("1?")
    let names = desk.session.store.progress.attempts.suffix(3).map(\.step)
    #expect(names.filter { asked.contains($0) } == [])
    #expect(desk.output(of: "next").hasPrefix("3 Confinement 1/"))
  }

  @Test func `what a reader was sure of and wrong about comes first`() throws {
    let chapters = desk.session.catalogue.chapters
    let problems = try chapter("problems")
    let step = try #require(
      problems.path.first { $0.question?.remarks.values.contains { $0.belief != nil } == true })
    let question = try #require(step.question)
    let wrong = try #require(question.remarks.first { $0.value.belief != nil }?.key)
    let answer = try #require(Answer(wrong, to: question))
    let sure = Attempt(
      step: "problems/\(step.id)", answer: answer, judged: try question.judge(answer))
    let belief = try #require(sure.beliefs.first)
    let quizzes = Recall.opening(try chapter("confinement"), of: chapters, after: [sure])
    let first = try #require(quizzes.first)
    #expect(first.program.name != step.program?.name)
    let tests = problems.path.filter { step in
      step.question?.remarks.values.contains { $0.belief?.rawValue == belief } == true
    }
    #expect(tests.contains { $0.program?.scenario.id == first.program.scenario.id })
  }

  @Test func `four right answers take the place of a chapter`() throws {
    let steps = Recall.testOut(try chapter("deadlocks"))
    #expect(steps.count == 4)
    _ = desk.perform("test-out deadlocks")
    for _ in steps {
      _ = desk.perform(try desk.rightAnswer)
      _ = desk.perform("next")
    }
    #expect(desk.session.store.progress.place?.chapter != "deadlocks")
  }

  @Test func `one wrong answer, and the chapter is walked`() throws {
    _ = desk.perform("test-out confinement")
    for _ in 1...3 { for line in ["skip"] { _ = desk.perform(line) } }
    let end = desk.output(of: "skip")
    #expect(end.hasPrefix("0 of 4 were right"))
    #expect(end.contains("3 Confinement 1/"))
  }
}
