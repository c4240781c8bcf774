internal import Foundation
internal import Terminal
internal import WorkbookKit

/// A chapter to read in one piece: what stands behind a question only where it was answered.
struct LessonCommand: Command {
  var chapter: String?

  static let syntax = Syntax(
    name: "lesson", operands: [.optional(.chapter)],
    summary: "read a chapter's lesson; without a name, the current one",
    examples: ["lesson", "lesson basics"],
    make: { Self(chapter: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let chapter = try session.bookmark.chapter(chapter)
    let answered = Set(session.store.progress.attempts.map(\.step))
    let heading = [TextLine("\(chapter.number) \(chapter.title)", .heading)]
    let steps = try chapter.steps().enumerated().flatMap { index, step in
      [.blank, TextLine("\(index + 1) \(step.title)", .heading)]
        + console.lines(of: step.shown)
        + question(
          of: step, isAnswered: answered.contains("\(chapter.id)/\(step.id)"),
          place: "\(chapter.id) \(index + 1)", console)
    }
    console.page(heading + steps + sources(of: chapter, console))
    session.onward.suggest("next")
    return .done
  }

  private func question(
    of step: Step, isAnswered: Bool, place: String, _ console: Console
  ) -> [TextLine] {
    guard let question = step.question else { return [] }
    let words = Markdown.lines(question.words, style: console.style)
    guard question.takesAnswer else { return words + console.lines(of: step.reveal) }
    let options = question.ordered(OptionOrder(place: place)).options.flatMap { option in
      TextLine.paragraph("- \(option.words)", indent: 2, width: console.width)
    }
    return words + options
      + (isAnswered
        ? console.lines(of: step.reveal) : [TextLine("Answer it: goto \(place)", .faint)])
  }

  /// Behind the last step, which the path leaves out.
  private func sources(of chapter: Chapter, _ console: Console) -> [TextLine] {
    let text = (try? chapter.lessonText()) ?? ""
    guard let start = text.range(of: "\n## Sources\n") else { return [] }
    return [.blank] + Markdown.lines(String(text[start.lowerBound...]), style: console.style)
  }
}
