import Testing
import WorkbookKit

@testable import CommandLineTool

struct CommandTests {
  @Test func `the list shows chapters and where the reader stands`() {
    let desk = Desk()
    #expect(
      desk.output(of: "list") == """
          1. Counting  counting
             Two threads count.
             scenario  counting/lost

        Begin: next

        """)
  }

  @Test func `a run shows who did what and how it ended`() {
    let output = Desk().output(of: "run counting")
    let code = output.split(separator: "\n").last ?? ""
    #expect(code.hasPrefix("Code: counting/lost@1-"))
    #expect(
      output.dropLast(code.count + 1) == """
        The lost count
        counting/lost bug: read, then write
        Each reads the count and writes one more.

              ann          │ ben
              ─────────────┼──────────────
          1   reads count  │
          2   writes count │
          3                │ reads count
          4                │ writes count

        two, allowed: Both were counted.

        """)
  }

  @Test func `an exploration counts outcomes and tells the simplest failure`() {
    let output = Desk().output(of: "explore counting --predict two")
    #expect(output.contains("4 distinct schedules, all of them run; 2 go wrong."))
    #expect(output.contains("  two      allowed    2 of 4  possible, right\n"))
    #expect(output.contains("  one      FORBIDDEN  2 of 4  impossible, wrong\n"))
    #expect(output.contains("1 of 2 outcomes predicted right."))
    #expect(output.contains("before ann goes on, ben reads count"))
  }

  @Test func `the parts of an exploration add up to the whole`() throws {
    let desk = Desk()
    func explored(_ flags: String) throws -> (schedules: Int, failing: Int) {
      let report = try JSONValue(parsing: desk.output(of: "explore counting \(flags) --json"))
      let (schedules, failing) = (report["schedules"]?.integer, report["failing"]?.integer)
      return (try #require(schedules), try #require(failing))
    }
    #expect(try explored("") == (4, 2))
    let parts = try (1...3).map { try explored("--shard \($0)/3") }
    #expect(parts.reduce(0) { $0 + $1.schedules } == 4)
    #expect(parts.reduce(0) { $0 + $1.failing } == 2)
    #expect(parts.allSatisfy { $0.schedules < 4 })
    #expect(
      desk.output(of: "explore counting --shard 1/3 --predict two").contains("part 1 of 3: "))
    for wrong in ["4/3", "0/3", "3", "a/b", "1/3/5", "1/0"] {
      #expect(desk.perform("explore counting --shard \(wrong)") == .usage)
    }
    #expect(desk.errors.contains("as in 2/4"))
  }

  @Test func `a code repeats the order it was printed for`() throws {
    let desk = Desk()
    let report = try JSONValue(parsing: desk.output(of: "explore counting --json"))
    let failure = try #require(report["shortestFailure"])
    let code = try #require(failure["code"]?.text)
    let replayed = try JSONValue(parsing: desk.output(of: "replay \(code) --json"))
    #expect(replayed["outcome"]?["name"] == "one")
    #expect(replayed["steps"] == failure["steps"])
    #expect(desk.perform("run counting fix --schedule \(code)") == .usage)
    #expect(desk.errors.contains("replay it with that program"))
  }

  @Test func `a comparison puts bug and fix side by side`() {
    let output = Desk().output(of: "compare counting")
    #expect(output.contains("  bug      4       2         0 ms       2    2\n"))
    #expect(output.contains("  fix      2       0         0 ms       2    0\n"))
  }

  @Test(arguments: [
    ("run cuonting", "there is no scenario 'cuonting'", "did you mean 'counting'?"),
    ("run counting fixx", "there is no variant 'fixx'", "did you mean 'fix'?"),
    ("goto x", "there is no chapter 'x'", "'list' shows what there is"),
    ("help exploer", "there is no topic 'exploer'", "did you mean 'explore'?"),
    ("replay nonsense", "'nonsense' is not a replay code", "'help codes' explains codes"),
    ("explore counting --predict tow", "there is no outcome 'tow'", "did you mean 'two'?"),
    ("progress export", "'progress export' needs FILE", "shows how it is used"),
  ])
  func `what does not exist is named with the way out`(
    line: String, problem: String, wayOut: String
  ) {
    let desk = Desk()
    #expect(desk.perform(line) == .usage)
    #expect(desk.errors.contains(problem))
    #expect(desk.errors.contains(wayOut))
    #expect(desk.output.isEmpty)
  }

  @Test func `help knows commands, topics and terms`() {
    let desk = Desk()
    #expect(desk.output(of: "help explore").hasPrefix("explore [SCENARIO] [VARIANT]"))
    #expect(desk.output(of: "help status").contains("130  interrupted"))
    #expect(desk.output(of: "help race") == "race\nTwo accesses in no order.\n")
  }

  @Test func `help knows every term of the book as it is written, and how a run can end`() {
    let desk = Desk(catalogue: .shipped)
    let terms = Catalogue.shipped.chapters.flatMap(\.glossary)
    #expect(terms.contains { $0.word.contains(" ") })
    for term in terms {
      #expect(desk.output(of: "help \(term.word)").hasPrefix("\(term.word)\n"))
    }
    for outcome in Outcome.builtIn {
      #expect(desk.output(of: "help \(outcome.name)").hasPrefix("\(outcome.name)\n"))
    }
  }

  @Test func `a lesson that is not there is our fault`() {
    let desk = Desk()
    #expect(desk.perform("lesson") == .fault)
    #expect(desk.errors.contains("the lesson of 'counting' is not beside the program"))
  }

  @Test func `progress is carried from one place to another`() throws {
    let (one, other) = (Desk(), Desk())
    one.session.store.update { $0.place = .init(chapter: "counting", step: "x") }
    let file = one.folder + "/carried.json"
    #expect(one.perform("progress export '\(file)'") == .done)
    #expect(one.perform("progress export '\(file)'") == .usage)
    #expect(one.errors.contains("add --yes"))
    #expect(other.perform("progress import '\(file)'") == .usage)
    #expect(other.perform("progress import '\(file)' --yes") == .done)
    #expect(other.session.store.progress.place?.step == "x")
  }
}
