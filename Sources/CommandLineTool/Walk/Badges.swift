internal import WorkbookKit

/// Who promises what a step teaches: told behind its answer, never before.
extension Console {
  /// One sign behind a verdict, or a word for ears; empty where nothing is cited.
  func badge(of step: Step) -> String {
    guard let basis = step.basis else { return "" }
    return isAccessible ? " (\(basis.name))" : " \(basis.glyph)"
  }

  /// The same in words, a line for each thing that the step rests on.
  func tellBasis(of step: Step) {
    guard let basis = step.basis else { return }
    show(TextLine("\(basis.glyph) \(basis.name)", .heading))
    for citation in step.cited { tell(citation.words) }
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
