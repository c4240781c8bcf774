/// How a room voted on the questions of a demo: how many hands there were, and not whose.
public struct RoomVotes: Sendable, Hashable {
  /// A question, with the hands for each of its options, the first vote first.
  public struct Asked: Sendable, Hashable, Codable {
    public struct Option: Sendable, Hashable, Codable {
      public let key: String
      public let isRight: Bool
      /// The mistaken idea that it gives away.
      public let belief: String?
    }

    /// `deadlocks/two-doors`
    public let step: String
    public let options: [Option]
    public fileprivate(set) var votes: [[Int]]

    /// The hands of one vote for options of a kind, and all hands.
    func part(_ vote: [Int], where isWanted: (Option) -> Bool) -> Part {
      let hands = zip(options, vote)
      return Part(
        hands: hands.reduce(0) { $0 + (isWanted($1.0) ? $1.1 : 0) }, of: vote.reduce(0, +))
    }
  }

  /// So many of so many.
  public struct Part: Sendable, Hashable {
    public private(set) var hands = 0
    public private(set) var of = 0

    static func + (one: Part, other: Part) -> Part {
      Part(hands: one.hands + other.hands, of: one.of + other.of)
    }
  }

  public private(set) var questions: [Asked] = []

  public init() {}

  /// Nil: the text is something else.
  public init?(text: String) {
    guard let document = try? JSONValue(parsing: text), document["version"] == 1,
      let room = document["room"]
    else { return nil }
    let read = room.elements.compactMap { $0.decoded(as: Asked.self) }
    let isWhole = read.count == room.elements.count && !read.isEmpty
    guard isWhole, read.allSatisfy({ asked in asked.votes.allSatisfy(asked.fits) }) else {
      return nil
    }
    questions = read
  }

  /// What `init(text:)` reads.
  public var document: JSONValue {
    let room = questions.compactMap { try? JSONValue(encoding: $0) }
    return ["version": 1, "room": .array(room)]
  }

  /// A vote, with the hands for each option in the order of the question.
  public mutating func add(_ hands: [Int], on question: Question, of step: String) throws {
    let right = try question.truth().right
    let asked = Asked(
      step: step,
      options: question.options.map { option in
        let isRight = right.contains(option.key)
        return Asked.Option(
          key: option.key, isRight: isRight,
          belief: isRight ? nil : question.remark(behind: option.key)?.belief?.rawValue)
      }, votes: [hands])
    guard let known = questions.firstIndex(where: { $0.step == step }) else {
      return questions.append(asked)
    }
    questions[known].votes.append(hands)
  }
}

extension RoomVotes.Asked {
  fileprivate func fits(_ vote: [Int]) -> Bool {
    vote.count == options.count && vote.allSatisfy { (0...1_000_000).contains($0) }
  }
}

// MARK: Adding up

/// What rooms said when they were asked first, and after they had talked.
public struct RoomReport: Sendable, Hashable {
  public typealias Part = RoomVotes.Part

  public struct Question: Sendable, Hashable {
    public let step: String
    /// The hands for what is right.
    public let before: Part
    /// Nil where no room voted twice.
    public let after: Part?
  }

  public struct Held: Sendable, Hashable {
    public let belief: Belief
    /// The hands for it wherever it could be given away.
    public let before: Part
    public let after: Part?
  }

  public let rooms: Int
  /// In the order of their steps' names.
  public let questions: [Question]
  /// Most hands first.
  public let beliefs: [Held]

  public init(_ rooms: [RoomVotes]) {
    self.rooms = rooms.count
    let asked = rooms.flatMap(\.questions)
    questions = Dictionary(grouping: asked, by: \.step).sorted { $0.key < $1.key }.map {
      step, asked in
      let (before, after) = Self.parts(of: asked, where: \.isRight)
      return Question(step: step, before: before, after: after)
    }
    beliefs = Belief.allCases.compactMap { belief -> Held? in
      let offering = asked.filter { $0.options.contains { $0.belief == belief.rawValue } }
      guard !offering.isEmpty else { return nil }
      let (before, after) = Self.parts(of: offering) { $0.belief == belief.rawValue }
      return before.hands + (after?.hands ?? 0) == 0
        ? nil : Held(belief: belief, before: before, after: after)
    }.sorted { $1.before.hands < $0.before.hands }
  }

  private static func parts(
    of asked: [RoomVotes.Asked], where isWanted: (RoomVotes.Asked.Option) -> Bool
  ) -> (before: Part, after: Part?) {
    let before = asked.compactMap { asked in
      asked.votes.first.map { asked.part($0, where: isWanted) }
    }
    let after = asked.filter { $0.votes.count > 1 }.map { asked in
      asked.part(asked.votes[asked.votes.count - 1], where: isWanted)
    }
    return (before.reduce(Part(), +), after.isEmpty ? nil : after.reduce(Part(), +))
  }
}
