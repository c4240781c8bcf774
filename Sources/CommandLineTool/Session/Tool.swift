internal import Terminal
internal import WorkbookKit

/// The program: one command from its arguments, or many from the prompt or a pipe.
enum Tool {
  static func run(_ arguments: [String], catalogue: Catalogue = .shipped) -> ExitStatus {
    if serveLiveRun(catalogue) { return .done }
    StandardStreams.ignoreBrokenPipes()
    let console = Console()
    let start = Session.Start(catalogue: catalogue, console: console)
    let arguments = Spelling.usual(arguments)
    do {
      if try CommandTable.parser.position(ofNameIn: arguments) != nil {
        return oneShot(arguments, start)
      }
      let options = try CommonOptions(CommandTable.parser.commonFlags(in: arguments))
      return console.capabilities.isInteractive
        ? prompt(options, start) : piped(options, start)
    } catch {
      console.complain(error.description, wayOut: error.wayOut)
      return .usage
    }
  }

  /// `workbook list --json`
  private static func oneShot(_ arguments: [String], _ start: Session.Start) -> ExitStatus {
    let session = start.session(source(start))
    start.console.pauses = true
    Interrupts.listen()
    return session.perform(arguments, defaults: CommonOptions())
  }

  /// `echo list | workbook`
  private static func piped(_ options: CommonOptions, _ start: Session.Start) -> ExitStatus {
    let session = start.session(PipedLines())
    Interrupts.listen()
    session.apply(options)
    return PipedCommands(session: session, options: options).run()
  }

  private static func prompt(_ options: CommonOptions, _ start: Session.Start) -> ExitStatus {
    guard let prompt = Prompt(options: options, start: start) else {
      return piped(options, start)
    }
    return prompt.run()
  }

  /// A single command may ask questions too.
  private static func source(_ start: Session.Start) -> any LineSource {
    guard start.console.capabilities.isInteractive else { return PipedLines() }
    return LazyLines {
      start.editor.map { TypedLines($0, console: start.console) }
    }
  }
}

extension Session {
  /// What every way of starting has in common.
  struct Start {
    let catalogue: Catalogue
    let console: Console
    let completion = CompletionSwitch()

    /// Nil where lines cannot be edited.
    var editor: LineEditor? {
      try? LineEditor(program: "workbook") { [completion] in completion.current($0) }
    }

    func session(_ lines: any LineSource) -> Session {
      Session(
        catalogue: catalogue, console: console,
        folder: StateFolder(environment: console.capabilities.variables),
        lines: lines, completion: completion)
    }
  }
}
