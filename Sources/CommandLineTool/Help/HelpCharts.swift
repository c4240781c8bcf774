internal import WorkbookKit

/// Pages to look at with an app in front of you.
extension HelpPage {
  static let chart = HelpPage(
    name: "chart", title: "From a symptom to a first cut",
    paragraphs: [
      "What you see, what it is called here, and where to cut first. 'symptom TEXT' tells more, "
        + "and reads a whole report."
    ],
    facts: Symptom.all.compactMap(\.chartLine).map { ($0.seen, $0.meaning) })

  static let waiting = HelpPage(
    name: "waiting", title: "perform, performAndWait, await perform, or a value?",
    paragraphs: ["How to get something done by a context, and when."],
    facts: [
      ("perform", "nothing is needed back, or the answer may come as another perform"),
      (
        "performAndWait",
        "the answer is needed on the next line, and the context is above yours or stands alone; "
          + "never on main for work that takes long, never downwards or sideways"
      ),
      (
        "await perform",
        "in an async function: it suspends and holds nothing; what you knew before may have "
          + "changed afterwards"
      ),
      ("a value or an ID", "others only have to know something: hand it over, and nothing waits"),
    ])

  /// What stands in a trace and is no word.
  static let signs: [HelpPage] = [
    HelpPage(
      name: "t1", title: "t1, p1",
      paragraphs: [
        "Short names of object IDs: t1 is the first temporary one of a run, p1 the first permanent "
          + "one. 'Message t1 becomes Message p1' is a save that gave a new object its row."
      ]),
    HelpPage(
      name: "p1", title: "t1, p1",
      paragraphs: [
        "Short names of object IDs: p1 is the first permanent one of a run, t1 the first temporary "
          + "one. A permanent ID names a row of a store."
      ]),
    HelpPage(
      name: "FORBIDDEN", title: "allowed, interesting, FORBIDDEN",
      paragraphs: [
        "How an outcome is judged: allowed is what the code is meant to do, FORBIDDEN is the bug, "
          + "interesting is neither. A program is right if no order ends in a forbidden one."
      ]),
    HelpPage(
      name: "star", title: "Stars of an exercise",
      paragraphs: [
        "Beyond PASS: a right answer earns one if whatever may overlap still overlaps, and where a "
          + "trial measures it another if main is never kept waiting. 'check' says why one was missed."
      ]),
  ]
}
