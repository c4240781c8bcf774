internal import Foundation

/// What the surroundings of a process say: its environment variables and its three streams.
/// Every decision about output is a pure function of this value.
public struct TerminalCapabilities: Sendable, Equatable {
  /// One standard stream.
  public struct Stream: Sendable, Equatable {
    public var isTerminal: Bool
    /// The window's size, when the terminal told one.
    public var size: WindowSize?

    public init(isTerminal: Bool, size: WindowSize? = nil) {
      self.isTerminal = isTerminal
      self.size = size
    }

    /// A file, a pipe, a closed stream.
    public static let notATerminal = Stream(isTerminal: false)
  }

  public var variables: [String: String]
  public var standardInput: Stream
  public var standardOutput: Stream
  public var standardError: Stream

  public init(
    variables: [String: String],
    standardInput: Stream = .notATerminal,
    standardOutput: Stream = .notATerminal,
    standardError: Stream = .notATerminal
  ) {
    self.variables = variables
    self.standardInput = standardInput
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  /// Those of this process, asked now: a window may have been resized since.
  public static func current() -> TerminalCapabilities {
    TerminalCapabilities(
      variables: ProcessInfo.processInfo.environment,
      standardInput: WindowSize.stream(0),
      standardOutput: WindowSize.stream(1),
      standardError: WindowSize.stream(2))
  }

  /// Whether a person can be prompted: keys come from a terminal and output goes to one.
  public var isInteractive: Bool {
    standardInput.isTerminal && standardOutput.isTerminal
  }

  /// Whether text beyond ASCII can be shown.
  public var isUnicode: Bool {
    // The first that is set decides, as for every program that uses the locale.
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.uppercased().replacing("-", with: "")
    return codeset.contains("UTF8")
  }

  /// Whether the reader asked for linear, labelled output.
  public var isAccessible: Bool {
    let value = variables["ACCESSIBLE"]?.lowercased() ?? ""
    return !["", "0", "false"].contains(value)
  }

  /// Whether the terminal can do no more than print.
  public var isDumb: Bool {
    variables["TERM"] == "dumb"
  }
}
