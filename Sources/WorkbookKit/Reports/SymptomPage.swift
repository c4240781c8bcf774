internal import CoreData
public import Foundation

/// What a message, a log or a report tells of, and where to look first.
public struct SymptomPage: Page {
  public let symptoms: [Symptom]
  public let circle: ReportedCircle?

  /// Reads everything; nothing leaves this machine.
  public init(_ data: Data) {
    symptoms = Symptom.found(in: data)
    circle = ReportedCircle(in: data)
  }

  public var isEmpty: Bool { symptoms.isEmpty && circle == nil }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    guard !isEmpty else { return Self.nothing(width: width) }
    var lines = circle.map { drawn($0, width: width, isAccessible: isAccessible) } ?? []
    for symptom in symptoms {
      if !lines.isEmpty { lines.append(.blank) }
      lines += symptom.lines(width: width)
    }
    return lines
  }

  private static func nothing(width: Int) -> [TextLine] {
    TextLine.paragraph(
      "None of the symptoms that this book knows. 'help chart' lists them; 'symptom FILE' reads "
        + "a whole report.", width: width)
  }

  private func drawn(_ circle: ReportedCircle, width: Int, isAccessible: Bool) -> [TextLine] {
    var lines = [TextLine("A circle of waits", .heading)]
    lines +=
      isAccessible
      ? circle.sentences.flatMap { TextLine.paragraph($0, width: width) }
      : circle.picture(width: width)
    lines += TextLine.paragraph(
      "Its shape, \(circle.shape.rawValue): \(circle.shape.explanation) \(circle.shape.wayOut)",
      width: width)
    return lines + [Symptom.pointer(to: circle.scenario)]
  }

  public var json: JSONValue {
    var facts: JSONValue = ["symptoms": .array(symptoms.map(\.json))]
    if let circle {
      facts["circle"] = [
        "shape": .string(circle.shape.rawValue), "scenario": .string(circle.scenario),
        "links": .array(
          circle.links.map {
            ["thread": .string($0.thread.name), "named": .bool($0.isNamed)]
          }),
      ]
    }
    return .report("symptom", facts)
  }
}

extension Symptom {
  /// The title, then each cause: what, how to tell, what to change, which program shows it.
  func lines(width: Int) -> [TextLine] {
    var lines = TextLine.paragraph(title, .heading, width: width)
    for (index, cause) in causes.enumerated() {
      let number = causes.count > 1 ? "\(index + 1). " : ""
      lines += TextLine.paragraph(number + cause.what, .strong, width: width)
      for (word, text) in [
        ("If so", cause.tell), ("Rule", cause.rule), ("First", cause.firstCut),
      ] {
        lines += TextLine.paragraph("\(word): \(text)", indent: 3, width: width)
      }
      lines.append(Self.pointer(to: cause.scenario))
    }
    return lines
  }

  static func pointer(to scenario: String) -> TextLine {
    TextLine("   See it: ", .faint) + TextLine("explore \(scenario)", .code)
  }

  var json: JSONValue {
    [
      "id": .string(id), "title": .string(title),
      "causes": .array(
        causes.map {
          [
            "what": .string($0.what), "tell": .string($0.tell), "rule": .string($0.rule),
            "first": .string($0.firstCut), "scenario": .string($0.scenario),
          ]
        }),
    ]
  }
}
