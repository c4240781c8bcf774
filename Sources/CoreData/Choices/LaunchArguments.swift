internal import Foundation

/// What Apple's launch arguments for debugging ask for, as `-name value` pairs.
///
///     -com.apple.CoreData.SQLDebug 1           prints every SQL statement to standard error
///     -com.apple.CoreData.ConcurrencyDebug 1   a touch off the queue stops the process
struct LaunchArguments: Sendable {
  /// 0 for silence.
  let sqlDebugLevel: Int
  let stopsAtViolations: Bool

  static let ofProcess = LaunchArguments(ProcessInfo.processInfo.arguments)

  init(_ arguments: [String]) {
    func number(_ name: String) -> Int {
      guard let place = arguments.firstIndex(of: "-com.apple.CoreData.\(name)"),
        arguments.indices.contains(place + 1)
      else { return 0 }
      return Int(arguments[place + 1]) ?? 0
    }
    sqlDebugLevel = number("SQLDebug")
    stopsAtViolations = number("ConcurrencyDebug") > 0
  }
}
