import Testing
import WorkbookKit

@testable import CommandLineTool

/// Every step of the chapters that ask, with nothing but Enter and answers.
@Suite struct BookWalkTests {
  private static let asking = Catalogue.shipped.chapters.filter { chapter in
    chapter.path.contains { $0.question?.options.isEmpty == false }
  }.map(\.id)

  @Test(arguments: asking)
  func `a step fits a screen, before its answer and with it`(_ id: String) throws {
    try walk(id, width: 76) { step, shown, answered in
      #expect(shown.count <= 15, "\(step.title)")
      #expect(shown.count + answered.count <= 22, "\(step.title)")
      #expect((shown + answered).allSatisfy { $0.count <= 76 }, "\(step.title)")
    }
  }

  @Test(arguments: asking)
  func `in a narrow window only code and pictures are wider`(_ id: String) throws {
    try walk(id, width: 40) { step, shown, answered in
      let prose = (shown + answered).filter { !$0.hasPrefix("  ") }
      #expect(prose.filter { $0.count > 40 } == [], "\(step.title)")
    }
  }

  @Test(arguments: asking)
  func `no answer is right more often than all others together`(_ id: String) throws {
    var right: [String: Int] = [:]
    for question in try questions(id) {
      guard case .how = question.kind else { continue }
      for option in question.options where try isRight(option, question) {
        right[option.key, default: 0] += 1
      }
    }
    let all = right.values.reduce(0, +)
    #expect(right.values.allSatisfy { $0 * 2 <= all }, "\(right)")
    #expect(right["some", default: 0] >= 2)
    #expect(right["never", default: 0] >= 1)
  }

  @Test(arguments: asking)
  func `every choice has a right and two wrong candidates`(_ id: String) throws {
    for question in try questions(id) {
      guard case .choose = question.kind else { continue }
      let right = try question.options.filter { try isRight($0, question) }.count
      #expect(right >= 1, "line \(question.line)")
      #expect(question.options.count - right >= 2, "line \(question.line)")
    }
  }

  @Test(arguments: asking)
  func `the core path is short enough for one sitting`(_ id: String) throws {
    let core = try #require(Catalogue.shipped.chapter(id)).path.filter { $0.level == .core }
    #expect(core.count <= 20)
    let words = core.flatMap { $0.shown + $0.reveal }.reduce(0) { sum, block in
      if case .prose(let text) = block {
        sum + text.split(whereSeparator: \.isWhitespace).count
      } else {
        sum
      }
    }
    #expect(words <= 1200)
  }
}

extension BookWalkTests {
  private func questions(_ id: String) throws -> [Question] {
    try #require(Catalogue.shipped.chapter(id)).path.compactMap(\.question)
  }

  private func isRight(_ option: Question.Option, _ question: Question) throws -> Bool {
    try question.judge(#require(Answer(option.key, to: question))).isRight
  }

  /// Takes each step by its question's first option, and hands over what it printed.
  private func walk(
    _ id: String, width: Int, _ look: (Step, [Substring], [Substring]) throws -> Void
  ) throws {
    let desk = Desk(
      variables: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"], catalogue: .shipped)
    let path = try #require(Catalogue.shipped.chapter(id)).path
    for (index, step) in path.enumerated() {
      let shown = desk.output(of: index == 0 ? "goto \(id)" : "next")
      guard let question = step.question else {
        try look(step, lines(shown), [])
        continue
      }
      // What a person does by hand has no fixed length.
      if case .make = question.kind { continue }
      try look(step, lines(shown), question.options.isEmpty ? [] : lines(desk.output(of: "1")))
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }
}
