internal import Foundation
internal import Synchronization

/// Ends a try before all orders were run. What is known by then is told all the same.
///
///     terminal        this process              the child
///     Ctrl-C          writes a file
///                                               sees it between two orders, and reports
public final class TryStop: Sendable {
  private struct State {
    var isOn = false
    var file: URL?
  }

  private let state = Mutex(State())
  /// What the file is called, in the child's folder.
  static let file = "stop"

  public init() {}

  public var isOn: Bool { state.withLock { $0.isOn } }

  /// False if nothing is explored yet, so that nothing is known.
  public func now() -> Bool {
    state.withLock { state in
      state.isOn = true
      Self.write(state.file)
      return state.file != nil
    }
  }

  func begin(in folder: URL) {
    let file = folder.appending(path: Self.file)
    state.withLock { state in
      state.file = file
      if state.isOn { Self.write(file) }
    }
  }

  /// Ends what one child explores, and nothing else.
  static func end(childIn folder: URL) { write(folder.appending(path: file)) }

  private static func write(_ file: URL?) {
    if let file { try? Data().write(to: file) }
  }
}
