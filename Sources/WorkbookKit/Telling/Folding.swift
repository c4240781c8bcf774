internal import Interleaving

/// Says once what a thread does many times: twenty rows inserted are one step and "the same 19 more
/// times". What the outcome hangs on is never folded away.
struct Folding {
  private static let longestPeriod = 4
  /// Fewer repetitions than this are quicker read than counted.
  private static let fewest = 4

  /// The sentences with their repetitions folded, and the repetitions of those again.
  static func folded(_ sentences: [Telling.Sentence]) -> [Telling.Sentence] {
    var sentences = sentences
    while true {
      let shorter = Folding(sentences).foldedOnce
      if shorter.count == sentences.count { return shorter }
      sentences = shorter
    }
  }

  private let sentences: [Telling.Sentence]
  /// Equal where two sentences differ only in their figures.
  private let shapes: [String]

  private init(_ sentences: [Telling.Sentence]) {
    self.sentences = sentences
    shapes = sentences.enumerated().map { index, sentence in
      let shape = sentence.text.filter { !$0.isNumber }
      let mark = sentence.isDecisive ? "\(index)" : ""
      return "\(sentence.event.thread)\n\(sentence.event.queue ?? "")\n\(shape)\n\(mark)"
    }
  }

  private var foldedOnce: [Telling.Sentence] {
    var result: [Telling.Sentence] = []
    var index = 0
    while index < sentences.count {
      guard let (period, count) = repetition(at: index) else {
        result.append(sentences[index])
        index += 1
        continue
      }
      result += sentences[index..<(index + period)]
      index += period * count
      let what = period == 1 ? "the same" : "the last \(period) steps"
      result.append(
        Telling.Sentence(
          event: sentences[index - 1].event, text: "does \(what) \(count - 1) more times",
          isDecisive: false, isRepetition: true))
    }
    return result
  }

  /// The shortest stretch that is repeated from here on, and how often it stands there.
  private func repetition(at start: Int) -> (period: Int, count: Int)? {
    for period in 1...Self.longestPeriod where start + period <= shapes.count {
      let stretch = shapes[start..<(start + period)]
      var count = 1
      while shapes[(start + count * period)...].starts(with: stretch) {
        count += 1
        if start + count * period >= shapes.count { break }
      }
      if count >= Self.fewest { return (period, count) }
    }
    return nil
  }
}
