/// A class report in words, and for a program.
public struct ClassPage: Page {
  public let report: ClassReport

  public init(_ report: ClassReport) { self.report = report }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    [TextLine(title, .heading)]
      + sections.flatMap { section in
        [.blank, TextLine(section.title, .heading)]
          + (isAccessible
            ? section.table.sentences() : section.table.lines(width: width, indent: 2))
      }
  }

  /// `A class of 3 readers, and the votes of 1 room`
  public var title: String {
    let readers = "A class of \(report.readers.count.of("reader"))"
    let rooms = "he votes of \(report.room.rooms.of("room"))"
    if report.room.rooms == 0 { return readers }
    return report.readers.isEmpty ? "T\(rooms)" : "\(readers), and t\(rooms)"
  }

  /// One question of an instructor each; what no export answers is left out.
  public var sections: [(title: String, table: TextTable)] {
    [
      ("Where they stand", places), ("What they believe", beliefs),
      ("Hardly one is right: write it anew", questions(report.tooHard)),
      ("Nearly all are right: ask more, or leave it out", questions(report.tooEasy)),
      ("Exercises, the longest first", exercises),
      ("What rooms got right, at first and after they talked", votes),
      ("What rooms believed, at first and after they talked", swayed),
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

  private var votes: TextTable {
    TextTable(
      header: ["question", "right", "afterwards"].map { TextLine($0) },
      rows: report.room.questions.map { row($0.step, $0.before, $0.after) })
  }

  private var swayed: TextTable {
    TextTable(
      header: ["belief", "hands", "afterwards"].map { TextLine($0) },
      rows: report.room.beliefs.map { row($0.belief.sentence, $0.before, $0.after) })
  }

  private func row(
    _ name: String, _ before: RoomReport.Part, _ after: RoomReport.Part?
  ) -> [TextLine] {
    let words = { (part: RoomReport.Part) in "\(part.hands) of \(part.of)" }
    return [TextLine(name), TextLine(words(before)), TextLine(after.map(words) ?? "")]
  }
}

// MARK: For a program

extension ClassPage {
  private func json(_ part: RoomReport.Part?) -> JSONValue {
    part.map { ["hands": .integer($0.hands), "of": .integer($0.of)] } ?? .null
  }

  private var votesJSON: JSONValue {
    [
      "rooms": .integer(report.room.rooms),
      "questions": .array(
        report.room.questions.map {
          ["step": .string($0.step), "before": json($0.before), "after": json($0.after)]
        }),
      "beliefs": .array(
        report.room.beliefs.map {
          [
            "belief": .string($0.belief.rawValue), "before": json($0.before),
            "after": json($0.after),
          ]
        }),
    ]
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
        "votes": votesJSON,
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
