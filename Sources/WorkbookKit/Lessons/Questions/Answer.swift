internal import Interleaving

/// What a reader answers: options by their position, and whether it was a guess.
public struct Answer: Sendable, Hashable {
  /// The keys of the options.
  public let keys: Set<String>
  /// The same as they were named.
  public let sequence: [String]
  public let isSure: Bool
  /// Whether it matters in which order they were named.
  let isOrder: Bool

  /// Reads `2`, `1 3`, `b`, `some` or, for a guess, `2?`. Nil: that is no answer to this question.
  public init?(_ text: String, to question: Question) {
    var text = text.trimmingPrefix { $0.isWhitespace }[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    isSure = text.last != "?"
    if !isSure { text.removeLast() }
    let options = question.options
    var keys: [String] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let named = Self.keys(of: String(word), among: options) else { return nil }
      keys += named
    }
    let all = Set(keys)
    if question.takesOrder {
      guard keys.count == options.count, all.count == keys.count else { return nil }
    } else {
      guard !keys.isEmpty, question.takesSeveral || all.count == 1 else { return nil }
    }
    self.keys = all
    sequence = keys
    isOrder = question.takesOrder
  }

  public init(keys: Set<String>, isSure: Bool = true) {
    self.keys = keys
    sequence = keys.sorted()
    isOrder = false
    self.isSure = isSure
  }

  /// `b` names an option, and `bd` two of them.
  private static func keys(of word: String, among options: [Question.Option]) -> [String]? {
    if let key = key(of: word, among: options) { return [key] }
    let letters = word.compactMap { key(of: String($0), among: options) }
    return word.allSatisfy(\.isLetter) && letters.count == word.count ? letters : nil
  }

  private static func key(of word: String, among options: [Question.Option]) -> String? {
    let word = word.lowercased()
    // Steps of a log are called by their numbers, which are their keys.
    if let option = options.first(where: { $0.key == word }) { return option.key }
    if let number = Int(word) {
      return options.indices.contains(number - 1) ? options[number - 1].key : nil
    }
    guard word.count == 1, let letter = word.unicodeScalars.first,
      let index = "abcdefgh".unicodeScalars.firstIndex(of: letter)
    else { return nil }
    let position = "abcdefgh".unicodeScalars.distance(
      from: "abcdefgh".unicodeScalars.startIndex, to: index)
    return options.indices.contains(position) ? options[position].key : nil
  }
}

/// What exploring says of an answer.
public struct Judged: Sendable, Hashable {
  public let isRight: Bool
  /// `Right: in 1 of 3 orders.`
  public let sentence: String
  /// What each wrong option among the answers gives away.
  public let remarks: [Question.Remark]
  /// What each program to choose from does, a line each.
  public let facts: [String]
}

extension Question {
  /// What exploring says, whatever is answered.
  public struct Truth: Sendable, Hashable {
    /// The keys of the options that are right.
    public let right: Set<String>
    /// `in 1 of 3 orders`; empty where the facts say it.
    public let words: String
    /// What each program to choose from does, a line each.
    public let facts: [String]
  }

  /// Explores what the question is about and holds the answer against it. `tally` is what exploring
  /// its program gave elsewhere.
  public func judge(_ answer: Answer, by tally: OutcomeCounts? = nil) throws -> Judged {
    let truth = try truth(tally)
    if takesOrder { return judgeOrder(answer, truth) }
    let isRight = takesSeveral ? answer.keys == truth.right : answer.keys.isSubset(of: truth.right)
    let told = truth.words.isEmpty && takesSeveral ? marks(answer, truth) : truth.words
    let words = told.isEmpty ? "" : ": \(told)"
    let wrong = options.map(\.key).filter { answer.keys.contains($0) && !truth.right.contains($0) }
    return Judged(
      isRight: isRight, sentence: "\(isRight ? "Right" : "No")\(words).",
      remarks: isRight ? [] : wrong.compactMap { remark(behind: $0) }, facts: truth.facts)
  }

