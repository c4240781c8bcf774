internal import Glibc

/// A program that takes the terminal until it ends, as an editor does.
public enum ForegroundProgram {
  /// How it ended.
  public enum End: Sendable, Equatable {
    case done
    case failed
    /// There is no such program.
    case notFound
  }

  /// Runs a command line with one more argument, through the shell.
  ///
  /// Not Foundation's Process: it gives the child a process group of its own, in which it may not
  /// read the terminal.
  public static func run(_ command: String, on file: String) -> End {
    let quoted = "'" + file.replacing("'", with: "'\\''") + "'"
    let status = system("\(command) \(quoted)")
    switch status {
    case 0: return .done
    case 127 << 8: return .notFound
    default: return .failed
    }
  }
}
