import Foundation
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

struct DemoTests {
  private static let staged = Catalogue.shipped.chapters
    .filter { $0.path.contains { $0.stage != nil } }.map(\.id)

  @Test func `every chapter of the first six has a demo`() {
    let numbers = Self.staged.compactMap { Catalogue.shipped.chapter($0)?.number }
    #expect(Array(numbers.prefix(6)) == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: staged)
  func `a demo takes six to eight minutes, and asks a twin question`(_ id: String) throws {
    let steps = try #require(Catalogue.shipped.chapter(id)).path.filter { $0.stage != nil }
    #expect((6...8).contains(steps.reduce(0) { $0 + ($1.stage?.minutes ?? 0) }))
    #expect(steps.filter { $0.question != nil }.count >= 2)
    #expect(Set(steps.compactMap { $0.program?.name }).count >= 2)
  }

  @Test(arguments: LongTests.all(staged, orFirst: 3))
  func `a demo runs through, holds what it promises, and is the same twice`(_ id: String) {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("demo \(id) --auto") == .done)
    #expect(desk.errors.isEmpty)
    #expect(desk.output == Desk(catalogue: .shipped).output(of: "demo \(id) --auto"))
    #expect(desk.output.contains("workbook> replay"))
    #expect(desk.session.store.progress == ReaderProgress())
  }

  @Test(arguments: LongTests.all(staged, orFirst: 3))
  func `on a projector a frame has sixteen lines of sixty columns`(_ id: String) throws {
    let chapter = try #require(Catalogue.shipped.chapter(id))
    let desk = Desk(catalogue: .shipped)
    let backstage = Backstage(for: desk.session, width: DemoScript.largeWidth)
    for (index, step) in chapter.path.enumerated() where step.stage != nil {
      let script = DemoScript(
        chapter: chapter, step: step, number: index + 1, backstage: backstage, isLarge: true)
      let frames = try script.frames(nil).map(\.lines) + script.source
      for frame in frames {
        #expect(frame.count < DemoScript.largeHeight, "\(step.id)")
        let wide = frame.filter { $0.count > DemoScript.largeWidth && !$0.contains("@") }
        #expect(wide == [], "\(step.id)")
      }
      // One event more in each frame, and what is new is marked.
      let marked = frames.filter { $0.contains { $0.hasPrefix("▶") } }
      #expect(try marked.count == script.events, "\(step.id)")
    }
  }
}

// MARK: The whole width

extension DemoTests {
  private func frames(_ id: String, width: Int) throws -> [[String]] {
    let chapter = try #require(Catalogue.shipped.chapter(id))
    let desk = Desk(catalogue: .shipped)
    let backstage = Backstage(for: desk.session, width: width)
    return try chapter.path.enumerated().filter { $0.element.stage != nil }.flatMap { index, step in
      try DemoScript(
        chapter: chapter, step: step, number: index + 1, backstage: backstage, isLarge: true,
        width: width
      ).frames(nil).map(\.lines)
    }
  }

