internal import Terminal
internal import WorkbookKit

extension Session {
  /// Steps, questions and ideas.
  func tellWalked(_ progress: ReaderProgress) {
    let walked = Walked(progress, in: catalogue.chapters)
    console.tell("Seen \(walked.seen) of \(walked.steps.of("step")).")
    console.tell(
      "Answered \(walked.answered) of \(walked.questions.of("question")), \(walked.right) right.")
    let ideas = progress.ideas(in: catalogue.chapters)
    guard !ideas.isEmpty else { return }
    console.tell(
      "\(ideas.count.of("mistaken idea")) met, \(ideas.count(where: \.isOverturned)) overturned.")
  }

  /// The last screen: how far the reader has come, and what is weakest.
  func tellEndOfBook() -> ExitStatus {
    console.show(TextLine("That was the last chapter.", .heading))
    let progress = store.progress
    tellWalked(progress)
    let weakest = progress.ideas(in: catalogue.chapters).filter { !$0.isOverturned }.prefix(3)
    if !weakest.isEmpty { console.tell("To look at once more:") }
    for idea in weakest {
      let place = idea.step.split(separator: "/")
      let isStep =
        catalogue.chapter(String(place.first ?? ""))?.path
        .contains { $0.id == place.last.map(String.init) } ?? false
      console.tell("\"\(idea.belief.sentence)\" explains \(idea.answers.of("answer")).")
      if isStep { console.show(TextLine("  goto \(place.joined(separator: " "))", .code)) }
    }
    offerOwnClass()
    suggest("quiz")
    return .done
  }
}
