internal import Glibc

/// A terminal window in character cells.
public struct WindowSize: Sendable, Equatable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Asks the terminal behind a descriptor.
  static func stream(_ descriptor: Int32) -> TerminalCapabilities.Stream {
    guard isatty(descriptor) == 1 else { return .notATerminal }
    var size = winsize()
    // A terminal that was never told its size answers 0 x 0.
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return .init(isTerminal: true)
    }
    return .init(
      isTerminal: true,
      size: WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row)))
  }
}
