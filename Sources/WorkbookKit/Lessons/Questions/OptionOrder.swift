/// In which order a question shows its options: by chance for a reader, the same for a whole room.
///
/// Where the right option stands says nothing then, so that an answer can only be given by reading.
public struct OptionOrder: Sendable, Hashable {
  /// For pipes, print, tests and rooms, which all have the same page before them.
  public static let fixedSeed = 1

  public let seed: Int
  /// What the question is remembered by: two questions of one reader differ.
  public let place: String

  public init(seed: Int = fixedSeed, place: String) {
    self.seed = seed
    self.place = place
  }

  func arranged(_ options: [Question.Option]) -> [Question.Option] {
    options.map { (option: $0, rank: Self.scattered("\(seed) \(place) \($0.key)")) }
      .sorted { $0.rank < $1.rank }.map(\.option)
  }

  /// A number that looks random and is the same everywhere.
  static func scattered(_ name: String) -> UInt64 {
    var hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    // Names that differ in their last letter only would stay in a row.
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }
}

extension Question {
  /// Its options in such an order, unless they have one of their own.
  public func ordered(_ order: OptionOrder) -> Question {
    var question = self
    question.order = hasOrder ? nil : order
    return question
  }

  /// Whether the options follow one another by themselves: shares, lines, numbers and times.
  private var hasOrder: Bool {
    switch kind {
    case .how, .lost, .line: true
    case .ends, .recognise, .order, .impossible: false
    case .choose: options.allSatisfy { $0.words.first?.isNumber == true }
    case .write, .make, .repair, .promised: true
    }
  }
}

extension Step {
  /// The step with the options of its question in such an order.
  public func ordered(_ order: OptionOrder) -> Step {
    var step = self
    step.question = question?.ordered(order)
    return step
  }
}
