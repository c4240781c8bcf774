import Interleaving
import Testing

/// The runtimes under which a fact must hold.
enum RuntimeKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case live, controlled

  static var both: [RuntimeKind] { allCases }

  var testDescription: String { rawValue }

  /// Runs the test's body under this runtime.
  func run(_ body: @escaping () throws -> Void) throws {
    switch self {
    case .live: try body()
    case .controlled:
      let report = runOnce("test") { _ in try body() }
      for failure in report.failures { Issue.record("\(failure)") }
      if let deadlock = report.deadlock { Issue.record("\(deadlock)") }
    }
  }
}
