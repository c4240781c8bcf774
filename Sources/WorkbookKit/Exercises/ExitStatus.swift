/// What the program tells the shell.
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  case done = 0
  /// An exercise is not passed, or a scenario did not give what it must: a normal outcome.
  case notPassed = 1
  case usage = 2
  /// The reader's answer does not build.
  case doesNotBuild = 3
  case hangStopped = 4
  case crashed = 5
  case inconclusive = 6
  /// Our fault, not the reader's.
  case fault = 70
  case interrupted = 130

  /// One line for the help.
  public var meaning: String {
    switch self {
    case .done: "done"
    case .notPassed: "not passed"
    case .usage: "the command was not understood"
    case .doesNotBuild: "the answer does not build"
    case .hangStopped: "a hang was stopped"
    case .crashed: "the answer or the live run crashed"
    case .inconclusive: "not enough evidence for a verdict"
    case .fault: "a fault in the workbook itself"
    case .interrupted: "interrupted"
    }
  }
}
