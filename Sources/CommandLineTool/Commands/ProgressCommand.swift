internal import WorkbookKit

/// What was passed, and how to carry it elsewhere.
enum ProgressCommand: Command {
  case show
  case export(file: String)
  case `import`(file: String)

  static let syntax = Syntax(
    name: "progress", operands: [.optional(.action), .optional(.file)],
    flags: [.json],
    summary: "what you have passed; 'export FILE' and 'import FILE' carry it elsewhere",
    examples: ["progress", "progress --json", "progress export progress.json"],
    make: { (arguments) throws(UsageError) in
      guard let action = arguments[0] else { return Self.show }
      guard action == "export" || action == "import" else {
        throw .badValue(action, of: "progress", expected: "'export FILE' or 'import FILE'")
      }
      guard let file = arguments[1] else {
        throw .missingOperand("FILE", command: "progress \(action)")
      }
      return action == "export" ? Self.export(file: file) : Self.import(file: file)
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    switch self {
    case .show: show(session, options)
    case .export(let file): try export(to: file, session, options)
    case .import(let file): try `import`(from: file, session, options)
    }
  }

  private func show(_ session: Session, _ options: CommonOptions) -> ExitStatus {
    let console = session.console
    let progress = session.store.progress
    let all = session.catalogue.chapters.flatMap(\.exercises)
    let passed = all.filter { progress[exercise: $0]?.verdict == .pass }
    if options.isJSON {
      console.show(
        json: .report(
          "progress",
          [
            "passed": .array(passed.map { .string($0) }), "exercises": .integer(all.count),
            "document": progress.document,
          ]))
      return .done
    }
    console.tellWalked(progress, in: session.catalogue)
    console.tell("Passed \(passed.count) of \(all.count.of("exercise")).")
    for chapter in session.catalogue.chapters where !chapter.exercises.isEmpty {
      let count = chapter.exercises.filter { passed.contains($0) }.count
      console.show(
        TextLine("  \(chapter.title)", .heading)
          + TextLine("  \(count) of \(chapter.exercises.count)"))
    }
    console.tell(
      "Kept in '\(session.folder.path)'. Carry it elsewhere: progress export FILE", .faint)
    return .done
  }

  private func export(
    to file: String, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    try session.dialogue.write(
      session.store.progress.document.document, to: file, command: "progress", options)
    session.console.tell(
      "Progress is in '\(file)'. Elsewhere: progress import \(Words.quoted(file))")
    return .done
  }

  private func `import`(
    from file: String, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    guard let text = TextFile.read(file) else {
      throw CommandFailure(
        problem: "'\(file)' cannot be read", wayOut: "name a file that 'progress export' wrote",
        status: .usage)
    }
    guard let document = try? JSONValue(parsing: text),
      let progress = ReaderProgress(document: document)
    else {
      throw CommandFailure(
        problem: "'\(file)' is no progress file", wayOut: "name one that 'progress export' wrote",
        status: .usage)
    }
    try session.dialogue.confirm(
      "Replace your progress by that of '\(file)'?", command: "progress", options)
    session.store.update { $0 = progress }
    session.console.tell("Progress is now that of '\(file)'. See it: list")
    return .done
  }
}
