internal import Terminal
internal import WorkbookKit

extension Session {
  /// What was passed.
  func showProgress(_ options: CommonOptions) -> ExitStatus {
    let progress = store.progress
    let all = catalogue.chapters.flatMap(\.exercises)
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
    tellWalked(progress)
    console.tell("Passed \(passed.count) of \(all.count.of("exercise")).")
    for chapter in catalogue.chapters where !chapter.exercises.isEmpty {
      let count = chapter.exercises.filter { passed.contains($0) }.count
      console.show(
        TextLine("  \(chapter.title)", .heading)
          + TextLine("  \(count) of \(chapter.exercises.count)"))
    }
    console.tell("Kept in '\(folder.path)'. Carry it elsewhere: progress export FILE", .faint)
    return .done
  }

  /// Steps, questions and ideas.
  private func tellWalked(_ progress: ReaderProgress) {
    let walked = Walked(progress, in: catalogue.chapters)
    console.tell("Seen \(walked.seen) of \(walked.steps.of("step")).")
    console.tell(
      "Answered \(walked.answered) of \(walked.questions.of("question")), \(walked.right) right.")
    let ideas = progress.ideas(in: catalogue.chapters)
    guard !ideas.isEmpty else { return }
    console.tell(
      "\(ideas.count.of("mistaken idea")) met, \(ideas.count(where: \.isOverturned)) overturned.")
  }

  /// The last screen: how far the reader has come, and what is weakest.
  func tellEndOfBook() -> ExitStatus {
    console.show(TextLine("That was the last chapter.", .heading))
    let progress = store.progress
    tellWalked(progress)
    let weakest = progress.ideas(in: catalogue.chapters).filter { !$0.isOverturned }.prefix(3)
    if !weakest.isEmpty { console.tell("To look at once more:") }
    for idea in weakest {
      let place = idea.step.split(separator: "/")
      let isStep =
        catalogue.chapter(String(place.first ?? ""))?.path
        .contains { $0.id == place.last.map(String.init) } ?? false
      console.tell("\"\(idea.belief.sentence)\" explains \(idea.answers.of("answer")).")
      if isStep { console.show(TextLine("  goto \(place.joined(separator: " "))", .code)) }
    }
    offerOwnClass()
    suggest("quiz")
    return .done
  }

  func exportProgress(to file: String, _ options: CommonOptions) throws -> ExitStatus {
    try write(store.progress.document.document, to: file, command: "progress", options)
    console.tell("Progress is in '\(file)'. Elsewhere: progress import \(Words.quoted(file))")
    return .done
  }

  func importProgress(from file: String, _ options: CommonOptions) throws -> ExitStatus {
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
    try confirm("Replace your progress by that of '\(file)'?", command: "progress", options)
    store.update { $0 = progress }
    console.tell("Progress is now that of '\(file)'. See it: list")
    return .done
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
