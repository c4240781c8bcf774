internal import Interleaving

/// What a reader answers: options by their position, and whether it was a guess.
public struct Answer: Sendable, Hashable {
  /// The keys of the options.
  public let keys: Set<String>
  public let isSure: Bool

  /// Reads `2`, `1 3`, `b`, `some` or, for a guess, `2?`. Nil: that is no answer to this question.
  public init?(_ text: String, to question: Question) {
    var text = text.trimmingPrefix { $0.isWhitespace }[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    isSure = text.last != "?"
    if !isSure { text.removeLast() }
    let options = question.options
    var keys: Set<String> = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let key = Self.key(of: String(word), among: options) else { return nil }
      keys.insert(key)
    }
    guard !keys.isEmpty, question.takesSeveral || keys.count == 1 else { return nil }
    self.keys = keys
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
  /// What a wrong answer gives away.
  public let remark: Question.Remark?
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

  /// Explores what the question is about and holds the answer against it.
  public func judge(_ answer: Answer) throws -> Judged {
    let truth = try truth()
    let isRight = takesSeveral ? answer.keys == truth.right : answer.keys.isSubset(of: truth.right)
    let words = truth.words.isEmpty ? "" : ": \(truth.words)"
    return Judged(
      isRight: isRight, sentence: "\(isRight ? "Right" : "No")\(words).",
      remark: isRight ? nil : answer.keys.sorted().lazy.compactMap { remarks[$0] }.first,
      facts: truth.facts)
  }

  public func truth() throws -> Truth {
    switch kind {
    case .how(let program, let outcomes): try truth(how: program, outcomes)
    case .ends(let program): try truth(ofEnds: program)
    case .choose(let candidates, let outcome): try truth(among: candidates, outcome)
    case .lost(let program, _): try truth(ofStepIn: program)
    case .line(let program, _): try truth(ofLineIn: program)
    case .recognise(let program, let candidates): try truth(like: program, candidates)
    case .make, .repair: Truth(right: [], words: "", facts: [])
    }
  }

  private func truth(how program: Experiment, _ outcomes: [String]) throws -> Truth {
    let result = try program.explore()
    let all = result.exploration.schedules
    let part = result.count(of: outcomes)
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
    for (index, candidate) in candidates.enumerated() {
      switch candidate.kind {
      case .program(let program):
        let result = try program.explore()
        let part = result.count(of: outcome.map { [$0] } ?? [])
        if (part > 0) == (outcome != nil) { right.insert(candidate.key) }
        facts.append("\(Self.letter(index))  \(result.endings)")
      case .refused(let refused):
        facts.append("\(Self.letter(index))  refused by the compiler: \(refused.diagnostic)")
      }
    }
    return Truth(right: right, words: "", facts: facts)
  }

  /// The letter that a program to choose is shown with.
  public static func letter(_ index: Int) -> String {
    String("ABCDEFGH".dropFirst(index).prefix(1))
  }
}

extension ExperimentResult {
  /// How many orders end with one of these outcomes; without names, with a forbidden one.
  func count(of outcomes: [String]) -> Int {
    outcomes.isEmpty ? table().failing : outcomes.reduce(0) { $0 + (counts[$1] ?? 0) }
  }

  /// `done 2, hang 1 of 3`
  fileprivate var endings: String {
    let declared = experiment.scenario.outcomes.map(\.name)
    let others = counts.keys.filter { !declared.contains($0) }.sorted()
    let reached = (declared + others).filter { counts[$0, default: 0] > 0 }
    let parts = reached.map { "\($0) \(counts[$0, default: 0])" }
    return "\(parts.joined(separator: ", ")) of \(exploration.schedules)"
  }
}
