internal import Interleaving

/// All orders of a variant: how many go wrong, the outcomes, and the simplest failing order told.
public struct ExplorationPage: Page {
  public let result: ExperimentResult
  /// The outcomes the reader thought possible.
  public let prediction: Set<String>?

  public init(_ result: ExperimentResult, prediction: Set<String>? = nil) {
    self.result = result
    self.prediction = prediction
  }

  private var experiment: Experiment { result.experiment }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let table = result.table(predicting: prediction)
    var lines = experiment.heading(width: width) + [.blank]
    lines += headline(width: width) + [.blank]
    lines += isAccessible ? table.sentences : table.picture(width: width)
    lines += score(table, width: width)
    if let failure = result.simplestFailure {
      lines += [.blank] + told(failure, width: width, isAccessible: isAccessible)
    }
    return lines + races(width: width) + lockOrders(width: width)
  }

  /// No order of this program hangs, and still one is missing: that of the locks.
  private func lockOrders(width: Int) -> [TextLine] {
    guard result.found.failing == 0 else { return [] }
    return result.exploration.lockOrderWarnings.flatMap {
      TextLine.paragraph(
        "None hangs, but locks or queues are taken in opposite orders: \($0.sentence). Where "
          + "these meet, each waits for the other.", .warning, width: width)
    }
  }

  /// `6 distinct schedules, all of them run; 2 go wrong.`
  private func headline(width: Int) -> [TextLine] {
    let failing = result.found.failing
    let verdict =
      failing == 0 ? "none goes wrong" : "\(failing.of("goes", "go")) wrong"
    let text = "\(result.claim); \(verdict)."
    return TextLine.paragraph(text, failing == 0 ? .good : .bad, width: width)
  }

  private func score(_ table: OutcomeTable, width: Int) -> [TextLine] {
    guard let right = table.rightPredictions else { return [] }
    return TextLine.paragraph(
      "\(right) of \(table.rows.count.of("outcome")) predicted right.", width: width)
  }

  private func told(_ failure: RunReport, width: Int, isAccessible: Bool) -> [TextLine] {
    let timeline = Timeline(of: failure)
    let story = Story(of: timeline, ending: experiment.outcome(of: failure))
    let title =
      result.exploration.isSimplestProven
      ? "The simplest order that goes wrong"
      : "An order that goes wrong; there may be a simpler one, not all were looked at"
    var lines = TextLine.paragraph(title, .strong, width: width)
    lines += story.lines(width: width)
    lines += timeline.turningPoint.map { TextLine.paragraph($0, .strong, width: width) } ?? []
    var remarks: [TextLine] = []
    if let deadlock = failure.deadlock {
      let cycle = WaitCycle(of: deadlock)
      remarks +=
        isAccessible
        ? cycle.sentences : [.blank] + cycle.explained(width: width, beside: timeline)
    }
    remarks += failure.failures.flatMap {
      TextLine.paragraph($0.description, .warning, width: width)
    }
    let excerpt = SourceExcerpt(of: experiment.variant)
    lines +=
      isAccessible
      ? remarks + (excerpt.map { [.blank] + $0.sentences } ?? [])
      : [.blank]
        + timeline.picture(width: width, remarks: remarks) { width in
          excerpt.map { [TextLine($0.file, .faint)] + $0.picture(width: width) } ?? []
        } + [.blank]
    return lines + [TextLine("Code: ", .faint) + TextLine(failure.code.description, .code)]
  }

  private func races(width: Int) -> [TextLine] {
    result.exploration.races.flatMap {
      TextLine.paragraph($0.description, .warning, width: width)
    }
  }
}

extension ExplorationPage {
  public var json: JSONValue { .report("explore", facts) }

  /// Everything but the name of the command.
  var facts: JSONValue {
    let exploration = result.exploration
    let table = result.table(predicting: prediction)
    return [
      "scenario": .string(experiment.scenario.id), "variant": .string(experiment.variant.name),
      "schedules": .integer(exploration.schedules), "failing": .integer(table.failing),
      "coverage": exploration.coverage.json,
      "claim": .string(result.claim),
      "expected": expected, "asExpected": .bool(result.isAsExpected),
      "outcomes": .array(table.rows.map(row)),
      "races": .array(exploration.races.map { .string($0.description) }),
      "lockOrders": .array(
        exploration.lockOrderWarnings.map { .array($0.edges.map(\.json)) }),
      "mainBusyMicroseconds": .integer(exploration.longestMainStall.duration.microseconds),
      "shortestFailure": result.simplestFailure.map { RunPage(experiment, $0).facts } ?? .null,
    ]
  }

  private var expected: JSONValue {
    [
      "failing": .integer(experiment.variant.expected.failing),
      "schedules": .integer(experiment.variant.expected.schedules),
    ]
  }

  private func row(_ row: OutcomeTable.Row) -> JSONValue {
    var json = row.outcome.json
    json["schedules"] = .integer(row.count)
    json["predicted"] = prediction.map { .bool($0.contains(row.outcome.name)) } ?? .null
    return json
  }
}

extension LockOrderWarning {
  /// `one takes lock B (A.swift:4) while it holds lock A (A.swift:3), and two takes ...`
  var sentence: String {
    edges.map { edge in
      "\(edge.thread) takes \(edge.taken)\(Self.spot(edge.takenAt)) while it holds "
        + "\(edge.held)\(Self.spot(edge.heldAt))"
    }.joined(separator: ", and ")
  }

  private static func spot(_ place: SourcePlace) -> String {
    place.isIn(Experiment.engines) ? "" : " (\(place))"
  }
}

extension LockOrderWarning.Edge {
  fileprivate var json: JSONValue {
    [
      "thread": .string(thread), "holds": .string(held.description),
      "heldAt": .string(heldAt.description), "takes": .string(taken.description),
      "takenAt": .string(takenAt.description),
    ]
  }
}
