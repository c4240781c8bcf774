/// How often each outcome was reached over all explored orders, beside what the reader expected.
public struct OutcomeTable: Sendable, Hashable {
  /// One outcome.
  public struct Row: Sendable, Hashable {
    public var outcome: Outcome
    public var count: Int

    public init(_ outcome: Outcome, count: Int) {
      self.outcome = outcome
      self.count = count
    }
  }

  public var rows: [Row]
  public var schedules: Int
  /// The names of the outcomes the reader thought possible; nil when the reader was not asked.
  public var prediction: Set<String>?

  public init(rows: [Row], schedules: Int, prediction: Set<String>? = nil) {
    self.rows = rows
    self.schedules = schedules
    self.prediction = prediction
  }

  /// The declared outcomes in their order, also those never reached; then what the engines saw.
  public init(scenario: Scenario, counts: [String: Int], prediction: Set<String>? = nil) {
    let declared = scenario.outcomes.map(\.name)
    let others = counts.keys.filter { !declared.contains($0) }.sorted()
    self.init(
      rows: (declared + others).map { Row(scenario.outcome($0), count: counts[$0] ?? 0) },
      schedules: counts.values.reduce(0, +), prediction: prediction)
  }

  /// How many orders ended in a forbidden way.
  public var failing: Int {
    rows.filter { $0.outcome.kind == .forbidden }.reduce(0) { $0 + $1.count }
  }

  /// How many of the outcomes the reader judged rightly; nil when the reader was not asked.
  public var rightPredictions: Int? {
    prediction.map { said in
      rows.filter { said.contains($0.outcome.name) == ($0.count > 0) }.count
    }
  }
}

extension OutcomeTable {
  /// The table, each outcome with its sentence beneath.
  public func picture(width: Int) -> [TextLine] {
    let lines = table.lines()
    guard lines.allSatisfy({ $0.width + 2 <= width }) else {
      return self.sentences.flatMap { TextLine.paragraph($0.text, indent: 2, width: width) }
    }
    let sentences = rows.map { row in
      TextLine.paragraph(row.outcome.sentence, .faint, indent: 4, width: width - 2)
    }
    let body = zip(lines.dropFirst(), sentences).flatMap { [$0] + $1 }
    return (lines.prefix(1) + body).map { $0.indented(by: 2) }
  }

  /// The same in sentences.
  public var sentences: [TextLine] {
    zip(table.sentences(), rows).map { $0 + TextLine(" \($1.outcome.sentence)") }
  }

  private var table: TextTable {
    var table = TextTable(
      header: ["outcome", "kind", "orders"] + (prediction == nil ? [] : ["you said"]))
    table.rows = rows.map { row in
      [
        TextLine(row.outcome.name, .strong), Self.kind(row),
        TextLine("\(row.count.grouped) of \(schedules.grouped)"),
      ] + (prediction.map { [Self.said($0.contains(row.outcome.name), row)] } ?? [])
    }
    return table
  }

  private static func kind(_ row: Row) -> TextLine {
    switch row.outcome.kind {
    case .allowed: TextLine("allowed", .good)
    case .interesting: TextLine("interesting", .warning)
    case .forbidden: TextLine("FORBIDDEN", row.count > 0 ? .bad : .faint)
    }
  }

  private static func said(_ possible: Bool, _ row: Row) -> TextLine {
    let isRight = possible == (row.count > 0)
    return TextLine(
      (possible ? "possible" : "impossible") + (isRight ? ", right" : ", wrong"),
      isRight ? .good : .warning)
  }
}
