/// How long a reader takes, so that it can be said beforehand what fits into an evening.
extension Step {
  /// Figures of readers who take their time: 120 words a minute, five seconds for a line of code.
  private static let (word, line) = (0.5, 5.0)

  /// For reading it, for the answer, and for what the answer uncovers.
  public var minutes: Int { max(1, Int((seconds / 60).rounded())) }

  private var seconds: Double {
    (shown + reveal).reduce(0) { $0 + Self.seconds(for: $1) } + (question?.seconds ?? 0)
      + (question.map { Self.seconds(forWords: $0.words) } ?? 0) + repair
  }

  private static func seconds(for block: Block) -> Double {
    switch block {
    case .prose(let text): seconds(forWords: text)
    case .code(_, let lines), .picture(_, _, let lines), .drawing(let lines):
      Double(lines.count) * line
    }
  }

  private static func seconds(forWords text: String) -> Double {
    Double(text.split(whereSeparator: \.isWhitespace).count) * word
  }

  /// An exercise says itself how long it takes: `About 20 minutes.`
  private var repair: Double {
    guard case .repair? = question?.kind else { return 0 }
    let stated = (shown + reveal).compactMap(\.prose)
      .compactMap { $0.firstMatch(of: StepPattern.minutes) }.first.flatMap { Double($0.1) }
    return (stated ?? 20) * 60
  }
}

extension Question {
  fileprivate var seconds: Double {
    switch kind {
    case .how: 40
    case .ends, .choose, .lost, .line, .recognise, .order, .impossible:
      30 + 12 * Double(options.count)
    case .write: 120
    case .make: 180
    case .promised: 20
    case .repair: 0
    }
  }
}

extension Sequence<Step> {
  public var minutes: Int { reduce(0) { $0 + $1.minutes } }
}
