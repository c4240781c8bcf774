/// A run told in sentences, one for each stretch in which a single thread is at work.
public struct Story: Sendable, Hashable {
  /// A stretch.
  public struct Sentence: Sendable, Hashable {
    public var thread: String
    public var deeds: [String]
    /// The thread that could have gone on and was made to wait.
    public var overtakes: String?
  }

  public var sentences: [Sentence]
  /// The number of the sentence from which on every order goes wrong; nil where that is not known.
  public var turn: Int?
  /// What it came to.
  public var end: Outcome

  /// Tells a timeline. A stretch that begins with a decisive step was not bound to come here.
  public init(of timeline: Timeline, ending end: Outcome) {
    self.end = end
    sentences = []
    var lane: Int?
    for step in timeline.steps {
      let isTurn = step.number == timeline.pointOfNoReturn
      let deed = step.text + (isTurn ? " (\(Timeline.noReturn))" : "")
      if step.lane == lane {
        sentences[sentences.count - 1].deeds.append(deed)
      } else {
        let before = lane.map { timeline.lanes[$0] }
        sentences.append(
          Sentence(
            thread: timeline.lanes[step.lane], deeds: [deed],
            overtakes: step.isDecisive ? before : nil))
      }
      if isTurn { turn = sentences.count }
      lane = step.lane
    }
  }
}

extension Story {
  /// `2. Before main goes on, worker saves 1 object.`
  public func lines(width: Int) -> [TextLine] {
    let role: TextRole = end.kind == .forbidden ? .bad : .good
    return log(width: width)
      + TextLine.paragraph("\(end.name): \(end.sentence)", role, indent: 2, width: width)
  }

  /// The sentences, without what it came to.
  func log(width: Int) -> [TextLine] {
    zip(sentences, items).enumerated().flatMap { index, pair in
      let role: TextRole = pair.0.overtakes == nil ? .plain : .strong
      return Self.hanging("\(index + 1). \(pair.1)", role, width: width)
    }
  }

  /// The sentences in words, without their numbers.
  public var items: [String] {
    sentences.map { sentence in
      let lead = sentence.overtakes.map { "before \($0) goes on, " } ?? ""
      return "\(lead)\(sentence.thread) \(Self.joined(sentence.deeds))."
    }
  }

  /// The further lines of a sentence begin under its first word.
  private static func hanging(_ text: String, _ role: TextRole, width: Int) -> [TextLine] {
    let lines = text.wrapped(to: max(10, width - 5))
    return lines.enumerated().map { TextLine($1, role).indented(by: $0 == 0 ? 2 : 5) }
  }

  private static func joined(_ deeds: [String]) -> String {
    guard deeds.count > 1, let last = deeds.last else { return deeds.first ?? "" }
    return deeds.dropLast().joined(separator: ", ") + " and " + last
  }
}