  private func judgeOrder(_ answer: Answer, _ truth: Truth) -> Judged {
    let isRight = truth.right.contains(answer.sequence.joined(separator: Self.then))
    let wrong = isRight ? nil : misplaced(in: answer.sequence, truth)
    let place = wrong.flatMap { key in options.firstIndex { $0.key == key } }.map(mark)
    let words = place.map { "\($0) cannot come there; \(truth.words)" } ?? truth.words
    return Judged(
      isRight: isRight, sentence: "\(isRight ? "Right" : "No"): \(words).",
      remarks: [wrong.flatMap { remark(behind: $0) }].compactMap(\.self), facts: [])
  }

  /// What each of several options is worth: `A is right, B is not, D is missing`.
  private func marks(_ answer: Answer, _ truth: Truth) -> String {
    let told = options.enumerated().compactMap { index, option -> String? in
      switch (answer.keys.contains(option.key), truth.right.contains(option.key)) {
      case (true, true): "\(mark(index)) is right"
      case (true, false): "\(mark(index)) is not"
      case (false, true): "\(mark(index)) is missing"
      case (false, false): nil
      }
    }
    return told.joined(separator: ", ")
  }

  public func truth(_ tally: OutcomeCounts? = nil) throws -> Truth {
    switch kind {
    case .how(let program, let outcomes):
      truth(how: program, outcomes, try tally ?? program.explore().tally)
    case .ends(let program): try truth(ofEnds: program)
    case .choose(let candidates, let outcome): try truth(among: candidates, outcome)
    case .lost(let program, _): try truth(ofStepIn: program)
    case .line(let program, _): try truth(ofLineIn: program)
    case .recognise(let program, let candidates): try truth(like: program, candidates)
    case .order(let program, _, let outcome): truth(ofOrders: program, outcome)
    case .impossible(let program, let logs): truth(ofImpossible: program, logs)
    case .write(let line):
      Truth(
        right: [], words: "", facts: line.models.prefix(1).map { "One that is right: \($0)" })
    case .make, .repair: Truth(right: [], words: "", facts: [])
    case .promised(let basis, let cause):
      Truth(right: [basis.rawValue], words: basis.answer, facts: [cause])
    }
  }

  private func truth(how program: Experiment, _ outcomes: [String], _ tally: OutcomeCounts) -> Truth
  {
    let all = tally.schedules
    let part = tally.count(of: outcomes, in: program.scenario)
    let share = Share(part, of: all)
    let words = options.first { $0.key == share.rawValue }?.words ?? ""
    return Truth(right: [share.rawValue], words: "\(words) (\(part) of \(all))", facts: [])
  }

  private func truth(ofEnds program: Experiment) throws -> Truth {
    let reached = Set(try program.explore().counts.filter { $0.value > 0 }.keys)
    let names = options.map(\.key).filter(reached.contains)
    return Truth(
      right: reached, words: "it can end as \(names.joined(separator: ", "))", facts: [])
  }

  private func truth(among candidates: [Candidate], _ outcome: String?) throws -> Truth {
    var right: Set<String> = []
    var facts: [String] = []
    for (index, option) in options.enumerated() {
      guard let candidate = candidates.first(where: { $0.key == option.key }) else { continue }
      switch candidate.kind {
      case .program(let program):
        let result = try program.explore()
        let part = result.count(of: outcome.map { [$0] } ?? [])
        if (part > 0) == (outcome != nil) { right.insert(candidate.key) }
        facts.append("\(mark(index))  \(result.endings)")
      case .refused(let refused):
        facts.append("\(mark(index))  refused by the compiler: \(refused.diagnostic)")
      }
    }
    return Truth(right: right, words: "", facts: facts)
  }
}

extension ExperimentResult {
  /// How many orders end with one of these outcomes; without names, with a forbidden one.
  func count(of outcomes: [String]) -> Int { tally.count(of: outcomes, in: experiment.scenario) }

  /// `done 2, hang 1 of 3`
  fileprivate var endings: String {
    let declared = experiment.scenario.outcomes.map(\.name)
    let others = counts.keys.filter { !declared.contains($0) }.sorted()
    let reached = (declared + others).filter { counts[$0, default: 0] > 0 }
    let parts = reached.map { "\($0) \(counts[$0, default: 0])" }
    return "\(parts.joined(separator: ", ")) of \(exploration.schedules)"
  }
}
