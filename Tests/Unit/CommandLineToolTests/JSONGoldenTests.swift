import Foundation
import Interleaving
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// What `--json` prints, held to files that were read by a person. With `WORKBOOK_RECORD` set they
/// are written anew, and the test fails: none should be recorded by accident.
struct JSONGoldenTests {
  @Test(arguments: [
    ("list", "list"), ("run", "run counting"), ("run-hang", "run waiting"),
    ("explore", "explore counting --predict two"), ("explore-fix", "explore counting fix"),
    ("explore-hang", "explore waiting"),
    ("explore-sampled", "explore counting --budget 3 --seed 5"), ("compare", "compare counting"),
    ("progress", "progress"),
  ])
  func `a command prints what is documented`(name: String, line: String) throws {
    let desk = Desk(catalogue: .golden)
    desk.session.store.update {
      $0.place = .init(chapter: "counting", step: "both-count")
      $0[exercise: "count"] = .init(verdict: .pass, contentHash: "ab12")
    }
    try expect(desk.output(of: line + " --json"), isGolden: name)
  }

  @Test func `a replay prints what a run prints`() throws {
    let desk = Desk(catalogue: .golden)
    let explored = try JSONValue(parsing: desk.output(of: "explore counting --json"))
    let code = try #require(explored["shortestFailure"]?["code"]?.text)
    try expect(desk.output(of: "replay \(code) --json"), isGolden: "replay")
  }

  @Test func `live runs print how they ended`() throws {
    let scenario = try #require(Catalogue.golden.scenario("counting"))
    let experiment = Experiment(scenario, scenario.variants[0])
    let endings: [(String, LiveRun.Ending)] = [
      (
        "outcome",
        .outcome(
          scenario.outcome("one"), failures: ["it failed (Chat.swift:3)"],
          races: ["data race on count (Chat.swift:4)"])
      ),
      ("hang", .hang), ("endless", .endless), ("crash", .crash(signal: 4)),
      ("silent", .silent(status: 3)), ("outgrown", .outgrown(what: "memory")),
      ("unknown", .unknown),
    ]
    for (name, ending) in endings {
      try expect(LivePage(experiment, ending).json.line + "\n", isGolden: "live-\(name)")
    }
  }

  @Test func `checks print their verdicts`() throws {
    for (name, judgement) in [("pass", Judgement.passed), ("hang", .hanging)] {
      try expect(JudgementPage(judgement).json.line + "\n", isGolden: "check-\(name)")
    }
    let grading = Grading(
      exercise: "count",
      judged: [
        .init(card: .right, judgement: .hanging), .init(card: .wrong, judgement: .passed),
      ], mutation: MutationScore(killed: 3, survivors: ["+ for -"]))
    try expect(GradingPage(grading).json.line + "\n", isGolden: "check-graders")
  }

  @Test func `the doctor prints its findings`() throws {
    let findings = [
      MachineFact(subject: "libedit", value: "3.1"),
      MachineFact(subject: "exercises", value: "not found", wayOut: "start inside the package"),
    ]
    let json = JSONValue.report("doctor", ["findings": .array(findings.map(\.json))])
    try expect(json.line + "\n", isGolden: "doctor")
    let real = try JSONValue(parsing: Desk().output(of: "doctor --json"))
    for finding in real["findings"]?.elements ?? [] {
      #expect(finding.members.keys.sorted() == ["ok", "subject", "value", "wayOut"])
    }
  }

  @Test func `every field is explained by help json`() throws {
    let page = HelpPage.json
    let words = (page.paragraphs + page.facts.flatMap { [$0.term, $0.meaning] })
      .joined(separator: " ")
      .split { !$0.isLetter }.map(String.init)
    let known = Set(words)
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
      let golden = try JSONValue(parsing: Self.text(of: file))
      #expect(golden["schema"] == 1, "\(file)")
      for key in golden.members.keys.sorted() {
        #expect(known.contains(key), "\(key) in \(file)")
      }
    }
  }

  // MARK: Files

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  private static func text(of file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  /// One line of sorted keys, with what the file holds.
  private func expect(_ output: String, isGolden name: String) throws {
    let value = try JSONValue(parsing: output)
    #expect(output == value.line + "\n")
    let file = Self.folder.appending(path: "\(name).json")
    if ProcessInfo.processInfo.environment["WORKBOOK_RECORD"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(value.document.utf8).write(to: file)
      Issue.record("\(name).json was recorded; read the difference and run without WORKBOOK_RECORD")
    }
    let golden = try? Self.text(of: file.lastPathComponent)
    #expect(value.document == golden, "run with WORKBOOK_RECORD=1 and read the difference")
  }
}

// MARK: What is printed

extension Catalogue {
  /// The counting chapter, and one in which two threads wait for each other.
  fileprivate static let golden = Catalogue(
    Catalogue.example.chapters + [
      Chapter(
        "waiting", number: 2, title: "Waiting", summary: "Two threads wait.", lesson: { nil },
        scenarios: [.waiting], exercises: ["count"])
    ])
}

extension Scenario {
  fileprivate static let waiting = Scenario(
    "waiting/ring", title: "The ring", question: "Can both go on?",
    outcomes: [.allowed("done", "Both ended.")],
    variants: [
      .bug("both wait", idea: "Each waits for the other.", expecting: .failing(1, of: 1)) {
        runtime in
        let queue = runtime.queue("import")
        queue.async { runtime.main.sync {} }
        queue.sync {}
        runtime.outcome("done")
      },
      .fix("one waits", idea: "Main goes on.", expecting: .passing(1)) { runtime in
        runtime.queue("import").async { runtime.main.sync {} }
        runtime.outcome("done")
      },
    ])
}

extension Judgement {
  fileprivate static var passed: Judgement {
    var judgement = Judgement(exercise: "count", contentHash: "ab12", verdict: .pass)
    judgement.evidence = .init(schedules: 12, failing: 0, isExhaustive: true)
    judgement.stars = [.init(.blocksMain, isEarned: false, "Main waits for 5 ms.")]
    return judgement
  }

  fileprivate static var hanging: Judgement {
    var judgement = Judgement(
      exercise: "count", contentHash: "cd34", verdict: .hang,
      cause: .init(
        code: "outcome.hang", rationale: "It waits without end.", help: "Who holds what?",
        detail: "main waits"))
    judgement.misconception = "waits-on-main"
    judgement.rung = 1
    judgement.schedule = "count@1-ab:2"
    judgement.timeline = Timeline(
      lanes: ["main"], steps: [.init(number: 1, lane: 0, queue: "import", text: "waits")])
    judgement.cycle = WaitCycle(
      links: [.init(thread: "main", waitsFor: "queue import", heldBy: "main", place: "A.swift:3")])
    judgement.evidence = .init(schedules: 4, failing: 1, isExhaustive: false)
    return judgement
  }
}

extension SampleCard {
  fileprivate static let right = SampleCard(
    name: "ByTheBook", verdict: .pass, misconception: nil, reason: "It adds.")
  fileprivate static let wrong = SampleCard(
    name: "Careless", verdict: .wrong, misconception: "lost-update", reason: "It forgets.")
}
