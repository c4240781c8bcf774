internal import Foundation
internal import Synchronization

extension Judge {
  /// Judges pieces of ours. All share one child as long as it lives; a piece that kills its
  /// child is charged with that, and the rest go on in a new one.
  func judgePieces(_ names: [String], of exercise: any CheckedExercise) async throws -> [Judgement]
  {
    let program = try await samples(of: exercise)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let pieces = try await examine(
      names, of: exercise, with: program, in: folder.url.appending(path: "scratch"))
    return try await tellingRaces(of: pieces, names, exercise)
  }

  /// What is said of one piece.
  struct ExaminedPiece {
    var judgement: Judgement
    /// As in `Examined`.
    var ifRacing: Judgement?
  }

  /// One for each name, in order. `scratch` is where a child may write, and is gone
  /// afterwards.
  func examine(
    _ names: [String], of exercise: any CheckedExercise, with program: URL, in scratch: URL
  ) async throws -> [ExaminedPiece] {
    var judgements: [ExaminedPiece] = []
    var mayRetry = true
    while judgements.count < names.count {
      let request = ExaminerRequest(token: "\(UUID())", pieces: Array(names[judgements.count...]))
      let (heard, result) = try await send(request, of: exercise, with: program, in: scratch)
      judgements += heard.judgements.enumerated().map {
        ExaminedPiece(judgement: $1, ifRacing: heard.racing[$0])
      }
      guard heard.judgements.isEmpty else {
        mayRetry = true
        continue
      }
      // Not one verdict: the first of the rest is what ended the child.
      let judgement = Judgement.ended(exercise, result, limits, heard)
      if judgement.cause?.code == Judgement.tooBusy && mayRetry {
        mayRetry = false
        steps(.retrying)
        continue
      }
      judgements.append(ExaminedPiece(judgement: judgement))
    }
    return judgements
  }

  /// Runs one child for a request.
  func send(
    _ request: ExaminerRequest, of exercise: any CheckedExercise, with program: URL, in scratch: URL
  ) async throws -> (ChildReport, ChildResult) {
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }

    let child = ChildProgram(
      executable: program.plainPath,
      environment: [
        "TMPDIR": scratch.plainPath, "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        // What a set is gone through in is up to chance otherwise, and a verdict never is.
        "SWIFT_DETERMINISTIC_HASHING": "1",
      ],
      greeting: String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
    let heard = Mutex(ChildReport(request, exercise))
    let result = try await child.run(within: limits, concludes: ExaminerMessage.isVerdict) {
      line in
      guard let message = try? JSONDecoder().decode(ExaminerMessage.self, from: line) else {
        return
      }
      if case .progress(_, let trial, let schedules) = message {
        steps(.exploring(trial: trial, schedules: schedules))
      }
      heard.withLock { $0.take(message) }
    }
    if result.ending == .stopped(.cancelled) { throw CancellationError() }
    var all = heard.withLock { $0 }
    if result.leftProcesses || result.isOfProcesses { all.blameLastForProcesses() }
    return (all, result)
  }
}

/// What a child said that counts: words that carry the token, and of verdicts those that held
/// every trial, in the order asked for.
struct ChildReport {
  private let request: ExaminerRequest
  private let exercise: any CheckedExercise
  private(set) var judgements: [Judgement] = []
  /// What is said instead of those whose threads share a variable, by their index.
  private(set) var racing: [Int: Judgement] = [:]
  /// Where the last one's do.
  private(set) var races: [RacingPlaces] = []
  private(set) var replayed: Replayed?
  private(set) var tally: OutcomeCounts?
  /// The orders of one trial, as many as it has told of.
  private var orders = 0
  /// Whether it took its time for orders, and not for one that goes on and on.
  var hasTriedMany: Bool { orders >= 100 }
  /// What the kernel said of the child when a signal ended it.
  private(set) var lastWord: String?
  /// How the answer ended the child.
  private(set) var death: Death?
  /// What the child was kept from, and ended for.
  private(set) var refused: RefusedDeed?

  init(_ request: ExaminerRequest, _ exercise: any CheckedExercise) {
    self.request = request
    self.exercise = exercise
  }

  /// Those of the order that was replayed; nil if it has none.
  var callsToViolation: [UInt]? {
    guard case .order(let order)? = replayed, !order.calls.isEmpty else { return nil }
    return order.calls
  }

  mutating func take(_ message: ExaminerMessage) {
    switch message {
    case .verdict(let piece, request.token, let examined):
      let next = judgements.count
      guard request.pieces.indices.contains(next), piece == request.pieces[next] else { return }
      guard !examined.leavesProcesses else {
        judgements.append(.startedProcesses(exercise))
        return
      }
      let isWhole = examined.judgement.verdict != .pass || examined.trials == exercise.trialIDs
      judgements.append(isWhole ? examined.judgement : .incomplete(exercise))
      if isWhole { racing[next] = examined.ifRacing }
      races = examined.races
    case .replayed(request.token, let replayed): self.replayed = replayed
    case .explored(request.token, let tally): self.tally = tally
    case .refused(let deed): refused = deed
    case .died(let death): self.death = death
    case .dying(let statistics): lastWord = statistics
    case .progress(_, _, let schedules): orders = max(orders, schedules)
    case .verdict, .replayed, .explored, .tried: break
    }
  }

  /// Which answer started a process cannot be told from outside, unless only the last can have.
  mutating func blameLastForProcesses() {
    guard !judgements.isEmpty, judgements.count == request.pieces.count else { return }
    judgements[judgements.count - 1] = .startedProcesses(exercise)
  }
}

extension ExaminerMessage {
  fileprivate static func isVerdict(_ line: Data) -> Bool {
    guard case .verdict? = try? JSONDecoder().decode(Self.self, from: line) else { return false }
    return true
  }
}

extension ChildResult {
  fileprivate var isOfProcesses: Bool {
    if case .stopped(.processes) = ending { true } else { false }
  }
}
