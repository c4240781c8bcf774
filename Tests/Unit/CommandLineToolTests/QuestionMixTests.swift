import LongTests
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// Which kinds of questions a chapter asks, and how often its reader makes something.
struct QuestionMixTests {
  private static let chapters = Catalogue.shipped.chapters.map(\.id)

  private func path(_ id: String) throws -> [Step] {
    try #require(Catalogue.shipped.chapter(id)).path
  }

  @Test(arguments: chapters)
  func `at most three of five questions are predictions or choices`(_ id: String) throws {
    let questions = try path(id).compactMap(\.question)
    let usual = questions.count { question in
      switch question.kind {
      case .how, .choose: true
      default: false
      }
    }
    let most = questions.count * 3 / 5
    #expect(
      usual <= most,
      """
      '\(id)' has \(questions.count) questions, \(usual) of them Predict or Choose; at most \
      \(most). Ask \(usual - most) in another way: Ends, Lost, Line, Recognise, Order, \
      Impossible, Write, Make.
      """)
  }

  @Test(arguments: chapters)
  func `there are at least three kinds besides those two`(_ id: String) throws {
    let kinds = Set(try path(id).compactMap { $0.question?.kind.name })
    #expect(
      kinds.subtracting(["Predict", "Choose"]).count >= 3,
      "'\(id)' asks only with \(kinds.sorted().joined(separator: ", "))")
  }

  @Test(arguments: chapters)
  func `in every six steps there is one in which the reader makes something`(
    _ id: String
  ) throws {
    let path = try path(id)
    let isMade = path.map { ["Make", "Write", "Repair"].contains($0.question?.kind.name) }
    for start in 0...(path.count - 6) {
      let steps = path[start..<(start + 6)]
      #expect(
        isMade[start..<(start + 6)].contains(true),
        """
        '\(id)', steps \(start + 1) to \(start + 6) (\(steps.map(\.title))): one of them has to \
        ask with Make, Write or Repair.
        """)
    }
  }

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `steps to be put in order, and those of logs, are steps of some run`(_ id: String) throws {
    for question in try path(id).compactMap(\.question) {
      let wanted: [String]
      let program: Experiment
      switch question.kind {
      case .order(let about, let events, _): (program, wanted) = (about, events.map(\.step))
      case .impossible(let about, let logs): (program, wanted) = (about, logs.flatMap(\.self))
      default: continue
      }
      let orders = try #require(program.allOrders(), "\(program.name) has too many orders")
      let steps = Set(orders.flatMap(\.steps))
      for step in wanted {
        #expect(steps.contains(step), "line \(question.line): no run has the step '\(step)'")
      }
      if case .order = question.kind {
        let right = try question.knownRight().count
        let all = question.options.indices.reduce(1) { $0 * ($1 + 1) }
        #expect(right > 0 && right * 2 <= all, "line \(question.line): \(right) of \(all)")
      }
    }
  }

  @Test func `every kind is asked more than once`() throws {
    let all = try Self.chapters.flatMap { try path($0).compactMap { $0.question?.kind.name } }
    for kind in Set(all) { #expect(all.count { $0 == kind } > 1, "\(kind)") }
    #expect(Set(all).count == 11)
  }
}

extension Question {
  /// Something that answers it, right or not; nil where it is answered by doing something.
  var anyAnswer: String? {
    guard !options.isEmpty else { return nil }
    return takesOrder ? options.indices.map(mark).joined(separator: " ") : mark(0)
  }
}
