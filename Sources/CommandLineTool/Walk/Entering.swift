internal import Terminal
internal import WorkbookKit

/// Questions on the way into a chapter. They are asked like a step's, one after the other.
struct Entering {
  let chapter: Chapter
  var questions: [OpenQuestion]
  /// The answers so far, for a test that decides whether the chapter is walked.
  var test: (right: Int, of: Int, target: Chapter?)?

  /// What Enter leads to.
  var upcoming: String {
    if !questions.isEmpty { return "the next question" }
    return test == nil ? "chapter \(chapter.number), \(chapter.title)" : "what came of it"
  }

  mutating func noteAnswer(isRight: Bool) { test?.right += isRight ? 1 : 0 }
}

/// What is asked between two chapters, and instead of one.
extension Session {
  /// Asks what is left to ask, and begins the chapter then.
  func enter(_ chapter: Chapter) throws -> ExitStatus {
    guard let entering, !entering.questions.isEmpty else {
      let test = entering?.test
      entering = nil
      return try test.map { try finish($0, of: chapter) } ?? begin(chapter)
    }
    let open = entering.questions[0]
    self.entering?.questions.removeFirst()
    console.show(TextLine(open.step.title, .heading))
    show(open.step.shown)
    return try ask(open)
  }

  /// Two questions before anything was taught, so that it can be seen later what was learnt.
  func enterFirstChapter() throws -> ExitStatus {
    let chapter = try firstChapter
    let quizzes = Recall.beforehand(chapter).filter { quiz in
      !store.progress.attempts.contains { $0.step == quiz.program.name }
    }
    tell(quizzes, "before it begins: a guess is enough, and they come again at its end")
    return try enter(chapter, asking: quizzes)
  }

  /// From one chapter into the next, by way of what came before it.
  func leave(_ chapter: Chapter, for following: Chapter) throws -> ExitStatus {
    tellWhatIsOpen(in: chapter)
    offerOwnClass()
    let attempts = store.progress.attempts
    var quizzes = Recall.opening(following, of: catalogue.chapters, after: attempts)
    if try chapter.id == firstChapter.id {
      quizzes = Recall.again(chapter, after: attempts) + quizzes
    }
    tell(quizzes, "about what came before, before chapter \(following.number) begins")
    return try enter(following, asking: quizzes)
  }

  private func enter(_ chapter: Chapter, asking quizzes: [Quiz]) throws -> ExitStatus {
    entering = Entering(
      chapter: chapter,
      questions: quizzes.compactMap { quiz in
        quiz.step.question.map {
          OpenQuestion(
            chapter: quiz.chapter, step: quiz.step, question: $0, name: quiz.name)
        }
      })
    return try enter(chapter)
  }

  private func tell(_ quizzes: [Quiz], _ words: String) {
    if !quizzes.isEmpty { console.tell("\(quizzes.count.of("question")) \(words).", .faint) }
  }

  private func finish(
    _ test: (right: Int, of: Int, target: Chapter?), of chapter: Chapter
  ) throws -> ExitStatus {
    guard test.right == test.of else {
      console.tell(
        "\(test.right) of \(test.of) were right, so chapter \(chapter.number) is worth the walk.")
      return try begin(chapter)
    }
    console.tell("All right: chapter \(chapter.number) is yours.", .good)
    guard let target = test.target else { return .done }
    return try begin(target)
  }
}
