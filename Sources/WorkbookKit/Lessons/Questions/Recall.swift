/// What is asked between two chapters, so that it is not forgotten: about earlier chapters, and in
/// other code than was asked before.
public enum Recall {
  /// Questions that open a chapter: first the ideas that the reader was sure of and that are wrong,
  /// then what lies furthest back. Only about chapters in which a question was answered.
  public static func opening(
    _ chapter: Chapter, of book: [Chapter], after attempts: [Attempt], count: Int = 3
  ) -> [Quiz] {
    let earlier = book.prefix { $0.id != chapter.id }
    let programs = stepPrograms(in: book)
    let asked = attempts.map { programs[$0.step] ?? $0.step }
    let mistaken = mistakenIdeas(attempts)
    var candidates: [(rank: (Int, Int, UInt64), quiz: Quiz)] = []
    for chapter in earlier {
      guard let last = attempts.lastIndex(where: { $0.step.hasPrefix(chapter.id + "/") }) else {
        continue
      }
      let tested = scenarios(testing: mistaken, in: chapter)
      for scenario in chapter.scenarios {
        let others = scenario.variants.map { Experiment(scenario, $0) }
          .filter { !asked.contains($0.name) }
        // One of a scenario is enough.
        let quiz = others.sorted {
          OptionOrder.scattered($0.name) < OptionOrder.scattered($1.name)
        }
        .lazy.compactMap { Quiz(chapter, $0) }.first
        guard let quiz else { continue }
        let isTest = tested.contains(scenario.id)
        candidates.append(((isTest ? 0 : 1, last, OptionOrder.scattered(scenario.id)), quiz))
      }
      // And one whether something is promised, unless all of them were answered rightly.
      if let (quiz, isMistaken) = promise(in: chapter, after: attempts) {
        let rank = (isMistaken ? 0 : 1, last, OptionOrder.scattered(quiz.name))
        candidates.append((rank, quiz))
      }
    }
    return candidates.sorted { $0.rank < $1.rank }.prefix(count).map(\.quiz)
  }

  /// Two questions about a chapter before any of it was taught. They are asked again at its end.
  public static func beforehand(_ chapter: Chapter) -> [Quiz] {
    let quizzes = chapter.scenarios.compactMap { scenario in
      scenario.variants.first.flatMap { Quiz(chapter, Experiment(scenario, $0)) }
    }
    return Array(quizzes.prefix(2))
  }

  /// Those of the questions that were asked beforehand, and not again since.
  public static func again(_ chapter: Chapter, after attempts: [Attempt]) -> [Quiz] {
    beforehand(chapter).filter { quiz in
      attempts.count { $0.step == quiz.program.name } == 1
    }
  }

  /// What shows that a chapter need not be walked: three programs, and a choice of its lesson.
  public static func testOut(_ chapter: Chapter) -> [Step] {
    let programs = chapter.scenarios.flatMap { scenario in
      scenario.variants.map { Experiment(scenario, $0) }
    }
    let scattered = programs.sorted {
      OptionOrder.scattered($0.name) < OptionOrder.scattered($1.name)
    }
    let quizzes = scattered
      .lazy.compactMap { Quiz(chapter, $0)?.step }.prefix(3)
    let choice = chapter.path.first { step in
      if case .choose? = step.question?.kind { true } else { false }
    }
    return Array(quizzes) + [choice].compactMap { $0 }
  }
}

// MARK: What was answered

extension Recall {
  /// The next question of a chapter whether something is promised: first one that was answered
  /// wrongly, then one that was not asked.
  private static func promise(
    in chapter: Chapter, after attempts: [Attempt]
  ) -> (quiz: Quiz, isMistaken: Bool)? {
    let last = Dictionary(attempts.map { ($0.step, $0.isRight) }) { $1 }
    let open = Quiz.promises(of: chapter).filter { last[$0.name] != true }
    let first = open.first { last[$0.name] == false } ?? open.first
    return first.flatMap { candidate in
      candidate.make().map { ($0, last[candidate.name] == false) }
    }
  }

  /// Beliefs that a last answer to some question gave away with confidence.
  private static func mistakenIdeas(_ attempts: [Attempt]) -> Set<String> {
    var last: [String: Attempt] = [:]
    for attempt in attempts { last[attempt.step] = attempt }
    return Set(last.values.filter { $0.isSure && !$0.isRight }.flatMap(\.beliefs))
  }

  private static func scenarios(testing beliefs: Set<String>, in chapter: Chapter) -> Set<String> {
    Set(
      chapter.path.filter { step in
        step.question?.remarks.values.contains {
          beliefs.contains($0.belief?.rawValue ?? "")
        } ?? false
      }.compactMap { $0.program?.scenario.id })
  }

  /// The names of the programs that steps ask about, by `chapter/step`.
  private static func stepPrograms(in book: [Chapter]) -> [String: String] {
    var programs: [String: String] = [:]
    for chapter in book {
      for step in chapter.path { programs["\(chapter.id)/\(step.id)"] = step.program?.name }
    }
    return programs
  }
}
