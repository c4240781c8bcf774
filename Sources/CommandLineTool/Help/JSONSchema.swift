internal import WorkbookKit

extension HelpPage {
  /// Everything that `--json` prints, field by field. A golden test holds each report to it.
  static let json = HelpPage(
    name: "json", title: "What --json prints",
    paragraphs: [
      "One object on one line, its keys sorted. 'schema' is 1 and changes when a field changes its "
        + "meaning or goes; new fields may come at any time."
    ],
    facts: [
      ("schema, command", "in every report"),
      (
        "list",
        "chapters: [{id, number, title, summary, scenarios: [{id, title, question, variants}], "
          + "exercises: [{id, state}]}], place: {chapter, step} or null"
      ),
      (
        "progress",
        "passed: [exercise], exercises: how many there are, document: all that is remembered"
      ),
      ("doctor", "findings: [{subject, value, ok, wayOut or null}]"),
    ])
}
