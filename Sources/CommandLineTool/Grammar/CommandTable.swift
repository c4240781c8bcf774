/// The grammar of the prompt, of one-shot arguments and of piped input.
enum CommandTable {
  static let parser = CommandParser(commands: all, commonFlags: CommonOptions.flags)

  static let all: [CommandSyntax<Command>] =
    reading + running + practising + [trying] + showing + keeping

  private typealias Syntax = CommandSyntax<Command>

  // MARK: Reading

  private static let reading: [Syntax] = [
    Syntax(
      name: "list",
      flags: [
        Syntax.Flag(name: "--topics", summary: "what the texts behind it speak of, and where"),
        .json,
      ],
      summary: "chapters, scenarios and exercises, and where you stand",
      examples: ["list", "list --topics", "list --json"],
      make: { $0.has("--topics") ? .topics : .list }),
    Syntax(
      name: "lesson", operands: [.optional(.chapter)],
      summary: "read a chapter's lesson; without a name, the current one",
      examples: ["lesson", "lesson basics"],
      make: { .lesson(chapter: $0[0]) }),
    Syntax(
      name: "next", summary: "the next step of the chapter; at the prompt, Enter does the same",
      details: """
        A step may ask a question. Answer it at the prompt with the number or letter of an option, \
        with '?' behind it for a guess. After the last step the next chapter begins.
        """,
      examples: ["next"], make: { _ in .next }),
    Syntax(
      name: "skip", summary: "leave the question open and go on", examples: ["skip"],
      make: { _ in .skip }),
    Syntax(
      name: "quiz", operands: [.optional(.chapter)],
      flags: [
        .init(name: "--fixed", value: "SEED", summary: "a test: ten questions, for all the same"),
        .init(name: "--export", value: "FILE", summary: "--fixed: the answers, for 'class merge'"),
      ],
      summary: "a question about any program of a chapter, or of the book",
      details: """
        First what you answered wrongly and were sure of, then what was asked least. What is right \
        is explored, not looked up. With --fixed it is a test to take before a course and after it: \
        a number chooses ten questions, the right answers are not told, and nothing is remembered.
        """,
      examples: ["quiz", "quiz deadlocks", "quiz --fixed 7 --export before.json"], make: quiz),
    Syntax(
      name: "track", operands: [.optional(.track)],
      summary: "a way through chosen steps; without a name, which there are",
      details: "'next' follows it until its end, or until 'track off'. What you see and answer on "
        + "it counts for the whole book.",
      examples: ["track", "track hang", "track off"], make: { .track($0[0]) }),
    Syntax(
      name: "test-out", operands: [.optional(.chapter)],
      summary: "four questions instead of a chapter, for those who know it",
      examples: ["test-out", "test-out confinement"], make: { .testOut(chapter: $0[0]) }),
    Syntax(
      name: "back", summary: "the step before", examples: ["back"], make: { _ in .back }),
    Syntax(
      name: "again", summary: "the same step once more, as if it had not been tried",
      examples: ["again"], make: { _ in .again }),
    Syntax(
      name: "more", summary: "the step's program: its source, and all that exploring it gives",
      examples: ["more"], make: { _ in .more }),
    Syntax(
      name: "goto", operands: [.required(.chapter), .optional(.step)],
      summary: "go to a chapter, or to one of its steps by number or name",
      examples: ["goto deadlocks", "goto deadlocks 2"],
      make: { .goTo(chapter: $0[0] ?? "", step: $0[1]) }),
  ]

  // MARK: Running

