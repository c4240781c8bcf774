import Testing

@testable import CommandLineTool

struct GrammarTests {
  @discardableResult
  private func parse(_ line: String) throws -> (any Command)? {
    try CommandTable.parser.parse(Words.split(line))?.command
  }

  @Test func `words are split as a shell does`() throws {
    #expect(try Words.split(#"a 'b c' "d 'e" f\ g ''"#) == ["a", "b c", "d 'e", "f g", ""])
    #expect(throws: UsageError.unfinishedQuote("'")) { try Words.split("a 'b") }
  }

  @Test(arguments: ["plain", "two words", "it's", "", "#x", "a\\b", "\"q\""])
  func `a quoted word is read back as itself`(word: String) throws {
    #expect(try Words.split(Words.quoted(word)) == [word])
  }

  @Test func `a variant is the bug unless it is named`() throws {
    #expect(
      try parse("run problems/lost --schedule x") as? RunCommand
        == RunCommand(target: Target(scenario: "problems/lost"), schedule: "x"))
    #expect(
      try parse("run --live problems fix") as? RunLiveCommand
        == RunLiveCommand(target: Target(scenario: "problems", variant: "fix")))
  }

  @Test func `a flag may make another command of a word`() throws {
    #expect(try parse("list --topics") is TopicsCommand)
    #expect(
      try parse("quiz deadlocks --fixed 7") as? FixedQuizCommand
        == FixedQuizCommand(chapter: "deadlocks", seed: 7))
    #expect(
      try parse("teach basics --minutes 90 --goal hang") as? RunSheetCommand
        == RunSheetCommand(minutes: 90, chapters: ["basics"], goal: .hang))
    #expect(
      try parse("check --graders --repeat 2") as? GradersCommand == GradersCommand(rounds: 2))
    #expect(
      try parse("accessors --nsmanaged Model") as? ManagedAccessorsCommand
        == ManagedAccessorsCommand(sources: "Model"))
  }

  @Test func `flags take their value with a space or with an equals sign`() throws {
    let command = ExploreCommand(
      target: Target(scenario: "p"), extent: ExplorationExtent(budget: 5, seed: 3),
      prediction: ["a", "b"])
    for line in [
      "explore p --budget 5 --seed=3 --predict a,b", "explore --predict=a,b --budget=5 p --seed 3",
    ] {
      #expect(try parse(line) as? ExploreCommand == command)
    }
  }

  @Test func `the beginning of a name is enough where it is clear`() throws {
    #expect(try parse("ver") is VersionCommand)
    #expect(try parse("?") as? HelpCommand == HelpCommand())
    #expect(throws: UsageError.ambiguousCommand("re", candidates: ["replay", "reset"])) {
      try parse("re")
    }
  }

  @Test func `a typo gets one suggestion and is not executed`() {
    #expect(throws: UsageError.unknownCommand("exlpore", suggestion: "explore")) {
      try parse("exlpore x")
    }
    #expect(throws: UsageError.unknownCommand("zzzzzz", suggestion: nil)) { try parse("zzzzzz") }
    #expect(
      throws: UsageError.unknownFlag("--jsn", command: "list", suggestion: "--json")
    ) { try parse("list --jsn") }
  }

  @Test func `missing and surplus words are named`() {
    #expect(throws: UsageError.missingOperand("SCENARIO", command: "compare")) {
      try parse("compare")
    }
    #expect(throws: UsageError.surplusOperand("c", command: "goto")) {
      try parse("goto a b c")
    }
    #expect(throws: UsageError.badValue("no", of: "--budget", expected: "a whole number above 0")) {
      try parse("explore p --budget no")
    }
    #expect(throws: UsageError.flagWithValue("--json")) { try parse("list --json=1") }
    #expect(throws: UsageError.flagWithoutValue("--color", expected: "WHEN")) {
      try parse("list --color")
    }
  }

  @Test func `every example of the help can be pasted`() throws {
    for syntax in CommandTable.all {
      for example in syntax.examples {
        #expect(throws: Never.self, "\(example)") { try parse(example) }
      }
      #expect(!syntax.examples.isEmpty, "\(syntax.name) has no example")
    }
  }

  @Test func `no name is the beginning of another`() {
    let names = CommandTable.all.map(\.name)
    for name in names {
      #expect(names.filter { $0.hasPrefix(name) } == [name])
    }
  }
}
