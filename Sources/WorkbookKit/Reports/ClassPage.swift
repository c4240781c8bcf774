/// A class report in words, and for a program.
public struct ClassPage: Page {
  public let report: ClassReport

  public init(_ report: ClassReport) { self.report = report }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let title = TextLine("A class of \(report.readers.count.of("reader"))", .heading)
    return [title]
      + sections.flatMap { section in
        [.blank, TextLine(section.title, .heading)]
          + (isAccessible
            ? section.table.sentences() : section.table.lines(width: width, indent: 2))
      }
  }

  /// One question of an instructor each; what nobody's export answers is left out.
  public var sections: [(title: String, table: TextTable)] {
    [
      ("Where they stand", places), ("What they believe", beliefs),
      ("Nearly nobody is right: write it anew", questions(report.tooHard)),
      ("Nearly everybody is right: ask more, or leave it out", questions(report.tooEasy)),
      ("Exercises, the longest first", exercises),
    ].filter { !$0.1.rows.isEmpty }
  }

  private var places: TextTable {
    TextTable(
      header: ["step", "readers"].map { TextLine($0) },
      rows: report.places.map {
        [TextLine($0.step), TextLine("\($0.readers.count): \($0.readers.joined(separator: ", "))")]
      })
  }

  private var beliefs: TextTable {
    TextTable(
      header: ["belief", "readers", "sure"].map { TextLine($0) },
      rows: report.beliefs.map {
        [TextLine($0.belief.sentence), TextLine("\($0.readers)"), TextLine("\($0.sure)")]
      })
  }

  private func questions(_ asked: [ClassReport.Asked]) -> TextTable {
    TextTable(
      header: ["question", "right", "usual mistake"].map { TextLine($0) },
      rows: asked.map {
        [
          TextLine($0.step), TextLine("\($0.right) of \($0.answers)"),
          TextLine($0.commonestMistake ?? ""),
        ]
      })
  }

  private var exercises: TextTable {
    TextTable(
      header: ["exercise", "passed", "minutes", "answers judged"].map { TextLine($0) },
      rows: report.exercises.map {
        [
          TextLine($0.exercise), TextLine("\($0.passed) of \($0.started)"),
          TextLine("\($0.minutes)"), TextLine("\($0.tries)"),
        ]
      })
  }

  public var json: JSONValue {
    let question = { (asked: ClassReport.Asked) -> JSONValue in
      [
        "step": .string(asked.step), "answers": .integer(asked.answers),
        "right": .integer(asked.right),
        "commonestMistake": asked.commonestMistake.map { .string($0) } ?? .null,
      ]
    }
    return .report(
      "class merge",
      [
        "readers": .array(report.readers.map { .string($0) }),
        "places": .array(
          report.places.map {
            ["step": .string($0.step), "readers": .array($0.readers.map { .string($0) })]
          }),
        "beliefs": .array(
          report.beliefs.map {
            [
              "belief": .string($0.belief.rawValue), "readers": .integer($0.readers),
              "sure": .integer($0.sure),
            ]
          }),
        "questions": .array(report.questions.map(question)),
        "tooHard": .array(report.tooHard.map { .string($0.step) }),
        "tooEasy": .array(report.tooEasy.map { .string($0.step) }),
        "exercises": .array(
          report.exercises.map {
            [
              "exercise": .string($0.exercise), "started": .integer($0.started),
              "passed": .integer($0.passed), "minutes": .integer($0.minutes),
              "tries": .integer($0.tries),
            ]
          }),
      ])
  }
}