  private static let running: [Syntax] = [
    Syntax(
      name: "run", operands: [.required(.scenario), .optional(.variant)],
      flags: [
        .init(name: "--live", summary: "on real threads, in a process of its own"),
        .init(name: "--schedule", value: "CODE", summary: "in the order that a code tells"),
        .json,
      ],
      summary: "run a scenario once and see what happened",
      details: """
        Without flags every thread runs as long as it can. With --live the system decides, and a
        hang or a crash is real: it is shown, named, and does not reach you.
        """,
      examples: ["run problems", "run problems fix", "run problems bug --live"],
      make: { (arguments) throws(UsageError) in
        let schedule = arguments.flags["--schedule"]
        let isLive = arguments.has("--live")
        if isLive && schedule != nil {
          throw .badValue("--live", of: "--schedule", expected: "a controlled run")
        }
        return .run(target(arguments), isLive: isLive, schedule: schedule)
      }),
    Syntax(
      name: "compare", operands: [.required(.scenario)], flags: [.json],
      summary: "explore the bug and its fixes, side by side",
      examples: ["compare problems", "compare problems --json"],
      make: { .compare(scenario: $0[0] ?? "") }),
    Syntax(
      name: "fix", aliases: ["diff"], operands: [.required(.scenario), .optional(.variant)],
      summary: "how the bug becomes right, as a change of its lines",
      details: "Without a variant, the first fix; with one, the way from the bug to it.",
      examples: ["fix deadlocks/crossed", "fix deadlocks/crossed fix-apart"],
      make: { .fix(Target(scenario: $0[0] ?? "", variant: $0[1] ?? "fix")) }),
    Syntax(
      name: "source", operands: [.optional(.scenario), .optional(.variant)],
      summary: "the whole program of a variant, and what it needs of its file",
      details: "Without a name, the program of the step.",
      examples: ["source deadlocks/crossed", "source deadlocks/crossed fix"],
      make: { .source(target($0)) }),
    Syntax(
      name: "explore", operands: [.optional(.scenario), .optional(.variant)],
      flags: [
        .init(name: "--no-reduction", summary: "also orders that cannot differ"),
        .init(name: "--budget", value: "N", summary: "sample when there are more orders than N"),
        .init(name: "--seed", value: "S", summary: "the seed of a sample"),
        .init(name: "--shard", value: "I/N", summary: "only one of N parts, from 1 on"),
        .init(name: "--predict", value: "A,B", summary: "the outcomes you think possible"),
        .json,
      ],
      summary: "run a scenario in every order of its events",
      details:
        "Without a name, the program of the step. At the prompt you are asked first how often "
        + "it goes wrong, once for each scenario.",
      examples: ["explore problems", "explore problems fix --json"],
      make: { (arguments) throws(UsageError) in
        .explore(
          target(arguments),
          ExploreRequest(
            usesReduction: !arguments.has("--no-reduction"),
            budget: try arguments.count("--budget"), seed: try arguments.count("--seed"),
            shard: try arguments.shard("--shard"),
            prediction: arguments.flags["--predict"].map(outcomes)))
      }),
    Syntax(
      name: "replay", operands: [.required(.code)], flags: [.json],
      summary: "repeat the order that a code tells",
      details: "Codes are printed by 'explore', 'compare' and 'check'; they work anywhere.",
      examples: ["replay deadlocks/crossed@1-4mzs:2C"],
      make: { .replay(code: $0[0] ?? "") }),
    Syntax(
      name: "step", operands: [.optional(.scenario), .optional(.variant)],
      summary: "be the scheduler: choose who goes next",
      details: "Without a name, the program of the step. Type a number to choose, 'undo', 'hint', "
        + "'finish' or 'stop'.",
      examples: ["step problems"],
      make: { .step(target($0)) }),
  ]

  static func target(_ arguments: Arguments) -> Target {
    Target(scenario: arguments[0] ?? "", variant: arguments[1] ?? "bug")
  }

  @Sendable private static func quiz(_ arguments: Arguments) throws(UsageError) -> Command {
    guard let seed = try arguments.count("--fixed") else {
      guard !arguments.has("--export") else {
        throw .missingOperand("--fixed SEED", command: "quiz --export")
      }
      return .quiz(chapter: arguments[0])
    }
    return .fixedQuiz(
      FixedQuizRequest(chapter: arguments[0], seed: seed, file: arguments.flags["--export"]))
  }

  private static func outcomes(_ list: String) -> [String] {
    list.split(separator: ",").map(String.init)
  }
}
