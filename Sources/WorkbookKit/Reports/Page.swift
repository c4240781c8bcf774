/// A report that can be looked at, listened to and read by a program.
public protocol Page {
  /// The report in words and pictures.
  func lines(width: Int, isAccessible: Bool) -> [TextLine]
  /// The same facts for a program.
  var json: JSONValue { get }
}

extension JSONValue {
  /// What every report begins with. `schema` changes when a field changes its meaning or goes.
  public static func report(_ command: String, _ facts: JSONValue) -> JSONValue {
    var report = facts
    report["schema"] = 1
    report["command"] = .string(command)
    return report
  }
}

extension Experiment {
  /// What a page begins with.
  func heading(width: Int) -> [TextLine] {
    [TextLine(scenario.title, .heading)]
      + TextLine.paragraph(
        "\(scenario.id) \(variant.name): \(variant.title)", .faint, width: width)
      + TextLine.paragraph(variant.idea, width: width)
  }
}

extension Outcome {
  /// `lost, FORBIDDEN: One rename is gone.`
  func lines(width: Int) -> [TextLine] {
    let role: TextRole = kind == .forbidden ? .bad : .good
    let kind = kind == .forbidden ? "FORBIDDEN" : kind.rawValue
    return TextLine.paragraph("\(name), \(kind): \(sentence)", role, width: width)
  }

  var json: JSONValue {
    [
      "name": .string(name), "kind": .string(kind.rawValue), "sentence": .string(sentence),
    ]
  }
}

extension Duration {
  /// `1.5 ms`; virtual time is given in round figures, so that is enough.
  var milliseconds: String {
    let microseconds =
      Int(components.seconds) * 1_000_000
      + Int(components.attoseconds / 1_000_000_000_000)
    let (whole, rest) = (microseconds / 1000, microseconds % 1000 / 100)
    return rest == 0 ? "\(whole.grouped) ms" : "\(whole.grouped).\(rest) ms"
  }

  var microseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
