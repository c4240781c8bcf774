import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

/// `class merge`: exported progress files added up.
struct ClassTests {
  private let desk = Desk()

  private func file(_ name: String, _ text: String) -> String {
    _ = desk.session.folder.prepare()
    let path = desk.folder + "/" + name
    #expect(TextFile.write(text, to: path))
    return path
  }

  /// A reader who answered two questions and worked on an exercise.
  private func export(
    _ name: String, first: Bool, second: Bool, minutes: Int = 0, passes: Bool = false
  ) throws -> String {
    var progress = ReaderProgress()
    progress.place = .init(chapter: "deadlocks", step: "two-doors")
    for (step, isRight) in [("deadlocks/two-doors", first), ("basics/faults", second)] {
      let attempt: JSONValue = [
        "step": .string(step), "answer": isRight ? "some" : "never", "isSure": true,
        "isRight": .bool(isRight), "belief": isRight ? nil : "speed-decides",
      ]
      try progress.add(#require(attempt.decoded(as: Attempt.self)))
      // A second answer to the same question says nothing about it any more.
      try progress.add(#require(attempt.decoded(as: Attempt.self)))
    }
    for quarter in 0...(minutes / 15) { progress.worked(on: "outbox", at: quarter * 15 * 60) }
    progress.worked(on: "outbox", at: 1_000_000)
    progress.tried("outbox", contentHash: "a")
    if passes { progress[exercise: "outbox"] = .init(verdict: .pass, contentHash: "a") }
    return file(name + ".json", progress.document.document)
  }

  @Test func `it says who stands where, what is believed, and which questions to rewrite`() throws {
    let files = try [
      export("ann", first: false, second: true, minutes: 30, passes: true),
      export("ben", first: false, second: true, minutes: 15),
      export("cem", first: false, second: true, minutes: 45),
    ]
    let report = try JSONValue(
      parsing: desk.output(of: "class merge \(files.joined(separator: " ")) --json"))
    #expect(report["readers"] == ["ann", "ben", "cem"])
    #expect(report["places"]?.elements.first?["step"] == "deadlocks/two-doors")
    #expect(report["beliefs"]?.elements.map { $0["readers"]?.integer } == [3])
    #expect(report["tooHard"] == ["deadlocks/two-doors"])
    #expect(report["tooEasy"] == ["basics/faults"])
    let question = report["questions"]?.elements.first { $0["step"] == "deadlocks/two-doors" }
    #expect(question?["answers"]?.integer == 3)
    #expect(question?["commonestMistake"] == "never")
    let exercise = report["exercises"]?.elements.first
    #expect(exercise?["minutes"]?.integer == 30)
    #expect(exercise?["passed"]?.integer == 1)

    let words = desk.output(of: "class merge \(files.joined(separator: " "))")
    #expect(words.contains("A class of 3 readers"))
    #expect(words.contains("deadlocks/two-doors"))
    #expect(words.contains("It goes wrong only when something is slow."))
  }

  /// What a demo keeps of a room that votes twice about one question.
  private func votes(_ lines: String) throws -> String {
    let stage = Desk(lines, catalogue: .shipped)
    #expect(stage.perform("demo deadlocks") == .done)
    let name = try #require(stage.output.firstMatch(of: #/class merge (\S+)/#)).1
    return file("room-\(lines.count).json", try #require(TextFile.read(String(name))))
  }

  @Test func `votes of rooms are added up, before they talked and afterwards`() throws {
    let files = try [votes("vote 4 17 9\nvote 2 8 20\nq\n"), votes("vote 0 1 9\nq\n")]
    let report = try JSONValue(
      parsing: desk.output(of: "class merge \(files.joined(separator: " ")) --json"))
    let votes = try #require(report["votes"])
    #expect(votes["rooms"]?.integer == 2)
    let question = votes["questions"]?.elements.first
    #expect(question?["step"] == "deadlocks/the-app-stands-still")
    #expect(question?["before"] == ["hands": 18, "of": 40])
    #expect(question?["after"] == ["hands": 20, "of": 30])
    let belief = votes["beliefs"]?.elements.first
    #expect(belief?["before"] == ["hands": 18, "of": 40])
    #expect(belief?["after"] == ["hands": 8, "of": 30])
    let words = desk.output(of: "class merge \(files.joined(separator: " "))")
    #expect(words.hasPrefix("The votes of 2 rooms\n"))
    #expect(words.contains("18 of 40") && words.contains("20 of 30"))
  }

  @Test(arguments: [
    #"{"version": 1, "room": []}"#, #"{"version": 1, "room": [{"step": "a/b"}]}"#,
    #"{"version": 1, "room": [{"step": "a/b", "options": [], "votes": [[1]]}]}"#,
    #"{"version": 2, "room": [{"step": "a/b", "options": [], "votes": []}]}"#,
  ])
  func `votes that do not fit their question are no votes`(text: String) {
    #expect(desk.perform("class merge \(file("votes.json", text))") == .usage)
    #expect(desk.errors.contains("votes.json' is no progress of this workbook"))
  }

  @Test(arguments: [
    ("{", "is damaged"), ("[1]", "is no progress"), (#"{"version": 1}"#, "holds no progress yet"),
    (#"{"version": 3, "dependencies": {}}"#, "is no progress"),
    (#"{"version": 1, "attempts": [{"step": 4}]}"#, "is no progress"),
  ])
  func `a damaged or foreign file is named, and nothing is written`(
    text: String, words: String
  ) throws {
    let (good, bad) = (try export("ann", first: true, second: true), file("x.json", text))
    let page = desk.folder + "/class.html"
    #expect(desk.perform("class merge \(good) \(bad) --html \(page)") == .usage)
    #expect(desk.errors.contains("x.json' \(words)"))
    #expect(!TextFile.exists(page))
  }

  @Test func `a missing file, another word and the same file twice are told`() throws {
    let good = try export("ann", first: true, second: true)
    #expect(desk.perform("class merge \(desk.folder)/nobody.json") == .usage)
    #expect(desk.errors.contains("cannot be read"))
    #expect(desk.perform("class split \(good)") == .usage)
    #expect(desk.perform("class merge") == .usage)
    #expect(desk.output(of: "class merge \(good) \(good)").contains("A class of 1 reader"))
    #expect(desk.errors.contains("counted once"))
  }

  @Test func `names in files stay words on the page`() throws {
    var progress = ReaderProgress()
    progress.place = .init(chapter: "<script>", step: "x")
    let odd = file("<b>ann.json", progress.document.document)
    let page = desk.folder + "/class.html"
    #expect(desk.perform("class merge '\(odd)' --html \(page)") == .done)
    let html = try #require(TextFile.read(page))
    #expect(html.contains("&lt;script&gt;/x") && html.contains("&lt;b&gt;ann"))
    #expect(!html.contains("<b>ann"))
  }
}
