internal import Glibc

/// Shows long text a page at a time.
public struct Pager: Sendable {
  /// Where text goes.
  public enum Destination: Sendable, Equatable {
    case standardOutput
    /// A command line for the shell.
    case command(String)
  }

  public let capabilities: TerminalCapabilities
  /// False for `--no-pager`.
  public let isEnabled: Bool

  public init(capabilities: TerminalCapabilities = .current(), isEnabled: Bool = true) {
    self.capabilities = capabilities
    self.isEnabled = isEnabled
  }

  /// A page is for a person at a terminal, and for text that does not fit above the prompt.
  public func destination(ofLines count: Int) -> Destination {
    let rows = capabilities.standardOutput.size?.rows ?? 24
    guard isEnabled, capabilities.isInteractive, !capabilities.isDumb, count >= rows else {
      return .standardOutput
    }
    guard let chosen = capabilities.variables["PAGER"] else {
      // Ends when all fits, keeps colours, and leaves the text in the scrollback.
      return .command("less -FRX '-P?eThe end; q leaves:Space goes on, b goes back, q leaves.'")
    }
    let words = chosen.split(separator: " ")
    return words.isEmpty || words == ["cat"] ? .standardOutput : .command(chosen)
  }

  /// Shows rendered text, by the pager if it calls for one.
  @discardableResult
  public func show(_ text: String) -> WriteResult {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    if case .command(let command) = destination(ofLines: lines), page(text, through: command) {
      return .written
    }
    return StandardStreams.write(text)
  }

  /// False when the pager could not be started; the text has then not been shown.
  private func page(_ text: String, through command: String) -> Bool {
    let ignored = [SIGPIPE, SIGINT, SIGQUIT].map(IgnoredSignal.init)
    defer { for signal in ignored { signal.restore() } }
    // Not Foundation's Process: it gives the child a process group of its own, in which a pager
    // may not read the terminal.
    // Secure, or a letter typed by mistake could write a file or start a program.
    guard let pipe = popen("export LESSSECURE=1; \(command)", "we") else { return false }
    // A reader who leaves early closes the pipe: that is no failure.
    StandardStreams.write(text, descriptor: fileno(pipe))
    let status = pclose(pipe)
    // Killed by a key, the pager left the cursor behind the key's echo.
    if status & 0x7F != 0 { StandardStreams.write("\n") }
    let commandNotFound = 127 << 8
    return status != commandNotFound
  }
}

/// A signal that is for the pager alone as long as it runs.
private struct IgnoredSignal {
  let signal: Int32
  private var before = sigaction()

  init(_ signal: Int32) {
    self.signal = signal
    var ignoring = sigaction()
    // A handler that does nothing, since a child would inherit SIG_IGN but not this.
    ignoring.__sigaction_handler.sa_handler = { _ in }
    ignoring.sa_flags = SA_RESTART
    sigaction(signal, &ignoring, &before)
  }

  func restore() {
    var before = before
    sigaction(signal, &before, nil)
  }
}
