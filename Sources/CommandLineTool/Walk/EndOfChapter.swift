internal import WorkbookKit

/// What is told where a chapter ends, and the book.
extension Walk {
  /// At the end of a chapter, what the reader has left open in it.
  func tellWhatIsOpen(in chapter: Chapter) {
    let open = bookmark.store.progress.whatIsOpen(in: chapter)
    guard !open.isEmpty else { return console.tell("Nothing is open in '\(chapter.id)'.", .good) }
    if !open.questions.isEmpty {
      let places = open.questions.map { "\($0)" }.joined(separator: ", ")
      console.tell(
        "\(open.questions.count.of("question")) without an answer: goto \(chapter.id) \(places)")
    }
    if !open.unseen.isEmpty { console.tell("\(open.unseen.count.of("step")) not seen.") }
    if !open.exercises.isEmpty {
      let names = open.exercises.joined(separator: ", ")
      console.tell("\(open.exercises.count.of("exercise")) to repair: \(names)")
    }
  }

  /// What comes behind a chapter, and behind the book.
  func offerOwnClass() {
    console.show(
      TextLine("And a class of your own, as it is: ") + TextLine("try FILE.swift", .code))
  }

  /// The last screen: how far the reader has come, and what is weakest.
  func tellEndOfBook() -> ExitStatus {
    console.show(TextLine("That was the last chapter.", .heading))
    let progress = bookmark.store.progress
    console.tellWalked(progress, in: bookmark.catalogue)
    let weakest = progress.ideas(in: bookmark.catalogue.chapters).filter { !$0.isOverturned }
      .prefix(3)
    if !weakest.isEmpty { console.tell("To look at once more:") }
    for idea in weakest {
      let place = idea.step.split(separator: "/")
      let isStep =
        bookmark.catalogue.chapter(String(place.first ?? ""))?.path
        .contains { $0.id == place.last.map(String.init) } ?? false
      console.tell("\"\(idea.belief.sentence)\" explains \(idea.answers.of("answer")).")
      if isStep { console.show(TextLine("  goto \(place.joined(separator: " "))", .code)) }
    }
    offerOwnClass()
    onward.suggest("quiz")
    return .done
  }
}

extension Console {
  /// Steps, questions and ideas.
  func tellWalked(_ progress: ReaderProgress, in catalogue: Catalogue) {
    let walked = Walked(progress, in: catalogue.chapters)
    tell("Seen \(walked.seen) of \(walked.steps.of("step")).")
    tell(
      "Answered \(walked.answered) of \(walked.questions.of("question")), \(walked.right) right.")
    let ideas = progress.ideas(in: catalogue.chapters)
    guard !ideas.isEmpty else { return }
    tell(
      "\(ideas.count.of("mistaken idea")) met, \(ideas.count(where: \.isOverturned)) overturned.")
  }
}
