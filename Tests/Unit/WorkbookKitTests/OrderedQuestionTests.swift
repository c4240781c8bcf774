import Interleaving
import Testing

@testable import WorkbookKit

/// Questions about the order of steps.
struct OrderedQuestionTests {
  private static let scenario = Scenario(
    "counting/lost", title: "The lost count", question: "Is the sum always two?",
    outcomes: [.allowed("two", "Both were counted."), .forbidden("one", "One was lost.")],
    variants: [
      .bug("read, then write", idea: "Two steps.", expecting: .failing(2, of: 4)) { runtime in
        let count = runtime.cell("count", 0)
        for name in ["ann", "ben"] {
          runtime.thread(name) { count.write(count.read() + 1) }
        }
        runtime.atEnd { runtime.outcome(count.value == 2 ? "two" : "one") }
      }
    ])

  private static let program = Experiment(scenario, scenario.variants[0])

  private static let chapter = Chapter(
    "counting", number: 1, title: "Counting", summary: "Two threads count.", lesson: { nil },
    scenarios: [scenario])

  private func question(_ quote: String) throws -> Question {
    let lesson = """
      ## Both count
      ```swift counting/lost bug
      for name in ["ann", "ben"] {
      ```
      \(quote)
      """
    let path = LessonPath(lesson, of: Self.chapter)
    #expect(path.flaws == [])
    return try #require(path.steps.first?.question)
  }

  private func order(_ outcome: String) throws -> Question {
    try question(
      """
      > **Order**\(outcome). In which order can they come?
      > - Ann reads: `ann reads count`
      > - `ann writes count`: _one-call-is-one-unit_. Right if nothing came between.
      > - `ben reads count`
      > - `ben writes count`
      """)
  }

  @Test func `every order is found, also those that are equal for a search`() throws {
    let plain = try Self.program.explore(Self.program.options(.plain))
    #expect(Self.program.allOrders()?.count == plain.exploration.schedules)
  }

  @Test func `any order that some run has is right`() throws {
    let question = try order("")
    #expect(question.options.map(\.words)[0...1] == ["Ann reads", "ann writes count"])
    #expect(try question.truth().right.count == 6)
    for (words, isRight) in [("A B C D", true), ("C A D B", true), ("cabd", true), ("BACD", false)]
    {
      let answer = try #require(Answer(words, to: question))
      #expect(try question.judge(answer).isRight == isRight, "\(words)")
    }
    let one = try order(" one")
    #expect(try one.truth().right.count == 4)
    #expect(try !one.judge(#require(Answer("A B C D", to: one))).isRight)
  }

  @Test func `the step that cannot come there is named, with the idea behind it`() throws {
    let question = try order("")
    let judged = try question.judge(#require(Answer("B A C D", to: question)))
    #expect(judged.sentence.hasPrefix("No: B cannot come there; 6 of 24 orders can happen, as "))
    #expect(judged.remarks.map(\.belief) == [.oneCallIsOneUnit])
    let attempt = Attempt(
      step: "counting/both-count", answer: Answer("B A C D", to: question)!, judged: judged)
    #expect(attempt.answer.hasPrefix("ann writes count; ann reads count; "))
  }

  @Test(arguments: ["A", "A B C", "A B C C", "A B C E", "A A B C D"])
  func `an order names each step once`(_ words: String) throws {
    #expect(try Answer(words, to: order("")) == nil)
  }

  @Test func `a log is impossible that no run has`() throws {
    let question = try question(
      """
      > **Impossible**. Which can no run show?
      > - `ann reads count`; `ben reads count`; `ann writes count`: _speed-decides_. Right if alone.
      > - `ben writes count`; `ben reads count`
      > - `ben writes count`; `ann reads count`
      """)
    #expect(try question.truth().right == ["ben writes count; ben reads count"])
    #expect(try question.truth().words == "no run has B")
    #expect(question.remarks.values.map(\.belief) == [.speedDecides])
    #expect(try question.judge(#require(Answer("B", to: question))).isRight)
    #expect(try !question.judge(#require(Answer("A", to: question))).isRight)
  }

  @Test(arguments: [
    ("**Order** three. ?\n> - `ann reads count`", "has no outcome 'three'"),
    ("**Order**. ?\n> - ann reads", "names no step in backquotes"),
    ("**Impossible**. ?\n> - ann reads", "names no steps in backquotes"),
    ("**Write**. ?\n> - `for name in [\"ann\", \"ben\"] {`", "and one that is right"),
    ("**Write**. ?\n> - `nothing`\n> - `nothing`", "names no line of 'counting/lost'"),
  ])
  func `what cannot be understood is told`(_ quote: String, _ words: String) {
    let lesson = """
      ## Both count
      ```swift counting/lost bug
      for name in ["ann", "ben"] {
      ```
      > \(quote)
      """
    let flaws = LessonPath(lesson, of: Self.chapter).flaws
    #expect(flaws.contains { $0.description.contains(words) }, "\(flaws)")
  }

  @Test func `a line is right if every order ends as asked`() throws {
    let question = try question(
      """
      > **Write** two. Write it anew.
      > - `runtime.thread(name) { count.write(count.read() + 1) }`
      > - `runtime.thread(name) { count.modify { $0 += 1 } }`
      > - one: _one-call-is-one-unit_
      """)
    let line = try #require(question.lineToWrite)
    let tally = try Self.program.explore().tally
    #expect(!line.isRight(tally))
    let judged = question.judge(line, by: tally)
    #expect(judged.sentence == "No: two 2, one 2 of 4 orders.")
    #expect(judged.remarks.map(\.belief) == [.oneCallIsOneUnit])
    #expect(
      judged.facts == ["One that is right: runtime.thread(name) { count.modify { $0 += 1 } }"])
    #expect(question.takesAnswer && question.options.isEmpty)
  }
}
