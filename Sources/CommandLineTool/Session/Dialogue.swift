internal import Terminal
internal import WorkbookKit

/// What the reader types at a prompt inside of a command.
enum Reply: Equatable {
  case line(String)
  /// Enter alone.
  case empty
  case help
  /// `quit`, Ctrl-D or, with another status, Ctrl-C.
  case leave(ExitStatus)
}

/// Talking with the reader inside of a command.
struct Dialogue {
  let console: Console
  let lines: any LineSource

  /// Asks inside of a command, where Ctrl-C, `help` and `quit` mean the same everywhere.
  func ask(prompt: String) -> Reply {
    while true {
      switch lines.next(prompt: prompt) {
      case .line(let line): return Self.reply(line)
      case .rejected(let fault): console.complain(fault.description)
      case .endOfInput: return .leave(.done)
      case .interrupted:
        // It was meant for this prompt, not for what runs next.
        Interrupts.clear()
        return .leave(.interrupted)
      }
    }
  }

  private static func reply(_ line: String) -> Reply {
    switch line.split(whereSeparator: \.isWhitespace).first?.lowercased() {
    case nil: .empty
    case "help", "?": .help
    case "quit", "stop", "exit", "q", ":q": .leave(.done)
    default: .line(line)
    }
  }

  /// Asks before something is lost; without a terminal, `--yes` must have been said.
  func confirm(_ question: String, command: String, _ options: CommonOptions) throws {
    guard !options.saysYes else { return }
    guard lines.isInteractive else { throw UsageError.needsYes(command: command) }
    console.tell(question + " 'y' does it, anything else does not.")
    // A yes that was typed before the question is none.
    lines.discardTypedKeys()
    while true {
      switch ask(prompt: "yes?") {
      case .line(let line)
      where ["y", "yes"].contains(line.lowercased().filter { !$0.isWhitespace }):
        return
      case .help: console.tell("y or yes does it; Enter, Ctrl-C or anything else changes nothing.")
      case .leave(.interrupted):
        throw CommandFailure(problem: "nothing was changed", status: .interrupted)
      case .line, .empty, .leave:
        throw CommandFailure(problem: "nothing was changed", status: .notPassed)
      }
    }
  }

  /// Writes a whole file or nothing, after asking where there is one already.
  func write(
    _ text: String, to file: String, command: String, _ options: CommonOptions
  ) throws {
    if TextFile.exists(file) {
      try confirm("Replace '\(file)'?", command: command, options)
    }
    guard TextFile.write(text, to: file) else {
      throw CommandFailure(
        problem: "'\(file)' cannot be written",
        wayOut: "name a file in a folder that is there, and yours", status: .usage)
    }
  }
}
