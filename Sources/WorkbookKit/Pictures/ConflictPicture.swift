internal import CoreData
internal import Interleaving
internal import StyledText

/// The first row that a run found changed by another context: what it was, what each side made of
/// it, and what each of the five merge policies would write.
struct ConflictPicture {
  private let explanation: ConflictExplanation

  init(of explanation: ConflictExplanation) { self.explanation = explanation }

  /// Nil for a run without one.
  init?(in run: RunReport) {
    let found = run.events.lazy.compactMap { event in
      if case .conflict(let explanation?, _, _, _)? = event.fact as? CoreDataFact {
        explanation
      } else {
        nil
      }
    }
    guard let first = found.first else { return nil }
    explanation = first
  }

  func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let heading = TextLine("The conflict", .heading)
    let title = TextLine.paragraph(
      "\(explanation.title). A star marks what a side changed.", width: width)
    let tables = [sides, policies].filter { !$0.rows.isEmpty }
    return [heading] + title
      + tables.flatMap { table in
        [.blank] + (isAccessible ? table.sentences() : table.lines(width: width, indent: 2))
      }
  }

  /// What each side has, property by property.
  private var sides: TextTable {
    var table = TextTable(header: ["property", "base", "mine", "theirs"])
    table.rows = explanation.lines.map { line in
      [
        TextLine(line.property, .strong), TextLine(line.base),
        TextLine(line.iChangedIt ? "\(line.mine) *" : line.mine, line.isDisputed ? .bad : .plain),
        TextLine(
          line.theyChangedIt ? "\(line.theirs) *" : line.theirs, line.isDisputed ? .bad : .plain),
      ]
    }
    return table
  }

  /// What each policy makes of them.
  private var policies: TextTable {
    let properties = explanation.lines.map(\.property)
    var table = TextTable(header: ["policy"] + properties + ["which means"])
    table.rows = NSMergePolicyType.allCases.map { policy in
      let values = explanation.lines.map { TextLine($0.results[policy] ?? "-") }
      return [TextLine(policy.shortName, .strong)] + values
        + [TextLine(explanation.verdicts[policy] ?? "-")]
    }
    return table
  }

  var json: JSONValue {
    [
      "title": .string(explanation.title),
      "properties": .array(
        explanation.lines.map { line in
          [
            "property": .string(line.property), "base": .string(line.base),
            "mine": .string(line.mine), "theirs": .string(line.theirs),
            "iChangedIt": .bool(line.iChangedIt), "theyChangedIt": .bool(line.theyChangedIt),
          ]
        }),
      "policies": .array(
        NSMergePolicyType.allCases.map { policy in
          [
            "policy": .string(policy.shortName),
            "writes": .array(
              explanation.lines.map { line in
                line.results[policy].map { .string("\(line.property) = \($0)") } ?? .null
              }),
            "means": .string(explanation.verdicts[policy] ?? ""),
          ]
        }),
    ]
  }
}
