internal import WorkbookKit

/// Chapters, scenarios and exercises, and where the reader stands.
struct ListCommand: Command {
  static let syntax = Syntax(
    name: "list",
    flags: [
      Syntax.Flag(name: "--topics", summary: "what the texts behind it speak of, and where"),
      .json,
    ],
    summary: "chapters, scenarios and exercises, and where you stand",
    examples: ["list", "list --topics", "list --json"],
    make: { arguments in
      if arguments.has("--topics") { return TopicsCommand() }
      return ListCommand()
    })

  func perform(in session: Session, _ options: CommonOptions) -> ExitStatus {
    let console = session.console
    let progress = session.store.progress
    if options.isJSON {
      console.show(json: listing(progress, session.catalogue))
    } else {
      // One after the other: reading all lessons takes longer than a first line should.
      for chapter in session.catalogue.chapters {
        console.show(lines(of: chapter, progress, in: session))
      }
      if let place = progress.place {
        console.tell("You stand in '\(place.chapter)', at '\(place.step)'. Go on: next")
      } else {
        console.tell("Begin: next")
      }
    }
    return .done
  }

  private func lines(
    of chapter: Chapter, _ progress: ReaderProgress, in session: Session
  ) -> [TextLine] {
    let mark = progress.place?.chapter == chapter.id ? "▶ " : "  "
    let title = TextLine("\(mark)\(chapter.number). ") + TextLine(chapter.title, .heading)
    var lines = [title + TextLine("  \(chapter.id)", .faint)]
    lines += TextLine.paragraph(chapter.summary, indent: 5, width: session.console.width)
    let path = chapter.path
    if !path.isEmpty { lines.append(TextLine("     \(seen(path, of: chapter, progress))", .faint)) }
    for scenario in chapter.scenarios {
      lines.append(TextLine("     scenario  ", .faint) + TextLine(scenario.id, .code))
    }
    for id in chapter.exercises {
      let state = stateOfExercise(id, progress, session.catalogue)
      let role: TextRole = state == Verdict.pass.rawValue ? .good : .faint
      lines.append(
        TextLine("     exercise  ", .faint) + TextLine(id, .code) + TextLine("  \(state)", role))
    }
    return lines + [.blank]
  }

  /// How much of the chapter's path the reader has seen, and what is open on it.
  private func seen(
    _ path: [Step], of chapter: Chapter, _ progress: ReaderProgress
  ) -> String {
    let open = progress.whatIsOpen(in: chapter, path: path)
    let questions = open.questions.isEmpty ? "" : "; \(open.questions.count.of("question")) open"
    return "\(path.count - open.unseen.count) of \(path.count.of("step")) seen\(questions); "
      + time(of: path)
  }

  private func time(of path: [Step]) -> String {
    let exercises = path.filter { $0.exercise != nil }
    let core = path.filter { $0.level == .core && $0.exercise == nil }
    let deep = path.filter { $0.level == .deep && $0.exercise == nil }
    let parts = [("core", core), ("deep", deep), ("exercises", exercises)]
    return parts.filter { !$1.isEmpty }.map { "\($0) \($1.minutes) min" }.joined(separator: ", ")
  }

  /// The last verdict, unless the answer was changed since.
  private func stateOfExercise(
    _ id: String, _ progress: ReaderProgress, _ catalogue: Catalogue
  ) -> String {
    guard let record = progress[exercise: id] else { return "not started" }
    guard let hash = catalogue.exercise(id)?.folder.answerHash else {
      return record.verdict.rawValue
    }
    return hash == record.contentHash
      ? record.verdict.rawValue : "changed since \(record.verdict.rawValue)"
  }

  private func listing(_ progress: ReaderProgress, _ catalogue: Catalogue) -> JSONValue {
    let chapters = catalogue.chapters.map { chapter -> JSONValue in
      [
        "id": .string(chapter.id), "number": .integer(chapter.number),
        "title": .string(chapter.title), "summary": .string(chapter.summary),
        "scenarios": .array(chapter.scenarios.map(description)),
        "exercises": .array(
          chapter.exercises.map {
            ["id": .string($0), "state": .string(stateOfExercise($0, progress, catalogue))]
          }),
      ]
    }
    let place = progress.place.map { place -> JSONValue in
      ["chapter": .string(place.chapter), "step": .string(place.step)]
    }
    return .report("list", ["chapters": .array(chapters), "place": place ?? .null])
  }

  private func description(_ scenario: Scenario) -> JSONValue {
    [
      "id": .string(scenario.id), "title": .string(scenario.title),
      "question": .string(scenario.question),
      "variants": .array(scenario.variants.map { .string($0.name) }),
    ]
  }
}