  @Test(arguments: LongTests.all(staged, orFirst: 2))
  func `in a wide window the code of a step stands beside its lanes`(_ id: String) throws {
    let frames = try frames(id, width: 120)
    let growing = frames.filter { $0.contains { $0.hasPrefix("▶") } }
    #expect(!growing.isEmpty)
    // Lines of code have their numbers, lanes have none in their middle.
    let code = #/^.{40,}? {2,}[▶ ] +[0-9]+ /#
    #expect(growing.allSatisfy { $0.contains { $0.firstMatch(of: code) != nil } }, "\(id)")
    let marked = growing.filter { $0.contains { $0.dropFirst(40).contains("▶") } }
    if id == "deadlocks" { #expect(marked.count * 2 > growing.count) }
    for frame in frames {
      #expect(frame.count < DemoScript.largeHeight)
      #expect(frame.allSatisfy { $0.count <= 120 || $0.contains("@") })
    }
  }

  @Test(arguments: [50, 60, 80])
  func `in a narrow one it stands below, and no line is too long`(width: Int) throws {
    let frames = try frames("deadlocks", width: width)
    let growing = frames.filter { $0.contains { $0.hasPrefix("▶") } }
    #expect(growing.contains { $0.last?.hasPrefix("▶") == true && $0.last?.contains("  ") == true })
    for line in frames.joined() where !line.contains("@") { #expect(line.count <= width) }
  }
}

// MARK: On stage

extension DemoTests {
  @Test func `the room votes, talks, votes again, and its answer is judged`() {
    let desk = Desk("vote 4 17 9\nvote 2 8 20\n\nq\n", catalogue: .shipped)
    #expect(desk.perform("demo deadlocks") == .done)
    let output = desk.output
    #expect(output.contains("2 in some orders  █"))
    #expect(output.contains(" 17\n"))
    #expect(output.contains(" 20 (+11)\n"))
    // Most hands were for the third answer.
    #expect(output.contains("answer> 3?\nRight: in every order (1 of 1). Ⓞ\n"))
  }

  @Test func `without a vote what is often guessed is told as that`() {
    let desk = Desk("\nq\n", catalogue: .shipped)
    #expect(desk.perform("demo deadlocks") == .done)
    #expect(
      desk.output.contains("A common guess: in some orders\nNo: in every order (1 of 1). Ⓞ\n"))
    #expect(desk.output.contains("Right if sync could use main before main waits."))
  }

  @Test(arguments: [
    "vote 1 2", "vote 1 2 3 4", "vote -1 2 3", "vote a b c", "vote", "vote 0 0 0", "vote 1 2 3.5",
  ])
  func `an impossible vote is said, and the demo goes on`(line: String) {
    let desk = Desk("\(line)\n\nq\n", catalogue: .shipped)
    #expect(desk.perform("demo deadlocks") == .usage)
    #expect(desk.errors.contains("is no value for 'vote'"))
    #expect(desk.output.contains("A common guess: in some orders"))
    #expect(!desk.output.contains("█"))
  }

  @Test(arguments: [
    ("vote 0 0 9", "Most have it: go on"), ("vote 0 9 9", "let them talk in pairs"),
    ("vote 9 9 1", "Few have it: explain"),
  ])
  func `after a vote the room is told what to do`(vote: String, advice: String) {
    let desk = Desk("\(vote)\nq\n", catalogue: .shipped)
    #expect(desk.perform("demo deadlocks") == .done)
    #expect(desk.output.contains(advice))
    // The question, its code and the bars are on one screen.
    let shown = desk.output.components(separatedBy: "The app stands still").last ?? ""
    #expect(shown.contains("performAndWait") && shown.contains("█"))
  }

  @Test(arguments: staged)
  func `a demo of seven minutes takes seven`(_ id: String) throws {
    let path = try #require(Catalogue.shipped.chapter(id)).path
    let chosen = Demo.steps(of: path, within: 7)
    #expect(chosen.reduce(0) { $0 + (path[$1].stage?.minutes ?? 0) } == 7)
    #expect(chosen == chosen.sorted() && Set(chosen).count == chosen.count)
  }

  @Test func `a demo of few minutes has the steps that fit`() {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("demo deadlocks --auto --minutes 3") == .done)
    #expect(desk.output.components(separatedBy: "workbook> replay").count == 2)
    #expect(Desk(catalogue: .shipped).perform("demo deadlocks --minutes 1") == .usage)
  }

  @Test func `after the answer there is nothing to vote about`() {
    let desk = Desk("\nvote 1 2 3\nq\n", catalogue: .shipped)
    #expect(desk.perform("demo deadlocks") == .usage)
    #expect(desk.errors.contains("a step that asks, before its answer"))
  }

