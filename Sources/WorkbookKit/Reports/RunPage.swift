public import Interleaving

/// One run of a variant: the timeline, what it came to, and why nothing can go on if so.
public struct RunPage: Page {
  public let experiment: Experiment
  public let run: RunReport

  public init(_ experiment: Experiment, _ run: RunReport) {
    self.experiment = experiment
    self.run = run
  }

  public var outcome: Outcome { experiment.outcome(of: run) }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    experiment.heading(width: width) + [.blank] + body(width: width, isAccessible: isAccessible)
      + [TextLine("Code: ", .faint) + TextLine(run.code.description, .code)]
  }

  /// Timeline, waiting threads, failures and outcome.
  func body(width: Int, isAccessible: Bool) -> [TextLine] {
    let timeline = Timeline(of: run)
    var lines = isAccessible ? timeline.sentences : timeline.picture(width: width) + [.blank]
    if let deadlock = run.deadlock {
      let cycle = WaitCycle(of: deadlock)
      lines +=
        isAccessible ? cycle.sentences : cycle.explained(width: width, beside: timeline) + [.blank]
    }
    for failure in run.failures {
      lines += TextLine.paragraph(failure.description, .warning, width: width)
    }
    return lines + outcome.lines(width: width) + price(width: width)
  }

  /// How long the main queue was kept from everything else.
  private func price(width: Int) -> [TextLine] {
    let stall = run.longestMainStall
    guard stall.duration > .zero else { return [] }
    let place = stall.place.map { " (\($0))" } ?? ""
    return TextLine.paragraph(
      "The main queue was busy for \(stall.duration.milliseconds) with one block\(place), "
        + "in virtual time.", .faint, width: width)
  }

  public var json: JSONValue { .report("run", facts) }

  /// Everything but the name of the command.
  public var facts: JSONValue {
    let timeline = Timeline(of: run)
    return [
      "scenario": .string(experiment.scenario.id), "variant": .string(experiment.variant.name),
      "outcome": outcome.json, "code": .string(run.code.description),
      "threads": .array(timeline.lanes.map { .string($0) }),
      "steps": .array(timeline.json),
      "pointOfNoReturn": timeline.pointOfNoReturn.map { .integer($0) } ?? .null,
      "waiting": .array(run.deadlock.map { WaitCycle(of: $0).links.map(\.json) } ?? []),
      "failures": .array(run.failures.map { .string($0.description) }),
      "preemptions": .integer(run.preemptions),
      "mainBusyMicroseconds": .integer(run.longestMainStall.duration.microseconds),
    ]
  }
}

extension Timeline {
  /// Its steps.
  var json: [JSONValue] { steps.map { $0.json(lanes: lanes) } }
}

extension Timeline.Step {
  fileprivate func json(lanes: [String]) -> JSONValue {
    [
      "number": .integer(number), "thread": .string(lanes[lane]),
      "queue": queue.map { .string($0) } ?? .null, "text": .string(text),
      "place": place.map { .string($0) } ?? .null, "decisive": .bool(isDecisive),
      "kind": kind.map { .string($0) } ?? .null, "facts": facts?.json ?? .null,
    ]
  }
}

extension WaitCycle.Link {
  fileprivate var json: JSONValue {
    [
      "thread": .string(thread), "holds": .array(holds.map { .string($0) }),
      "waitsFor": .string(waitsFor), "upTo": heldBy.map { .string($0) } ?? .null,
      "place": place.map { .string($0) } ?? .null,
    ]
  }
}
