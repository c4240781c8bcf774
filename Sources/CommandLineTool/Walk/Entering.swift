internal import WorkbookKit

/// What is asked between two chapters, and instead of one.
extension Walk {
  /// Asks what is left to ask, and begins the chapter then.
  func enter(_ chapter: Chapter) throws -> ExitStatus {
    guard let open = entrance.nextQuestion() else {
      return try entrance.close().map { try finish($0, of: chapter) } ?? begin(chapter)
    }
    console.show(TextLine(open.step.title, .heading))
    console.show(open.step.shown)
    return try questions.ask(open)
  }

  /// Two questions before anything was taught, so that it can be seen later what was learnt.
  func enterFirstChapter() throws -> ExitStatus {
    let chapter = try bookmark.catalogue.firstChapter
    let quizzes = Recall.beforehand(chapter).filter { quiz in
      !bookmark.store.progress.attempts.contains { $0.step == quiz.program.name }
    }
    tell(quizzes, "before it begins: a guess is enough, and they come again at its end")
    return try enter(chapter, asking: quizzes)
  }

  /// From one chapter into the next, by way of what came before it.
  func leave(_ chapter: Chapter, for following: Chapter) throws -> ExitStatus {
    tellWhatIsOpen(in: chapter)
    offerOwnClass()
    let attempts = bookmark.store.progress.attempts
    var quizzes = Recall.opening(following, of: bookmark.catalogue.chapters, after: attempts)
    if try chapter.id == bookmark.catalogue.firstChapter.id {
      quizzes = Recall.again(chapter, after: attempts) + quizzes
    }
    tell(quizzes, "about what came before, before chapter \(following.number) begins")
    return try enter(following, asking: quizzes)
  }

  private func enter(_ chapter: Chapter, asking quizzes: [Quiz]) throws -> ExitStatus {
    entrance.open(
      to: chapter,
      asking: quizzes.compactMap { quiz in
        quiz.step.question.map {
          OpenQuestion(chapter: quiz.chapter, step: quiz.step, question: $0, name: quiz.name)
        }
      })
    return try enter(chapter)
  }

  private func tell(_ quizzes: [Quiz], _ words: String) {
    if !quizzes.isEmpty { console.tell("\(quizzes.count.of("question")) \(words).", .faint) }
  }

  private func finish(
    _ test: Entrance.Test, of chapter: Chapter
  ) throws -> ExitStatus {
    guard test.isPassed else {
      console.tell(
        "\(test.right) of \(test.count) were right, so chapter \(chapter.number) is worth the walk."
      )
      return try begin(chapter)
    }
    console.tell("All right: chapter \(chapter.number) is yours.", .good)
    guard let target = test.target else { return .done }
    return try begin(target)
  }
}
