import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

/// Who answers without reading, over a thousand readers: where the options stand must say nothing.
struct OptionOrderTests {
  private static let chapters = Catalogue.shipped.chapters.map(\.id)
  private static let seeds = 1...1000

  /// A question of a chapter with what is right.
  private struct Asked {
    let place: String
    let question: Question
    let right: Set<String>

    func options(_ seed: Int) -> [Question.Option] {
      question.ordered(OptionOrder(seed: seed, place: place)).options
    }

    func isRight(_ chosen: [String]) -> Bool {
      if question.takesOrder { return right.contains(chosen.joined(separator: Question.then)) }
      let chosen = Set(chosen)
      return question.takesSeveral ? chosen == right : !chosen.isEmpty && chosen.isSubset(of: right)
    }
  }

  private func asked(_ id: String) throws -> [Asked] {
    try #require(Catalogue.shipped.chapter(id)).path.compactMap { step in
      guard let question = step.question, !question.options.isEmpty else { return nil }
      return Asked(
        place: "\(id)/\(step.id)", question: question, right: try question.knownRight())
    }
  }

  @Test(arguments: LongTests.all(chapters, orFirst: 2))
  func `by position no strategy is right in two of five answers`(_ id: String) throws {
    let asked = try asked(id)
    // From the front and from the back: one option, two, three; and all of them.
    var right: [String: Int] = [:]
    for seed in Self.seeds {
      for one in asked {
        let keys = one.options(seed).map(\.key)
        for (name, chosen) in Self.strategies(keys, for: one.question)
        where one.isRight(chosen) {
          right[name, default: 0] += 1
        }
      }
    }
    let all = asked.count * Self.seeds.count
    for (name, count) in right { #expect(count * 5 <= all * 2, "\(name): \(count) of \(all)") }
  }

  // What is right takes an exploration of each program, so both are asked of the book in one test.
  @Test
  func
    `the longest option and "some" are right in less than half of the book, and all is asked for`()
    throws
  {
    let asked = try Self.chapters.flatMap { try self.asked($0) }
    for one in asked where one.right.count > 1 && !one.question.takesOrder {
      #expect(one.question.takesSeveral, "\(one.place): \(one.right.sorted())")
    }
    let longest = asked.count { one in
      let options = one.question.options
      let most = options.map(\.words.count).max() ?? 0
      guard !one.question.takesOrder else { return false }
      return one.isRight(options.filter { $0.words.count == most }.prefix(1).map(\.key))
    }
    #expect(longest * 2 <= asked.count, "\(longest) of \(asked.count)")
    let shares = asked.filter { if case .how = $0.question.kind { true } else { false } }
    let some = shares.count { $0.right == ["some"] }
    #expect(some * 2 <= shares.count, "\(some) of \(shares.count)")
  }

  @Test func `a reader has one order until the step is left, another one afterwards`() throws {
    let seeds = 1...50
    let one = try #require(
      try asked("deadlocks").first { one in
        if case .choose = one.question.kind { true } else { false }
      })
    #expect(Set(seeds.map { one.options($0).map(\.key) }).count > 5)
    #expect(Set(seeds.map { one.options($0).map(\.key).sorted() }).count == 1)
    #expect(one.options(7) == one.options(7))
    let later = Asked(place: one.place + " 1", question: one.question, right: one.right)
    #expect(seeds.contains { one.options($0) != later.options($0) })
  }

  private static func strategies(
    _ keys: [String], for question: Question
  ) -> [(name: String, chosen: [String])] {
    var strategies: [(name: String, chosen: [String])] = []
    for count in 1...(question.takesSeveral ? keys.count : 1) {
      for place in 0...(keys.count - count) {
        // Of what is to be put in order, all, from that place on.
        let order = Array(keys[place...] + keys[..<place])
        let isOrder = question.takesOrder
        let front = isOrder ? order : Array(keys[place..<(place + count)])
        strategies.append(("\(count) from place \(place + 1)", front))
        let back = isOrder ? order.reversed() : Array(keys.dropLast(place).suffix(count))
        strategies.append(("\(count) from the end but \(place)", back))
      }
    }
    return strategies
  }
}
