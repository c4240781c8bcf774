internal import WorkbookKit

/// The walk through a chapter, one step at a time. A question that is open is answered at the
/// prompt like any command; what stands behind it is shown with the verdict.
struct Walk {
  let dialogue: Dialogue
  let bookmark: Bookmark
  let exercises: ExercisesAtHand
  let entrance: Entrance
  let questions: Questions
  let onward: Onward

  var console: Console { dialogue.console }

  /// One step further than where the reader stands.
  func next() throws -> ExitStatus {
    if let open = questions.open { return questions.remind(of: open) }
    if let chapter = entrance.chapter { return try enter(chapter) }
    if let track = bookmark.track { return try next(on: track) }
    guard let here = try bookmark.standing() else { return try beginFirstRun() }
    if bookmark.isAtEndOfFirstRun(here) { return try enterFirstChapter() }
    let next = here.index.map { $0 + 1 } ?? 0
    if next < here.path.count { return try show(next, of: here.path, in: here.chapter) }
    guard let following = bookmark.catalogue.chapter(after: here.chapter.id) else {
      tellWhatIsOpen(in: here.chapter)
      return tellEndOfBook()
    }
    return try leave(here.chapter, for: following)
  }

  /// For another place in the book: nothing is asked any more.
  func leaveQuestions() {
    questions.close()
    entrance.close()
  }

  func begin(_ chapter: Chapter) throws -> ExitStatus {
    try show(0, of: try chapter.steps(), in: chapter)
  }

  func show(_ index: Int, of path: [Step], in chapter: Chapter) throws -> ExitStatus {
    let step = path[index]
    // A reader who goes to another chapter has its exercises in mind.
    if bookmark.store.progress.place?.chapter != chapter.id { exercises.putAway() }
    let isAsked = step.question?.takesAnswer == true
    bookmark.store.update {
      $0.goTo(step, of: chapter)
      $0.isAsked = isAsked
    }
    if let exercise = step.exercise { exercises.takeUp(exercise) }
    let minutes = dialogue.lines.isInteractive ? ", \(step.minutes) min" : ""
    let place = "\(chapter.number) \(chapter.title) \(index + 1)/\(path.count)\(minutes)"
    let heading = TextLine("\(place)  ", .faint) + TextLine(step.title, .heading)
    console.show(
      heading.width <= console.width
        ? [heading] : [TextLine(place, .faint), TextLine(step.title, .heading)])
    console.show(step.shown)
    guard let question = step.question else {
      onward.suggest("next")
      return .done
    }
    return try questions.ask(
      OpenQuestion(
        chapter: chapter, step: step, question: question, name: "\(chapter.id)/\(step.id)"))
  }
}
