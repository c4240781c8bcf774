import Foundation
import Interleaving
import Testing

@testable import WorkbookKit

/// A lesson about two threads that add one to a counter.
private func path(_ lesson: String) -> LessonPath { LessonPath(lesson, of: counting) }

private let counting = Chapter(
  "counting", number: 1, title: "Counting", summary: "Two threads count.", lesson: { nil },
  scenarios: [lostCount], exercises: ["count-together"])

private let lostCount = Scenario(
  "counting/lost", title: "The lost count", question: "Is the sum always two?",
  outcomes: [.allowed("two", "Both were counted."), .forbidden("one", "One was lost.")],
  variants: [
    .bug("read, then write", idea: "Two steps.", expecting: .failing(2, of: 4)) { runtime in
      let count = runtime.cell("count", 0)
      for name in ["ann", "ben"] {
        runtime.thread(name) { count.write(count.read() + 1) }
      }
      runtime.atEnd { runtime.outcome(count.value == 2 ? "two" : "one") }
    },
    .fix("one step", idea: "One step.", expecting: .passing(2)) { runtime in
      let count = runtime.cell("count", 0)
      for name in ["ann", "ben"] {
        runtime.thread(name) { count.modify { $0 += 1 } }
      }
      runtime.atEnd { runtime.outcome(count.value == 2 ? "two" : "one") }
    },
    .fix("alone", named: "alone", idea: "One thread.", expecting: .passing(1)) { runtime in
      let count = runtime.cell("count", 0)
      runtime.thread("ann") {
        count.write(count.read() + 1)
        count.write(count.read() + 1)
      }
      runtime.atEnd { runtime.outcome(count.value == 2 ? "two" : "one") }
    },
  ])

private let lesson = """
  # Counting
  Words for the page.

  ## Both count
  Two threads run this:
  ```swift counting/lost bug
  for name in ["ann", "ben"] {
    ...
  }
  ```
  > **Predict** one. One is lost: never, in some orders,
  > in every order?
  > - every: _one-call-is-one-unit_
  > - never: Right if nobody came between.

  The write of one comes
  between read and write of the other.
  <!-- stage 3 min. Most rooms say "never". Ask who writes last. -->

  ## Choose
  ### The fix
  <!-- deep -->
  ```swift counting/lost fix
  runtime.thread(name) { count.modify { $0 += 1 } }
  ```
  > **Choose**. Which is right?
  > - read it, then write it: `bug`
  > - `fix`: _speed-decides_
  > - one thread: `fix-alone`

  ## Sources
  - A book.
  """

@Suite("A chapter's path") struct PathTests {
  @Test func `each section is a step, but for the sources, and exercises come last`() {
    let path = path(lesson)
    #expect(path.flaws == [])
    #expect(path.steps.map(\.id) == ["both-count", "the-fix", "repair-count-together"])
    #expect(path.steps.map(\.line) == [4, 21, 1])
    #expect(path.steps.map(\.level) == [.core, .deep, .core])
  }

