internal import WorkbookKit

/// One thing about this machine, and the way out where it is not as it should be.
struct MachineFact: Equatable {
  let subject: String
  let value: String
  /// Nil when all is well.
  var wayOut: String?

  var isGood: Bool { wayOut == nil }

  var json: JSONValue {
    [
      "subject": .string(subject), "value": .string(value), "ok": .bool(isGood),
      "wayOut": wayOut.map { .string($0) } ?? .null,
    ]
  }
}

extension MachineFact {
  func lines(subjectWidth: Int, width: Int) -> [TextLine] {
    let mark = isGood ? TextLine("OK   ", .good) : TextLine("LOOK ", .bad)
    let start = mark + TextLine(subject, .strong).padded(to: subjectWidth + 2)
    let indent = start.text.cells
    let words = value.wrapped(to: max(10, width - indent))
    let rest = words.dropFirst().map { TextLine($0).indented(by: indent) }
    let advice = wayOut.map { TextLine.paragraph($0, .warning, indent: 5, width: width) } ?? []
    return [start + TextLine(words.first ?? "")] + rest + advice
  }
}
