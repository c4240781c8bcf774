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

extension Session {
  /// What this machine has and lacks. Something lacking is no failure of the command.
  func doctor(isForRoom: Bool, pack: String?, _ options: CommonOptions) throws -> ExitStatus {
    if let pack, TextFile.exists(pack) {
      try confirm("Replace '\(pack)'?", command: "doctor", options)
    }
    var findings = MachineCheck(session: self).findings()
    if isForRoom { findings += try RoomCheck(session: self).findings() }
    if let pack { findings.append(packed(into: pack)) }
    if options.isJSON {
      console.show(json: .report("doctor", ["findings": .array(findings.map(\.json))]))
    } else {
      let width = findings.map(\.subject.cells).max() ?? 0
      console.show(findings.flatMap { $0.lines(subjectWidth: width, width: console.width) })
    }
    return findings.allSatisfy(\.isGood) ? .done : .notPassed
  }
}

extension MachineFact {
  fileprivate func lines(subjectWidth: Int, width: Int) -> [TextLine] {
    let mark = isGood ? TextLine("OK   ", .good) : TextLine("LOOK ", .bad)
    let start = mark + TextLine(subject, .strong).padded(to: subjectWidth + 2)
    let indent = start.text.cells
    let words = value.wrapped(to: max(10, width - indent))
    let rest = words.dropFirst().map { TextLine($0).indented(by: indent) }
    let advice = wayOut.map { TextLine.paragraph($0, .warning, indent: 5, width: width) } ?? []
    return [start + TextLine(words.first ?? "")] + rest + advice
  }
}
