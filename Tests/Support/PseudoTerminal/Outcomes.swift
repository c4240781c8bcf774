internal import Glibc

/// How a program ended.
public enum ProgramEnd: Sendable, Equatable {
  case exited(Int32)
  case killed(signal: Int32)

  init(status: Int32) {
    // What WIFEXITED and its siblings do; C macros are not visible in Swift.
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

/// The settings that an editor changes and has to give back.
public struct TerminalSettings: Sendable, Equatable {
  public let echoes: Bool
  /// The terminal hands over whole lines.
  public let isCanonical: Bool
  public let sendsSignals: Bool
  public let hasFlowControl: Bool
  /// All flags there are, so that equal settings are equal in everything.
  private let flags: [UInt32]

  init(_ state: termios) {
    echoes = state.c_lflag & UInt32(ECHO) != 0
    isCanonical = state.c_lflag & UInt32(ICANON) != 0
    sendsSignals = state.c_lflag & UInt32(ISIG) != 0
    hasFlowControl = state.c_iflag & UInt32(IXON) != 0
    flags = [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag]
  }
}

/// Why a test on a pseudo-terminal could not go on.
public enum PseudoTerminalError: Error, CustomStringConvertible {
  case system(String, Int32)
  case tooLate(expected: String, String)
  case ended(expected: String, String)

  public var description: String {
    switch self {
    case .system(let action, let code):
      "could not \(action): \(String(cString: strerror(code)))"
    case .tooLate(let expected, let screen):
      "waited in vain for \(expected.debugDescription); the screen shows:\n\(screen)"
    case .ended(let expected, let screen):
      "the program ended before \(expected.debugDescription); the screen shows:\n\(screen)"
    }
  }
}

/// A point in time on a clock that is never set.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(seconds: Int = PseudoTerminal.patience) {
    end = .now + .seconds(seconds)
  }

  /// What is left, as poll wants it.
  var milliseconds: Int32 {
    Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1)))
  }
}
