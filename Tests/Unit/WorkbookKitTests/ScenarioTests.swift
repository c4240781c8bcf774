import Interleaving
import Testing
import WorkbookKit

struct ScenarioTests {
  private let good = Scenario(
    "problems/lost", title: "Lost", question: "Can a rename vanish?",
    outcomes: [.allowed("kept", "It is kept."), .forbidden("lost", "It is gone.")],
    variants: [
      .bug("Two", idea: "Both rename.", expecting: .failing(1, of: 2)) { _ in },
      .fix("One", idea: "One renames.", expecting: .passing(2)) { _ in },
    ])

  @Test func `the id names chapter and scenario`() {
    #expect(good.chapter == "problems")
    #expect(good.name == "lost")
    #expect(good.flaws.isEmpty)
  }

  @Test func `a variant knows the line it begins on`() {
    let line = #line + 1
    let variant = Variant.bug("T", idea: "I.", expecting: .failing(1, of: 1)) { _ in }
    #expect(variant.source.line == line)
    #expect(variant.source.fileID == "WorkbookKitTests/ScenarioTests.swift")
  }

  @Test func `an outcome of the engines can be given its own sentence`() {
    let scenario = Scenario(
      "a/b", title: "T", question: "Q?", outcomes: [.interesting("hang", "As told.")],
      variants: [])
    #expect(scenario.outcome("hang").sentence == "As told.")
    #expect(scenario.outcome("violation") == .violation)
    #expect(scenario.outcome("nobody-said").kind == .forbidden)
  }

  @Test(arguments: ["stuck", "deadlock", "finished", "failed", "did not end", "waits without end"])
  func `an outcome keeps the name that its scenario gives it`(name: String) throws {
    let variant = Variant.bug("T", idea: "I.", expecting: .failing(1, of: 3)) { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      runtime.thread("one") { a.withLock { b.withLock {} } }
      runtime.thread("two") { b.withLock { a.withLock {} } }
      runtime.outcome(name)
    }
    let scenario = Scenario(
      "a/b", title: "T", question: "Q?", outcomes: [.allowed(name, "It is said.")],
      variants: [variant])
    let result = try Experiment(scenario, variant).explore()
    #expect(result.counts == [name: 2, "hang": 1])
    #expect(result.isAsExpected)
    #expect(Experiment(scenario, variant).outcome(of: result.exploration.failures[0]) == .hang)
  }

  @Test func `who says nothing of the outcome has none`() throws {
    let variant = Variant.bug("T", idea: "I.", expecting: .failing(1, of: 1)) { _ in }
    let scenario = Scenario(
      "a/b", title: "T", question: "Q?", outcomes: [.allowed("finished", "It is said.")],
      variants: [variant])
    let result = try Experiment(scenario, variant).explore()
    #expect(result.counts == ["unnamed": 1])
    #expect(result.isAsExpected)
    #expect(result.simplestFailure == nil)
    #expect(try Experiment(scenario, variant).explore(forStory: true).simplestFailure != nil)
  }

  @Test func `mistakes in a scenario are named`() {
    let flawed = Scenario(
      "alone", title: "T", question: "Q?",
      outcomes: [.allowed("a", "A."), .allowed("a", "")],
      variants: [
        .fix("F", idea: "I.", expecting: .failing(1, of: 1)) { _ in },
        .fix("F", idea: "I.", expecting: .passing(1)) { _ in },
        .bug("B", idea: "I.", expecting: .passing(1)) { _ in },
      ])
    #expect(
      flawed.flaws == [
        .idWithoutChapter("alone"), .noBugFirst, .variantTwice("fix"), .outcomeTwice("a"),
        .noSentence(of: "a"), .fixThatFails("fix"), .bugThatNeverFails,
      ])
  }
}
