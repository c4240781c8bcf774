import Foundation
import LongTests
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// Who promises what a step teaches: told behind its answer, and asked now and then.
@Suite("Badges of lessons, on the walk and on the stage") struct BadgeTests {
  private static let chapters = Catalogue.shipped.chapters.map(\.id)

  private func path(_ id: String) throws -> [Step] {
    try #require(Catalogue.shipped.chapter(id)).path
  }

  private func desk(_ variables: [String: String] = [:]) -> Desk {
    let usual = ["LANG": "C.UTF-8", "COLUMNS": "76"]
    return Desk(variables: usual.merging(variables) { $1 }, catalogue: .shipped)
  }

  private func badges(in text: String) -> [Basis] {
    Basis.allCases.filter { text.contains($0.glyph) }
  }

  // MARK: What lessons cite

  @Test(arguments: chapters)
  func `each step that asks says what it rests on, but for exercises`(_ id: String) throws {
    for step in try path(id) {
      guard let question = step.question else { continue }
      if case .repair = question.kind { continue }
      #expect(step.basis != nil, "line \(step.line): <!-- facts ... --> is missing")
    }
  }

  @Test(arguments: chapters)
  func `a figure that was measured here says so`(_ id: String) throws {
    for step in try path(id) {
      let remarks = step.question?.remarks.values.map(\.words) ?? []
      let told = (step.reveal.compactMap(\.prose) + remarks).joined(separator: " ")
      let text = (step.shown.compactMap(\.prose) + [told]).joined(separator: " ")
        .replacing("\n", with: " ")
      let figure = try Regex(#"\b[\d.]+ (ms|µs|kB)\b|\bof (\d+|forty|seven) runs|\bone run of"#)
      guard told.contains(figure) else { continue }
      #expect(
        text.contains("this book's engine"), "line \(step.line), \(step.title): \(told)")
    }
  }

  @Test func `a step is as well promised as the weakest of what it cites`() {
    let basis = { (names: [String]) in names.compactMap { Citation($0) }.basis }
    #expect(basis(["B3", "swift", "apple"]) == .documented)
    #expect(basis(["B3", "F14"]) == .observed)
    #expect(basis(["D16", "B3", "F14"]) == .engine)
    #expect(basis(["engine"]) == .engine)
    #expect(basis([]) == nil)
    #expect(Citation("B99") == nil)
    #expect(Citation("B3")?.words == "B3, perform is one event: documented by Apple")
  }

  // MARK: The badge

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `the badge comes with the last verdict and never before`(_ id: String) throws {
    let desk = desk()
    for (index, step) in try path(id).enumerated() {
      guard let answer = step.question?.anyAnswer, let basis = step.basis else { continue }
      #expect(badges(in: desk.output(of: "goto \(id) \(index + 1)")) == [], "\(step.title)")
      // In one step "more" is an answer.
      if Answer("more", to: try #require(desk.session.questions.open?.question)) == nil {
        #expect(badges(in: desk.output(of: "more")) == [], "\(step.title)")
      }
      var verdict = desk.output(of: answer)
      if step.promise != nil {
        #expect(badges(in: verdict) == [], "\(step.title)")
        #expect(verdict.contains("Is that promised?"))
        #expect(badges(in: desk.output(of: "more")) == [])
        verdict = desk.output(of: "1")
      }
      #expect(badges(in: verdict) == [basis], "\(step.title)")
    }
  }

