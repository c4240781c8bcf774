internal import Terminal
internal import WorkbookKit

/// The sandbox, with lines of its own until `done`.
struct PlayCommand: Command {
  static let syntax = Syntax(
    name: "play", summary: "a sandbox: live contexts you can poke, inspect and undo",
    details: "Inside, 'help' lists what the sandbox understands; 'done' leaves it.",
    examples: ["play"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let sandbox = try Sandbox()
    let usual = session.completion.current
    session.completion.current = { PlayCompletion(sandbox: sandbox).complete($0) }
    defer { session.completion.current = usual }
    if session.lines.isInteractive {
      console.tell("A stack to play with; 'help' lists what it understands, 'done' leaves it.")
      console.show(sandbox.stack.picture)
    }
    while true {
      switch session.lines.next(prompt: "play \(sandbox.moves.count + 1)") {
      case .endOfInput: return .done
      case .line(let line):
        do {
          guard try play(line, in: sandbox, session, options) else { return .done }
        } catch {
          let status = report(error, session)
          if !session.lines.isInteractive && !options.keepsGoing { return status }
        }
      case .rejected(let fault):
        console.complain(fault.description)
        if !session.lines.isInteractive && !options.keepsGoing { return .usage }
      // Half a line is dropped, and what was played stays.
      case .interrupted: Interrupts.clear()
      }
    }
  }

  /// One line; false when it leaves the sandbox.
  private func play(
    _ line: String, in sandbox: Sandbox, _ session: Session, _ options: CommonOptions
  ) throws -> Bool {
    let console = session.console
    guard !line.drop(while: \.isWhitespace).hasPrefix("#"),
      let parsed = try PlayGrammar.parser.parse(Words.split(line))
    else { return true }
    switch parsed.command {
    case .move(let move):
      console.show(try sandbox.play(move))
    case .show: console.show(sandbox.show())
    case .ids: console.show(sandbox.ids())
    case .versions: console.show(sandbox.versions())
    case .undo(let count):
      try sandbox.undo(to: count ?? sandbox.moves.count - 1)
      console.tell("\(sandbox.moves.count.of("move")) left.")
    case .saveScript(let file): try saveScript(sandbox, file, session, options)
    case .help(let word?):
      let syntax = try PlayGrammar.parser.syntax(named: word)
      console.show(TextLine(syntax.synopsis, .strong))
      console.tell(syntax.summary)
      for example in syntax.examples { console.show(TextLine("  " + example, .code)) }
    case .help(nil):
      let commands = PlayGrammar.parser.commands.map { (term: $0.synopsis, meaning: $0.summary) }
      console.show(HelpPage.list(commands, width: console.width))
    case .done: return false
    }
    return true
  }

  private func saveScript(
    _ sandbox: Sandbox, _ file: String, _ session: Session, _ options: CommonOptions
  ) throws {
    if TextFile.exists(file) {
      try session.dialogue.confirm("Replace '\(file)'?", command: "save-script", options)
    }
    let script = sandbox.moves.map { $0.line + "\n" }.joined()
    guard TextFile.write(script, to: file) else {
      throw CommandFailure(problem: "'\(file)' cannot be written", status: .usage)
    }
    session.console.tell("The moves are in '\(file)'. Again: workbook play < \(Words.quoted(file))")
  }

  private func report(_ error: any Error, _ session: Session) -> ExitStatus {
    let console = session.console
    guard let fault = error as? PlayFault else { return session.report(error) }
    console.complain(fault.description)
    console.show(fault.picture(width: console.width, isAccessible: console.isAccessible))
    return .usage
  }
}
