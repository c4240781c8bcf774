internal import Terminal
internal import WorkbookKit

/// The walk through a chapter, one step at a time. A question that is open is answered at the
/// prompt like any command; what stands behind it is shown with the verdict.
extension Session {
  /// One step further than where the reader stands.
  func next() throws -> ExitStatus {
    if let open { return remind(of: open) }
    if let chapter = entering?.chapter { return try enter(chapter) }
    if let track = currentTrack { return try next(on: track) }
    guard let here = try standing() else { return try beginFirstRun() }
    if isAtEndOfFirstRun(here) { return try enterFirstChapter() }
    let next = here.index.map { $0 + 1 } ?? 0
    if next < here.path.count { return try show(next, of: here.path, in: here.chapter) }
    guard let following = catalogue.chapter(after: here.chapter.id) else {
      tellWhatIsOpen(in: here.chapter)
      return tellEndOfBook()
    }
    return try leave(here.chapter, for: following)
  }
}

// MARK: Showing

extension Session {
  func begin(_ chapter: Chapter) throws -> ExitStatus {
    try show(0, of: try path(of: chapter), in: chapter)
  }

  func show(_ index: Int, of path: [Step], in chapter: Chapter) throws -> ExitStatus {
    let step = path[index]
    // A reader who goes to another chapter has its exercises in mind.
    if store.progress.place?.chapter != chapter.id { exerciseAtHand = nil }
    let isAsked = step.question?.takesAnswer == true
    store.update {
      $0.goTo(step, of: chapter)
      $0.isAsked = isAsked
    }
    if let exercise = step.exercise { exerciseAtHand = exercise }
    let minutes = lines.isInteractive ? ", \(step.minutes) min" : ""
    let place = "\(chapter.number) \(chapter.title) \(index + 1)/\(path.count)\(minutes)"
    let heading = TextLine("\(place)  ", .faint) + TextLine(step.title, .heading)
    console.show(
      heading.width <= console.width
        ? [heading] : [TextLine(place, .faint), TextLine(step.title, .heading)])
    show(step.shown)
    guard let question = step.question else {
      suggest("next")
      return .done
    }
    return try ask(
      OpenQuestion(
        chapter: chapter, step: step, question: question, name: "\(chapter.id)/\(step.id)"))
  }

  func show(_ blocks: [Block]) { console.show(lines(of: blocks)) }

  func lines(of blocks: [Block]) -> [TextLine] {
    let fitting = blocks.filter { block in
      if case .picture = block { showsRecordedPictures } else { true }
    }
    return fitting.enumerated().flatMap { index, block in
      (index > 0 ? [.blank] : [])
        + (block.prose.map { Markdown.lines($0, style: console.style) }
          ?? block.lines(width: console.width))
    }
  }
}

// MARK: Where the reader stands

extension Session {
  var firstChapter: Chapter {
    get throws {
      guard let first = catalogue.chapters.first else {
        throw CommandFailure(problem: "this workbook was built without chapters", status: .fault)
      }
      return first
    }
  }

  func path(of chapter: Chapter) throws -> [Step] {
    let path = LessonPath(try chapter.lessonText(), of: chapter).steps
    guard !path.isEmpty else {
      throw CommandFailure(problem: "the lesson of '\(chapter.id)' has no steps", status: .fault)
    }
    return path
  }

  struct Standing {
    let chapter: Chapter
    let path: [Step]
    /// Nil when the lesson has no longer a step of that name.
    let index: Int?
  }

  func standing() throws -> Standing? {
    guard let place = store.progress.place, let chapter = catalogue.chapter(place.chapter) else {
      return nil
    }
    let path = try path(of: chapter)
    return Standing(
      chapter: chapter, path: path, index: path.firstIndex { $0.id == place.step })
  }
}