  @Test func `more says it in words`() throws {
    let desk = desk()
    _ = desk.perform("goto live-lists found-and-shown-otherwise")
    _ = desk.perform("1")
    #expect(
      desk.output(of: "more").hasPrefix(
        """
        Ⓞ observed
        F5, a fetch does not overwrite realised objects: documented by Apple
        F6, a fetch can return objects that no longer match: widely seen, not
        promised

        """))
    #expect(desk.output(of: "help badges").contains("Ⓞ observed"))
  }

  @Test func `without Unicode it is a letter, and for ears a word`() {
    let plain = desk(["LANG": "C"])
    _ = plain.perform("goto live-lists found-and-shown-otherwise")
    #expect(plain.output(of: "1").split(separator: "\n").first?.hasSuffix(". O") == true)
    let desk = desk()
    var options = CommonOptions()
    options.isAccessible = true
    _ = desk.session.perform(
      line: "goto live-lists found-and-shown-otherwise", defaults: options)
    desk.session.apply(options)
    #expect(desk.output(of: "1").split(separator: "\n").first?.hasSuffix(". (observed)") == true)
  }

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `on a stage a question has no badge, and its answer has`(_ id: String) throws {
    let desk = desk()
    let demo = try Demo(
      try #require(Catalogue.shipped.chapter(id)), front: desk.session, isLarge: false)
    for frame in try demo.allFrames().frames {
      let text = frame.lines.joined(separator: "\n")
      #expect(!text.contains("Is that promised?"))
      if frame.isQuestion { #expect(badges(in: text) == []) }
    }
  }

  @Test func `a test that is taken before a course tells nothing`() {
    let desk = Desk(
      Array(repeating: "1\n", count: 10).joined(), variables: ["LANG": "C.UTF-8"],
      catalogue: .shipped)
    #expect(badges(in: desk.output(of: "quiz --fixed 7")) == [])
  }
}

/// Whether something is promised, as a question of its own.
@Suite("Questions about promises in lessons") struct PromiseTests {
  private static let chapters = Catalogue.shipped.chapters.map(\.id)

  private func path(_ id: String) throws -> [Step] {
    try #require(Catalogue.shipped.chapter(id)).path
  }

  private func basis(_ question: Question) -> Basis? {
    if case .promised(let basis, _) = question.kind { basis } else { nil }
  }

  @Test(arguments: chapters)
  func `it is asked in at most one of four steps, about what the badge says`(
    _ id: String
  ) throws {
    let path = try path(id)
    let asking = path.indices.filter { path[$0].promise != nil }
    #expect(asking.count >= 2)
    for (one, next) in zip(asking, asking.dropFirst()) {
      #expect(next - one >= 4, "\(path[one].title), \(path[next].title)")
    }
    for step in path {
      guard let promise = step.promise else { continue }
      #expect(basis(promise) == step.basis, "\(step.title)")
      #expect(step.question?.takesAnswer == true, "\(step.title)")
    }
  }

  @Test func `no answer is right in three of five, and 'documented' in a third`() throws {
    let all = try Self.chapters.flatMap { try path($0).compactMap { $0.promise.flatMap(basis) } }
    for basis in Basis.allCases {
      let count = all.count { $0 == basis }
      #expect(count * 5 <= all.count * 3, "\(basis): \(count) of \(all.count)")
      #expect(count * 5 >= all.count, "\(basis): \(count) of \(all.count)")
    }
    let documented = all.count { $0 == .documented }
    #expect((30...70).contains(documented * 100 / all.count), "\(documented) of \(all.count)")
  }

  @Test func `its answer is kept and counted, and it comes back in a quiz`() throws {
    let desk = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "76"], catalogue: .shipped)
    _ = desk.perform("goto basics the-list-stops")
    let before = Walked(desk.session.store.progress, in: Catalogue.shipped.chapters)
    _ = desk.perform("3")
    let told = desk.output(of: "3")
    #expect(told.hasPrefix("Right: in this book's engine only. Ⓔ\nApple says"))
    let last = try #require(desk.session.store.progress.attempts.last)
    #expect(last.step == "basics/the-list-stops/promised")
    #expect(last.answer == "engine" && last.isRight)
    let after = Walked(desk.session.store.progress, in: Catalogue.shipped.chapters)
    #expect(after.answered - before.answered == 2 && after.right - before.right == 2)
    #expect(after.questions == before.questions)
    let isAsked = { (screen: String) in screen.hasPrefix("Is it promised?\nIs that promised?") }
    var screens: [String] = []
    for _ in 1...12 where !screens.contains(where: isAsked) {
      screens.append(desk.output(of: "quiz basics"))
      _ = desk.perform("1?")
    }
    #expect(screens.contains(where: isAsked))
  }

  @Test func `one that was answered wrongly opens a later chapter`() throws {
    let chapters = Catalogue.shipped.chapters
    let confinement = try #require(Catalogue.shipped.chapter("confinement"))
    let step = try #require(try path("problems").first { $0.promise != nil })
    let question = try #require(step.promise)
    let wrong = try #require(Basis.allCases.first { $0 != basis(question) })
    let answer = try #require(Answer(wrong.rawValue, to: question))
    let name = Step.promise(of: "problems/\(step.id)")
    let attempt = Attempt(step: name, answer: answer, judged: try question.judge(answer))
    let quizzes = Recall.opening(confinement, of: chapters, after: [attempt])
    #expect(quizzes.first?.name == name)
    #expect(quizzes.count { $0.name.hasSuffix("/promised") } == 1)
  }
}
