internal import WorkbookKit

/// Questions on the way into a chapter. They are asked like a step's, one after the other.
final class Entrance {
  /// The chapter that is being entered; nil on the way through one.
  private(set) var chapter: Chapter?
  private var questions: [OpenQuestion] = []
  private var test: Test?

  /// Decides whether the chapter is walked.
  struct Test {
    /// Where all right answers lead.
    let target: Chapter?
    let count: Int
    fileprivate(set) var right = 0

    var isPassed: Bool { right == count }
  }

  func open(to chapter: Chapter, asking questions: [OpenQuestion], test: Test? = nil) {
    self.chapter = chapter
    self.questions = questions
    self.test = test
  }

  func nextQuestion() -> OpenQuestion? { questions.isEmpty ? nil : questions.removeFirst() }

  func noteAnswer(isRight: Bool) { test?.right += isRight ? 1 : 0 }

  /// Nothing is asked any more; gives the test that this was, if it was one.
  @discardableResult
  func close() -> Test? {
    defer { (chapter, questions, test) = (nil, [], nil) }
    return test
  }

  /// What Enter leads to; nil on the way through a chapter.
  var upcoming: String? {
    guard let chapter else { return nil }
    if !questions.isEmpty { return "the next question" }
    return test == nil ? "chapter \(chapter.number), \(chapter.title)" : "what came of it"
  }
}
