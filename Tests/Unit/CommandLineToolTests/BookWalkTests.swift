import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

/// Every step of the book, with nothing but Enter and answers.
struct BookWalkTests {
  private static let chapters = Catalogue.shipped.chapters.map(\.id)

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `a step fits a screen, before its answer and with it`(_ id: String) throws {
    try walk(id, width: 76) { step, shown, answered in
      #expect(shown.count <= 15, "\(step.title)")
      #expect(shown.count + answered.count <= 22, "\(step.title)")
      #expect((shown + answered).allSatisfy { $0.count <= 76 }, "\(step.title)")
    }
  }

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `in a narrow window nothing is wider than it`(_ id: String) throws {
    try walk(id, width: 40) { step, shown, answered in
      let wide = (shown + answered).filter { $0.count > 40 }
      #expect(wide == [], "\(step.title)")
    }
  }

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `no answer is right more often than all others together`(_ id: String) throws {
    var right: [String: Int] = [:]
    for question in try questions(id) {
      guard case .how = question.kind else { continue }
      for key in try question.knownRight() { right[key, default: 0] += 1 }
    }
    let all = right.values.reduce(0, +)
    #expect(right.values.allSatisfy { $0 * 2 <= all }, "\(right)")
    #expect(right["some", default: 0] >= 1)
  }

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `every choice has a right answer and two wrong ones`(_ id: String) throws {
    for question in try questions(id) {
      switch question.kind {
      case .choose, .lost, .line, .recognise, .impossible: break
      case .how, .ends, .order, .write, .make, .repair, .promised: continue
      }
      let right = try question.knownRight().count
      #expect(right >= 1, "line \(question.line)")
      #expect(question.options.count - right >= 2, "line \(question.line)")
    }
  }

  @Test(arguments: chapters)
  func `behind every answer stands why it is so, in at most 60 words`(_ id: String) throws {
    for step in try #require(Catalogue.shipped.chapter(id)).path {
      guard step.question?.options.isEmpty == false else { continue }
      let words = step.reveal.compactMap(\.prose).joined(separator: " ")
        .split(whereSeparator: \.isWhitespace)
      #expect((1...60).contains(words.count), "\(step.title): \(words.count)")
    }
  }

  @Test(arguments: chapters)
  func `each scenario of the core path asks for a repair, chosen or written`(_ id: String) throws {
    let path = try #require(Catalogue.shipped.chapter(id)).path
    let chosen = path.compactMap { step -> String? in
      switch step.question?.kind {
      case .choose, .write: step.program?.scenario.id
      default: nil
      }
    }
    let core = path.filter { $0.level == .core }.compactMap { $0.program?.scenario.id }
    #expect(core.filter { !chosen.contains($0) } == [])
  }

  @Test(arguments: chapters)
  func `the core path is short enough for one sitting`(_ id: String) throws {
    let core = try #require(Catalogue.shipped.chapter(id)).path.filter { $0.level == .core }
    #expect(core.count <= 14)
    let words = core.flatMap { $0.shown + $0.reveal }.reduce(0) { sum, block in
      if case .prose(let text) = block {
        sum + text.split(whereSeparator: \.isWhitespace).count
      } else {
        sum
      }
    }
    #expect(words <= 1200)
  }

  @Test(arguments: chapters)
  func `every scenario is met on the way, and the end is about the reader's app`(
    _ id: String
  ) throws {
    let chapter = try #require(Catalogue.shipped.chapter(id))
    let met = Set(chapter.path.compactMap { $0.program?.scenario.id })
    #expect(chapter.scenarios.map(\.id).filter { !met.contains($0) } == [])
    #expect(chapter.path.last?.id == "in-your-own-app")
  }

  @Test(.long) func `every belief is refuted by one program and tested by another`() throws {
    var programs: [Belief: Set<String>] = [:]
    for question in try Self.chapters.flatMap({ try questions($0) })
    where !question.remarks.isEmpty {
      let right = try question.knownRight()
      for (key, remark) in question.remarks {
        #expect(!right.contains(key), "line \(question.line): '\(key)' is right")
        guard let belief = remark.belief else { continue }
        programs[belief, default: []].insert(question.words + "\(question.line)")
      }
    }
    for belief in Belief.allCases {
      #expect(programs[belief, default: []].count >= 2, "\(belief.rawValue)")
    }
  }
}

extension BookWalkTests {
  private func questions(_ id: String) throws -> [Question] {
    try #require(Catalogue.shipped.chapter(id)).path.compactMap(\.question)
  }

  /// Takes each step by its question's first option, and hands over what it printed.
  private func walk(
    _ id: String, width: Int, _ look: (Step, [Substring], [Substring]) throws -> Void
  ) throws {
    let desk = Desk(
      variables: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"], catalogue: .shipped)
    let path = try #require(Catalogue.shipped.chapter(id)).path
    for (index, step) in path.enumerated() {
      let shown = desk.output(of: "goto \(id) \(index + 1)")
      guard let question = step.question else {
        try look(step, lines(shown), [])
        continue
      }
      // What a person does by hand has no fixed length, and a line has to be built.
      if case .make = question.kind { continue }
      let answer = question.anyAnswer
      try look(step, lines(shown), answer.map { lines(desk.output(of: $0)) } ?? [])
      // The question behind it begins a screen of its own.
      if answer != nil, step.promise != nil { try look(step, [], lines(desk.output(of: "1"))) }
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }
}
