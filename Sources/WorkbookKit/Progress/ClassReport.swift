/// What the exports of several readers, and the votes of rooms, say together: where they stand, what they believe, which
/// questions need other words, and which exercise takes longest.
public struct ClassReport: Sendable, Hashable {
  public struct Place: Sendable, Hashable {
    /// `deadlocks/two-doors`
    public let step: String
    public let readers: [String]
  }

  public struct Held: Sendable, Hashable {
    public let belief: Belief
    public let readers: Int
    /// How many of them were sure at least once.
    public let sure: Int
  }

  /// Counted by the first answer of each reader.
  public struct Asked: Sendable, Hashable {
    public let step: String
    public let answers: Int
    public let right: Int
    /// The wrong answer that was given most often.
    public let commonestMistake: String?
  }

  public struct Worked: Sendable, Hashable {
    public let exercise: String
    public let started: Int
    public let passed: Int
    /// Of the readers who worked on it, the one in the middle.
    public let minutes: Int
    public let tries: Int
  }

  public let readers: [String]
  /// Most readers first.
  public let places: [Place]
  public let beliefs: [Held]
  /// In the order of their steps' names.
  public let questions: [Asked]
  /// The longest first.
  public let exercises: [Worked]
  /// What was voted.
  public let room: RoomReport

  public init(_ exports: [ProgressExport], rooms: [RoomVotes] = []) {
    room = RoomReport(rooms)
    readers = exports.map(\.reader).sorted()
    places = Self.places(exports)
    beliefs = Self.beliefs(exports)
    questions = Self.questions(exports)
    exercises = Self.exercises(exports)
  }

  /// So few answers say nothing about a question.
  static let fewest = 3

  /// Questions that hardly a reader gets right: at most one in five.
  public var tooHard: [Asked] {
    questions.filter { $0.answers >= Self.fewest && $0.right * 5 <= $0.answers }
  }

  /// Questions that nearly everybody gets right: at least nine in ten.
  public var tooEasy: [Asked] {
    questions.filter { $0.answers >= Self.fewest && $0.right * 10 >= $0.answers * 9 }
  }
}

// MARK: Adding up

extension ClassReport {
  private static func places(_ exports: [ProgressExport]) -> [Place] {
    var readers: [String: [String]] = [:]
    for export in exports {
      guard let place = export.progress.place else { continue }
      readers["\(place.chapter)/\(place.step)", default: []].append(export.reader)
    }
    return readers.map { Place(step: $0.key, readers: $0.value.sorted()) }
      .sorted { ($1.readers.count, $0.step) < ($0.readers.count, $1.step) }
  }

  private static func beliefs(_ exports: [ProgressExport]) -> [Held] {
    Belief.allCases.compactMap { belief in
      let given = exports.map { export in
        export.progress.attempts.filter { $0.beliefs.contains(belief.rawValue) }
      }.filter { !$0.isEmpty }
      guard !given.isEmpty else { return nil }
      return Held(
        belief: belief, readers: given.count, sure: given.count { $0.contains(where: \.isSure) })
    }.sorted { ($1.readers, $1.sure) < ($0.readers, $0.sure) }
  }

  private static func questions(_ exports: [ProgressExport]) -> [Asked] {
    var first: [String: [Attempt]] = [:]
    for export in exports {
      var seen: Set<String> = []
      for attempt in export.progress.attempts where seen.insert(attempt.step).inserted {
        first[attempt.step, default: []].append(attempt)
      }
    }
    return first.sorted { $0.key < $1.key }.map { step, attempts in
      let mistakes = Dictionary(grouping: attempts.filter { !$0.isRight }, by: \.answer)
      let commonest = mistakes.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
      return Asked(
        step: step, answers: attempts.count, right: attempts.count(where: \.isRight),
        commonestMistake: commonest)
    }
  }

  private static func exercises(_ exports: [ProgressExport]) -> [Worked] {
    let ids = Set(exports.flatMap { $0.progress.exercises })
    return ids.map { id in
      let at = exports.map(\.progress).filter { $0.exercises.contains(id) }
      return Worked(
        exercise: id, started: at.count,
        passed: at.count { $0[exercise: id]?.verdict == .pass },
        minutes: middle(at.map { $0.secondsOfWork(on: id) }) / 60,
        tries: middle(at.map { $0.tries(of: id) }))
    }.sorted { ($1.minutes, $1.tries, $0.exercise) < ($0.minutes, $0.tries, $1.exercise) }
  }

  private static func middle(_ figures: [Int]) -> Int {
    figures.isEmpty ? 0 : figures.sorted()[figures.count / 2]
  }
}

extension ReaderProgress {
  /// The exercises of which anything is remembered, sorted.
  fileprivate var exercises: [String] { document["exercises"]?.members.keys.sorted() ?? [] }
}
