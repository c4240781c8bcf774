internal import Foundation
internal import WorkbookKit

extension Session {
  /// Chapters, scenarios and exercises, and where the reader stands.
  func list(_ options: CommonOptions) -> ExitStatus {
    let progress = store.progress
    if options.isJSON {
      console.show(json: listing(progress))
    } else {
      // One after the other: reading all lessons takes longer than a first line should.
      for chapter in catalogue.chapters { console.show(chapterLines(chapter, progress)) }
      if let place = progress.place {
        console.tell("You stand in '\(place.chapter)', at '\(place.step)'. Go on: next")
      } else {
        console.tell("Begin: next")
      }
    }
    return .done
  }

  private func chapterLines(_ chapter: Chapter, _ progress: ReaderProgress) -> [TextLine] {
    let mark = progress.place?.chapter == chapter.id ? "▶ " : "  "
    let title = TextLine("\(mark)\(chapter.number). ") + TextLine(chapter.title, .heading)
    var lines = [title + TextLine("  \(chapter.id)", .faint)]
    lines += TextLine.paragraph(chapter.summary, indent: 5, width: console.width)
    let path = chapter.path
    if !path.isEmpty { lines.append(TextLine("     \(seen(path, of: chapter, progress))", .faint)) }
    for scenario in chapter.scenarios {
      lines.append(TextLine("     scenario  ", .faint) + TextLine(scenario.id, .code))
    }
    for id in chapter.exercises {
      let state = stateOfExercise(id, progress)
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
  private func stateOfExercise(_ id: String, _ progress: ReaderProgress) -> String {
    guard let record = progress[exercise: id] else { return "not started" }
    guard let hash = catalogue.exercise(id)?.folder.answerHash else {
      return record.verdict.rawValue
    }
    return hash == record.contentHash
      ? record.verdict.rawValue : "changed since \(record.verdict.rawValue)"
  }

  private func listing(_ progress: ReaderProgress) -> JSONValue {
    let chapters = catalogue.chapters.map { chapter -> JSONValue in
      [
        "id": .string(chapter.id), "number": .integer(chapter.number),
        "title": .string(chapter.title), "summary": .string(chapter.summary),
        "scenarios": .array(chapter.scenarios.map(description)),
        "exercises": .array(
          chapter.exercises.map {
            ["id": .string($0), "state": .string(stateOfExercise($0, progress))]
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
