internal import Foundation
internal import Terminal
internal import WorkbookKit

extension Session {
  /// A chapter to read in one piece: what stands behind a question only where it was answered.
  func lesson(_ word: String?) throws -> ExitStatus {
    let chapter = try chapter(word ?? store.progress.place?.chapter ?? firstChapter.id)
    let answered = Set(store.progress.attempts.map(\.step))
    let heading = [TextLine("\(chapter.number) \(chapter.title)", .heading)]
    let steps = try path(of: chapter).enumerated().flatMap { index, step in
      [.blank, TextLine("\(index + 1) \(step.title)", .heading)] + lines(of: step.shown)
        + question(
          of: step, isAnswered: answered.contains("\(chapter.id)/\(step.id)"),
          place: "\(chapter.id) \(index + 1)")
    }
    console.page(heading + steps + sources(of: chapter))
    suggest("next")
    return .done
  }

  private func question(of step: Step, isAnswered: Bool, place: String) -> [TextLine] {
    guard let question = step.question else { return [] }
    let words = Markdown.lines(question.words, style: console.style)
    guard question.takesAnswer else { return words + lines(of: step.reveal) }
    let options = question.ordered(OptionOrder(place: place)).options.flatMap { option in
      TextLine.paragraph("- \(option.words)", indent: 2, width: console.width)
    }
    return words + options
      + (isAnswered ? lines(of: step.reveal) : [TextLine("Answer it: goto \(place)", .faint)])
  }

  /// Behind the last step, which the path leaves out.
  private func sources(of chapter: Chapter) -> [TextLine] {
    let text = (try? chapter.lessonText()) ?? ""
    guard let start = text.range(of: "\n## Sources\n") else { return [] }
    return [.blank] + Markdown.lines(String(text[start.lowerBound...]), style: console.style)
  }
}