  @Test func `note, source, back and the live prompt are a key each`() {
    let desk = Desk("n\ns\n\nb\n!\nversion\nnonsense\n\nx\nq\n", catalogue: .shipped)
    _ = desk.perform("demo deadlocks")
    #expect(desk.output.contains("3 min. A common guess: \"some\". Ask who would have to be slow."))
    #expect(desk.output.contains("let open = view.performAndWait { openRoom(in: view) }"))
    #expect(desk.output.contains("workbook 1.0\n"))
    #expect(desk.output.components(separatedBy: "The app stands still: ").count == 1)
    #expect(desk.output.components(separatedBy: "It hangs: never").count >= 4)
    #expect(desk.errors.contains("there is no command 'nonsense'"))
    #expect(desk.errors.contains("'x' does nothing here"))
  }

  @Test func `a step whose truth does not hold is named, and the demo goes on`() {
    let desk = Desk(catalogue: .broken)
    #expect(desk.perform("demo counting --auto") == .notPassed)
    #expect(
      desk.errors.contains("step 'both-count': 1 of 9 orders should go wrong, and 2 of 4 do"))
    #expect(desk.errors.contains("'some' is given as the room's wrong answer, and it is right"))
    #expect(desk.output.contains("Right: in some orders (2 of 4)."))
  }

  @Test func `a recording is one line of JSON for each frame, on a screen of its size`() throws {
    let desk = Desk(catalogue: .shipped)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).cast").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(desk.perform("demo deadlocks --cast '\(file)'") == .done)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines[0]["version"] == 2)
    #expect(lines[0]["width"] == 60)
    let frames = lines.dropFirst().compactMap(\.elements)
    #expect(frames.count > 10)
    let seconds = frames.compactMap { $0.first?.integer }
    #expect(seconds == seconds.sorted() && seconds.first == 0 && Set(seconds).count == frames.count)
    for frame in frames {
      #expect(frame[1] == "o")
      let rows = try #require(frame[2].text).components(separatedBy: "\r\n")
      #expect(rows.count <= 16)
    }
    #expect(desk.perform("demo deadlocks --cast '\(file)'") == .usage)
    #expect(desk.perform("demo nowhere --cast '\(file)' --yes") == .usage)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `a chapter without a stage says so`() {
    let desk = Desk(catalogue: .unstaged)
    #expect(desk.perform("demo counting") == .notPassed)
    #expect(desk.errors.contains("no step of 'counting' is meant for a stage"))
    #expect(desk.output.isEmpty)
  }
}

extension Catalogue {
  fileprivate static let broken = counting(
    "<!-- stage 3 min. Most rooms say \"some\". Count. -->", expecting: .failing(1, of: 9))
  fileprivate static let unstaged = counting("", expecting: .failing(2, of: 4))

  private static func counting(
    _ comment: String, expecting expected: WorkbookKit.Expectation
  ) -> Catalogue {
    let lesson = """
      # Counting
      ## Both count
      Two threads count.
      ```swift counting/lost bug
      ```
      > **Predict** one. One is lost: never, in some orders, in every order?
      > - never: _one-call-is-one-unit_

      A write comes between.
      \(comment)
      """
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).md")
    try? Data(lesson.utf8).write(to: file)
    let example = Catalogue.example.chapters[0].scenarios[0]
    let bug = Variant.bug(
      "read, then write", idea: "Each reads and writes.", expecting: expected,
      program: example.variants[0].program)
    let scenario = Scenario(
      example.id, title: example.title, question: example.question, outcomes: example.outcomes,
      variants: [bug, example.variants[1]])
    return Catalogue([
      Chapter(
        "counting", number: 1, title: "Counting", summary: "Two threads count.",
        lesson: { file }, scenarios: [scenario])
    ])
  }
}

extension DemoScript {
  /// How many steps the shown order has.
  fileprivate var events: Int {
    get throws {
      let failure = try step.program?.explore(forStory: true).simplestFailure
      return failure.map { Timeline(of: $0).steps.count } ?? 0
    }
  }
}
