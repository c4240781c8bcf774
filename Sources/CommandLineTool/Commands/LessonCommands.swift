internal import WorkbookKit

/// The way through a chapter: lesson, run, explore, compare, exercise.
extension Session {
  func lesson(_ word: String?) throws -> ExitStatus {
    let current = store.progress.place?.chapter ?? catalogue.chapters.first?.id
    guard let word = word ?? current else { throw noChapters }
    return try take(.lesson, of: try chapter(word), CommonOptions())
  }

  func goTo(_ word: String, _ options: CommonOptions) throws -> ExitStatus {
    try take(.lesson, of: try chapter(word), options)
  }

  /// One step further than where the reader stands.
  func next(_ options: CommonOptions) throws -> ExitStatus {
    guard let first = catalogue.chapters.first else { throw noChapters }
    guard let place = store.progress.place, let chapter = catalogue.chapter(place.chapter) else {
      return try take(.lesson, of: first, options)
    }
    if let step = steps(of: chapter).first(where: { $0 > place.step }) {
      return try take(step, of: chapter, options)
    }
    guard let following = catalogue.chapter(after: chapter.id) else {
      console.tell("That was the last chapter. See what is left: list")
      return .done
    }
    return try take(.lesson, of: following, options)
  }

  /// One step back from where the reader stands.
  func back(_ options: CommonOptions) throws -> ExitStatus {
    guard let place = store.progress.place, let chapter = catalogue.chapter(place.chapter) else {
      return try next(options)
    }
    if let step = steps(of: chapter).last(where: { $0 < place.step }) {
      return try take(step, of: chapter, options)
    }
    guard let previous = catalogue.chapter(before: chapter.id) else {
      console.tell("This is the beginning. Go on: next")
      return .done
    }
    return try take(steps(of: previous).last ?? .lesson, of: previous, options)
  }

  /// Does a step and remembers that the reader is there.
  private func take(
    _ step: ReaderProgress.Step, of chapter: Chapter, _ options: CommonOptions
  ) throws -> ExitStatus {
    store.update { $0.place = .init(chapter: chapter.id, step: step) }
    switch step {
    case .lesson:
      console.page(markdown: try chapter.lessonText())
      suggest("next")
      return .done
    case .run:
      return try perform(.run(Target(scenario: chapter.id), isLive: false, schedule: nil), options)
    case .explore:
      return try perform(.explore(Target(scenario: chapter.id), ExploreRequest()), options)
    case .compare: return try perform(.compare(scenario: chapter.id), options)
    case .exercise: return try showExercises(of: chapter)
    }
  }

  private func steps(of chapter: Chapter) -> [ReaderProgress.Step] {
    ReaderProgress.Step.allCases.filter { step in
      switch step {
      case .lesson: true
      case .run, .explore, .compare: chapter.mainScenario != nil
      case .exercise: !chapter.exercises.isEmpty
      }
    }
  }

  /// The first exercise of a chapter that is not passed, or word that all are.
  private func showExercises(of chapter: Chapter) throws -> ExitStatus {
    let progress = store.progress
    let open = chapter.exercises.first { progress[exercise: $0]?.verdict != .pass }
    guard let open else {
      console.tell("You passed every exercise of '\(chapter.id)'.", .good)
      suggest("next")
      return .done
    }
    let exercise = try exercise(open)
    console.page(markdown: try sheet(of: exercise).page)
    suggest("open \(exercise.id)")
    return .done
  }

  /// The next sensible command. Piped transcripts hold results only.
  func suggest(_ command: String) {
    guard lines.isInteractive else { return }
    console.show(TextLine("Next: ", .faint) + TextLine(command, .code))
  }

  private var noChapters: CommandFailure {
    CommandFailure(problem: "this workbook was built without chapters", status: .fault)
  }
}
