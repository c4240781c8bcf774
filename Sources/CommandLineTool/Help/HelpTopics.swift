internal import WorkbookKit

extension HelpPage {
  /// What can be asked about besides the commands.
  static let topics: [HelpPage] =
    [
      flags, codes, names, status, json, claims, badges, chart, waiting,
    ] + signs

  private static let flags = HelpPage(
    name: "flags", title: "Flags of every command",
    paragraphs: ["They may stand anywhere on the line; '--' ends them."],
    facts: CommonOptions.flags.map {
      (term: $0.name + ($0.value.map { " \($0)" } ?? ""), meaning: $0.summary)
    })

  private static let codes = HelpPage(
    name: "codes", title: "Replay codes",
    paragraphs: [
      "A code names one order of events, on every machine. It tells only where the order leaves "
        + "the rule 'what runs goes on; if it waits, the first in line'. 'explore', 'compare' and "
        + "'check' print the code of the simplest failing order; 'replay CODE' and "
        + "'run SCENARIO --schedule CODE' repeat it.",
      "A code that no longer fits, because the program was changed, is refused with the first "
        + "difference rather than run in another order.",
    ])

  private static let names = HelpPage(
    name: "names", title: "Names",
    paragraphs: [
      "A scenario is called chapter/name; the chapter alone means its first. A variant is bug, "
        + "fix or fix-something. Quotes and backslashes protect spaces, as in a shell; a piped "
        + "line that begins with # is a remark."
    ])

  private static let status = HelpPage(
    name: "status", title: "Exit status",
    paragraphs: ["What the shell is told. Piped commands stop at the first that is not 0."],
    facts: ExitStatus.allCases.map { (term: "\($0.rawValue)", meaning: $0.meaning) })

  private static let claims = HelpPage(
    name: "claims", title: "What an exploration claims",
    paragraphs: [],
    facts: [
      (
        "all orders",
        "every order of events was run, except those that differ from another only in the "
          + "order of steps that cannot influence each other"
      ),
      ("bounded", "all orders with at most so many unforced switches between threads"),
      ("sampled", "so many orders were drawn at random; others may do something else"),
      (
        "always",
        "every step sees all steps before it, and the behaviour is that of this engine, "
          + "not of Apple's binary"
      ),
    ])
}
