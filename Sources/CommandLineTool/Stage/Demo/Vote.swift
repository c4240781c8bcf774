internal import WorkbookKit

/// How many hands there were for each answer.
struct Vote: Equatable {
  let hands: [Int]

  /// Reads `vote 4 17 9`: a whole number for each option.
  init(_ line: String, for question: Question?) throws(UsageError) {
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let count = question.map { $0.takesOrder ? 0 : $0.options.count } ?? 0
    guard count > 0 else {
      throw .badValue(line, of: "vote", expected: "a step that asks, before its answer")
    }
    var hands: [Int] = []
    for word in words {
      guard let number = Int(word), (0...100_000).contains(number) else {
        throw .badValue(word, of: "vote", expected: "a number of hands")
      }
      hands.append(number)
    }
    guard hands.count == count, hands.contains(where: { $0 > 0 }) else {
      throw .badValue(
        words.joined(separator: " "), of: "vote",
        expected: "\(count) numbers, one for each answer, as in 'vote "
          + "\((0..<count).map { "\(4 + $0 * 3)" }.joined(separator: " "))'")
    }
    self.hands = hands
  }

  /// The number of the answer with most hands, from 1.
  var winner: Int { (hands.firstIndex(of: hands.max() ?? 0) ?? 0) + 1 }

  /// What to do after it, as teachers do who let a room argue; nil where several are right.
  func advice(_ question: Question, right: Set<String>) -> String? {
    guard !question.takesSeveral else { return nil }
    let all = hands.reduce(0, +)
    let good = zip(question.options, hands).reduce(0) {
      $0 + (right.contains($1.0.key) ? $1.1 : 0)
    }
    switch good * 100 / max(all, 1) {
    case ..<35: return "Few have it: explain, then go on (Space)."
    case 35...70: return "Some have it: let them talk in pairs, and vote again (v)."
    default: return "Most have it: go on (Space)."
    }
  }

  /// A bar for each answer, and what changed since the room voted before.
  func bars(of question: Question, after before: Vote?, width: Int) -> [TextLine] {
    let most = max(1, hands.max() ?? 1)
    let names = question.options.enumerated().map { index, option in
      TextLine("\(question.mark(index)) \(option.words)").truncated(to: max(12, width / 2)).text
    }
    let column = (names.map(\.cells).max() ?? 0) + 2
    let room = max(4, width - column - 12)
    return names.indices.map { index in
      let length = (hands[index] * room + most - 1) / most
      let bar = String(repeating: "█", count: length)
      let change = before.map { hands[index] - $0.hands[index] } ?? 0
      let moved = change == 0 ? "" : change > 0 ? " (+\(change))" : " (\(change))"
      return TextLine(names[index]).padded(to: column) + TextLine(bar, .lane(index))
        + TextLine(length > 0 ? " \(hands[index])\(moved)" : "\(hands[index])\(moved)")
    }
  }
}