  @Test func `what stands behind the question is folded`() throws {
    let step = try #require(path(lesson).steps.first)
    #expect(step.shown.compactMap(\.prose) == ["Two threads run this:"])
    #expect(step.shown.count == 2)
    #expect(
      step.reveal.compactMap(\.prose)
        == ["The write of one comes\nbetween read and write of the other."])
    #expect(step.stage == Step.Stage(minutes: 3, roomSays: "never", note: "Ask who writes last."))
    #expect(step.question?.words == "One is lost: never, in some orders, in every order?")
    #expect(step.question?.options.map(\.words) == ["never", "in some orders", "in every order"])
  }

  @Test func `a step says what it rests on, and a second question what is promised`() throws {
    let cited = lesson.replacing(
      "<!-- stage",
      with: """
        > **Promised** F14. A merge comes later.
        > - It was seen.

        <!-- facts B3, F14 -->
        <!-- stage
        """)
    let path = path(cited)
    #expect(path.flaws == [])
    let step = try #require(path.steps.first)
    #expect(step.cited.map(\.name) == ["B3", "F14"])
    #expect(step.basis == .observed)
    let promise = try #require(step.promise)
    #expect(promise.words == "Is that promised? A merge comes later.")
    #expect(try promise.truth().right == ["observed"])
    #expect(try promise.truth().facts == ["It was seen."])
    #expect(step.reveal.compactMap(\.prose).count == 1)
  }

  @Test(arguments: [
    ("<!-- facts B3, B99 -->", "there is no fact 'B99'"),
    ("> **Promised** B99. So it is.\n> - Seen.", "**Promised** names facts"),
    ("> **Promised** B3. So it is.", "**Promised** names facts"),
    ("> **Predict** one. Again?", "a step has one question, and one **Promised** behind it"),
  ])
  func `what is cited must be there`(_ line: String, _ words: String) {
    let flaws = path(lesson.replacing("<!-- stage", with: line + "\n\n<!-- stage")).flaws
    #expect(flaws.count == 1)
    #expect(flaws.first?.description.contains(words) == true)
  }

  @Test func `lines of code carry their numbers, and left out ones none`() throws {
    let step = try #require(path(lesson).steps.first)
    let lines = step.shown[1].lines(width: 76).map(\.text)
    #expect(lines[0].hasSuffix(" for name in [\"ann\", \"ben\"] {"))
    #expect(Int(lines[0].split(separator: " ")[0]) != nil)
    #expect(lines[1].drop { $0 == " " } == "...")
    #expect(step.shown[1].lines(width: 30).allSatisfy { $0.width <= 30 })
  }

  @Test(arguments: [("1", false), ("2", true), ("2?", true), ("some", true), ("3", false)])
  func `the explorer says whether it is right`(_ words: String, _ isRight: Bool) throws {
    let question = try #require(path(lesson).steps[0].question)
    let answer = try #require(Answer(words, to: question))
    let judged = try question.judge(answer)
    #expect(judged.isRight == isRight)
    #expect(judged.sentence == "\(isRight ? "Right" : "No"): in some orders (2 of 4).")
    #expect(answer.isSure == !words.hasSuffix("?"))
  }

  @Test func `a wrong answer gives its belief away, in the author's words or its own`() throws {
    let question = try #require(path(lesson).steps[0].question)
    let every = try question.judge(#require(Answer("3", to: question)))
    #expect(every.remarks.map(\.belief) == [.oneCallIsOneUnit])
    #expect(
      every.remarks.map(\.words) == ["Right if nothing could run between two lines of yours."])
    let never = try question.judge(#require(Answer("1", to: question)))
    #expect(never.remarks == [Question.Remark(belief: nil, words: "Right if nobody came between.")])
    #expect(try question.judge(#require(Answer("2", to: question))).remarks == [])
  }

  @Test func `all programs to choose from are explored, and several may be right`() throws {
    let question = try #require(path(lesson).steps[1].question)
    #expect(question.options.map(\.words) == ["read it, then write it", "one step", "one thread"])
    for (word, isRight) in [("A", false), ("b", true), ("3", true)] {
      let judged = try question.judge(#require(Answer(word, to: question)))
      #expect(judged.isRight == isRight)
      #expect(
        judged.facts == [
          "A  two 2, one 2 of 4", "B  two 2 of 2", "C  two 1 of 1",
        ])
    }
  }

  @Test(arguments: [
    ("B C", "Right: B is right, C is right."), ("cb", "Right: B is right, C is right."),
    ("2", "No: B is right, C is missing."), ("A, B", "No: A is not, B is right, C is missing."),
  ])
  func `of several options each is marked, and only all of them are right`(
    _ words: String, _ sentence: String
  ) throws {
    let asking = lesson.replacing("Which is right?", with: "Name all that are right.")
    let question = try #require(path(asking).steps[1].question)
    let judged = try question.judge(#require(Answer(words, to: question)))
    #expect(judged.sentence == sentence)
    #expect(judged.isRight == sentence.hasPrefix("Right"))
    #expect(question.request == "Name all that are right. (Several: `A C`.)")
  }

  @Test func `each wrong option among several gives its belief away`() throws {
    let asking = lesson.replacing(
      "**Choose**. Which is right?", with: "**Choose** one. Name all that can lose one."
    ).replacing("one thread: `fix-alone`", with: "one thread: `fix-alone`: _more-threads-help_")
    let question = try #require(path(asking).steps[1].question)
    let answer = Answer(keys: ["counting/lost/fix", "counting/lost/fix-alone"])
    let attempt = Attempt(
      step: "counting/the-fix", answer: answer, judged: try question.judge(answer))
    #expect(attempt.beliefs == ["speed-decides", "more-threads-help"])
  }

  @Test func `the rule behind an idea is told only of a program that has what it speaks of`() throws
  {
    let asking = lesson.replacing("every: _one-call-is-one-unit_", with: "every: _speed-decides_")
    let question = try #require(path(asking).steps[0].question)
    let judged = try question.judge(#require(Answer("3", to: question)))
    #expect(
      judged.remarks.map(\.words)
        == ["The idea behind it: _It goes wrong only when something is slow._"])
    #expect(judged.remarks.map(\.belief) == [.speedDecides])
  }

  @Test func `an attempt of an earlier version is read with its one belief`() throws {
    let old = """
      {"answer":"every","belief":"speed-decides","isRight":false,"isSure":true,"step":"a/b"}
      """
    let attempt = try #require(try JSONValue(parsing: old).decoded(as: Attempt.self))
    #expect(attempt.beliefs == ["speed-decides"])
    #expect(try JSONValue(encoding: attempt)["beliefs"] == ["speed-decides"])
  }

  @Test(arguments: ["", "0", "4", "1 2", "h", "?", "list", "two"])
  func `other words are no answer`(_ words: String) throws {
    let question = try #require(path(lesson).steps[0].question)
    #expect(Answer(words, to: question) == nil)
  }

  @Test func `several outcomes are ticked, and hang and violation are among them`() throws {
    let asking = lesson.replacing("**Predict** one.", with: "**Ends**.")
      .replacing("> - every: _one-call-is-one-unit_\n", with: "")
      .replacing("> - never: Right if nobody came between.\n", with: "")
    let question = try #require(path(asking).steps.first?.question)
    #expect(question.options.map(\.key) == ["two", "one", "hang", "violation"])
    #expect(try question.judge(#require(Answer("2 1", to: question))).isRight)
    #expect(try !question.judge(#require(Answer("1, 2 3", to: question))).isRight)
  }

  @Test func `steps of a log are called by their numbers`() throws {
    let asking = lesson.replacing("**Predict** one.", with: "**Lost**.")
      .replacing("- every: _one-call-is-one-unit_", with: "- 2: _one-call-is-one-unit_\n> - 4")
      .replacing("- never: Right if nobody came between.", with: "- 3")
      .replacing("Most rooms say \"never\". ", with: "")
    let path = path(asking)
    #expect(path.flaws == [])
    let question = try #require(path.steps.first?.question)
    #expect(question.options.map(\.words) == ["in step 2", "in step 4", "in step 3"])
    #expect(Answer("4", to: question)?.keys == ["4"])
    #expect(Answer("b", to: question)?.keys == ["4"])
    #expect(Answer("5", to: question) == nil)
    #expect(try question.truth().right == ["2"])
  }

  @Test func `a line is pointed at where the order turns`() throws {
    let asking = lesson.replacing("**Choose**.", with: "**Line**.")
      .replacing(
        "- read it, then write it: `bug`",
        with: "- `runtime.thread(name) { count.write(count.read() + 1) }`"
      )
      .replacing(
        "- `fix`: _speed-decides_", with: "- `for name in [\"ann\", \"ben\"] {`: Right if."
      )
      .replacing("- one thread: `fix-alone`", with: "- `}`")
      .replacing("```swift counting/lost fix", with: "```swift counting/lost bug")
    let path = path(asking)
    #expect(path.flaws == [])
    let question = try #require(path.steps[1].question)
    #expect(question.remarks.count == 1)
    #expect(
      try question.truth().right == ["runtime.thread(name) { count.write(count.read() + 1) }"])
  }

  @Test(arguments: [
    ("**Predict** one.", "**Predict** three.", "'counting/lost' has no outcome 'three'"),
    ("**Predict** one.", "**Foretell** one.", "'Foretell' asks nothing"),
    ("**Predict** one.", "Predict:", "a question begins with a bold verb"),
    ("- never: Right", "- perhaps: Right", "'perhaps' is no answer"),
    ("_one-call-is-one-unit_", "_gnomes_", "there is no belief 'gnomes'"),
    ("`fix-alone`", "`fix-crowd`", "names no variant of 'counting/lost'"),
    ("<!-- deep -->", "<!-- shallow -->", "'shallow' is none of"),
    ("**Choose**.", "**Line**.", "names no line of 'counting/lost/fix' in backquotes"),
    ("**Choose**.", "**Recognise**.", "names no scenario of the chapter in backquotes"),
    ("**Choose**.", "**Repair** nothing.", "**Repair** names an exercise of the chapter"),
    ("### The fix", "### Both count", "there is another step 'Both count'"),
  ])
  func `what cannot be understood is told with its line`(
    _ old: String, _ new: String, _ words: String
  ) {
    let flaws = path(lesson.replacing(old, with: new)).flaws
    #expect(flaws.contains { $0.description.contains(words) })
    #expect(flaws.allSatisfy { $0.description.hasPrefix("line ") })
  }

  @Test func `attempts are added to the progress and read back`() throws {
    let question = try #require(path(lesson).steps[0].question)
    let answer = try #require(Answer("3?", to: question))
    let attempt = Attempt(
      step: "counting/both-count", answer: answer, judged: try question.judge(answer))
    var progress = ReaderProgress()
    try progress.add(attempt)
    try progress.add(attempt)
    #expect(progress.attempts == [attempt, attempt])
    #expect(attempt.beliefs == ["one-call-is-one-unit"])
    #expect(ReaderProgress(document: progress.document)?.attempts.count == 2)
  }
}
