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
      // A run has threads of its own.
      let store = EveryStore.current
      let report = runOnce("test") { _ in try EveryStore.$current.withValue(store) { try body() } }
      for failure in report.failures { Issue.record("\(failure)") }
      if let deadlock = report.deadlock { Issue.record("\(deadlock)") }
    }
  }

  /// Runs the body under each of them, for tests whose arguments come in pairs.
  static func inBoth(_ body: @escaping () throws -> Void) throws {
    for kind in both { try kind.run(body) }
  }

  /// Runs the test's body under this runtime and hands out what it made; nil if it failed.
  func runToTheEnd<Result>(_ body: @escaping (Runtime) throws -> Result) throws -> Result? {
    var result: Result?
    try run { result = try body(Runtime.current) }
    return result
  }
}
