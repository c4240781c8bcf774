import Interleaving
import Testing

/// The runtimes under which a fact must hold.
enum RuntimeKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case live

  static var both: [RuntimeKind] { allCases }

  var testDescription: String { rawValue }

  /// Runs the test's body under this runtime.
  func run(_ body: () throws -> Void) throws {
    switch self {
    case .live: try body()
    }
  }
}
