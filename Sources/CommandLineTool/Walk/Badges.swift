internal import WorkbookKit

/// Who promises what a step teaches: told behind its answer, never before.
extension Session {
  /// One sign behind a verdict, or a word for ears; empty where nothing is cited.
  func badge(of step: Step) -> String {
    guard let basis = step.basis else { return "" }
    return console.isAccessible ? " (\(basis.name))" : " \(basis.glyph)"
  }

  /// On the walk, whether what was taught is promised; it is asked before that is told.
  func secondQuestion(behind open: OpenQuestion) -> OpenQuestion? {
    guard asksForPromises, open.name == "\(open.chapter.id)/\(open.step.id)",
      let step = open.step.askingForPromise, let question = step.question
    else { return nil }
    return OpenQuestion(
      chapter: open.chapter, step: step, question: question, name: Step.promise(of: open.name),
      following: open.following)
  }

  /// The same in words, a line for each thing that the step rests on.
  func tellBasis(of step: Step) {
    guard let basis = step.basis else { return }
    console.show(TextLine("\(basis.glyph) \(basis.name)", .heading))
    for citation in step.cited { console.tell(citation.words) }
  }
}

extension HelpPage {
  static let badges = HelpPage(
    name: "badges", title: "Who promises it",
    paragraphs: [
      "The letter behind a verdict says what the step rests on; as weak as the weakest of it. "
        + "'more' names the facts, by their numbers in Sources/CoreData/FACTS.md."
    ],
    facts: Basis.allCases.map { ("\($0.glyph) \($0.name)", $0.meaning) })
}
