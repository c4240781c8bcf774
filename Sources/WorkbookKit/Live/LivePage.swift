internal import Foundation

/// A live run as it is told.
public struct LivePage: Page {
  public let experiment: Experiment
  public let ending: LiveRun.Ending

  public init(_ experiment: Experiment, _ ending: LiveRun.Ending) {
    self.experiment = experiment
    self.ending = ending
  }

  /// What can be said before it runs.
  public static func opening(_ experiment: Experiment, width: Int) -> [TextLine] {
    experiment.heading(width: width) + [.blank]
  }

  /// What follows the opening.
  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    var lines: [TextLine] = []
    if case .outcome(let outcome, let failures, let races) = ending {
      lines += (failures + races).flatMap { TextLine.paragraph($0, .warning, width: width) }
      lines += outcome.lines(width: width)
    } else {
      lines += TextLine.paragraph(sentence, .bad, width: width)
    }
    return lines
      + TextLine.paragraph(
        "This was one run on real threads; another may end otherwise.", .faint, width: width)
  }

  private var sentence: String {
    switch ending {
    case .outcome(let outcome, _, _): outcome.sentence
    case .hang: "HANG: every thread was blocked for good. The process was stopped."
    case .endless: "HANG: it computed without getting anywhere. The process was stopped."
    case .crash(let signal):
      "CRASH: signal \(signal) (\(String(cString: strsignal(signal))))." + Self.meaning(of: signal)
    case .silent(let status): "CRASH: it ended itself with status \(status)."
    case .outgrown(let what):
      "CRASH: it took more and more \(what), without an end. The process was stopped."
    case .unknown: "INCONCLUSIVE: the machine was too busy to say anything."
    }
  }

  /// What a signal that says little to a reader stands for.
  private static func meaning(of signal: Int32) -> String {
    switch signal {
    case SIGILL, SIGTRAP:
      " Swift and Dispatch stop a process like this: Swift when something impossible has happened, "
        + "as it does where two threads change one thing; Dispatch when a thread waits for a queue "
        + "that it holds itself."
    case SIGSEGV, SIGBUS: " Memory was used that is not there, or no longer."
    default: ""
    }
  }

  public var json: JSONValue {
    var facts: JSONValue = [
      "scenario": .string(experiment.scenario.id), "variant": .string(experiment.variant.name),
      "live": true, "sentence": .string(sentence),
    ]
    switch ending {
    case .outcome(let outcome, let failures, let races):
      facts["ending"] = "outcome"
      facts["outcome"] = outcome.json
      facts["failures"] = .array(failures.map { .string($0) })
      facts["races"] = .array(races.map { .string($0) })
    case .hang: facts["ending"] = "hang"
    case .endless: facts["ending"] = "endless"
    case .crash(let signal):
      facts["ending"] = "crash"
      facts["signal"] = .integer(Int(signal))
    case .silent(let status):
      facts["ending"] = "silent"
      facts["status"] = .integer(Int(status))
    case .outgrown(let what):
      facts["ending"] = "outgrown"
      facts["what"] = .string(what)
    case .unknown: facts["ending"] = "unknown"
    }
    return .report("run", facts)
  }

  public var exitStatus: ExitStatus {
    switch ending {
    case .outcome: .done
    case .hang, .endless: .hangStopped
    case .crash, .silent, .outgrown: .crashed
    case .unknown: .inconclusive
    }
  }
}
