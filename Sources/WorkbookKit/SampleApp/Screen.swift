public import Interleaving

/// The chat client's screen. It is drawn on main, so it stands still for as long as main is busy.
///
/// It is used on the main thread only, like everything of a user interface.
public final class Screen {
  /// What a display of sixty frames a second leaves for one turn of the main queue.
  public static let frame = Duration.milliseconds(16)

  /// The longest time that main was away in one turn so far.
  public private(set) var longestTurn = Duration.zero
  private let runtime: Runtime

  public init(_ runtime: Runtime) { self.runtime = runtime }

  /// Does one turn of the main queue's work and measures how long main was away.
  public func turn<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ work: () throws -> Result
  ) rethrows -> Result {
    let began = runtime.now
    defer {
      let taken = runtime.now - began
      longestTurn = max(longestTurn, taken)
      if taken > Self.frame {
        runtime.note(
          "screen", "stands still for \(taken / .milliseconds(1)) ms", file: file, line: line)
      }
    }
    return try work()
  }

  /// Whether no turn was longer than a frame.
  public var isSmooth: Bool { longestTurn <= Self.frame }
}
