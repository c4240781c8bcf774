internal import Foundation
internal import Synchronization

extension Judge {
  /// Judges pieces of ours. All share one child as long as it lives; a piece that kills its
  /// child is charged with that, and the rest go on in a new one.
  func judgePieces(_ names: [String], of exercise: any CheckedExercise) async throws -> [Judgement]
  {
    let program = workplace.binaries.appending(path: examiner)
    guard FileManager.default.isExecutableFile(atPath: program.plainPath) else {
      throw ModuleTrouble(module: examiner, trouble: .missing)
    }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await examine(
      names, of: exercise, with: program, in: folder.url.appending(path: "scratch"))
  }

  /// One judgement for each name, in order. `scratch` is where a child may write, and is gone
  /// afterwards.
  func examine(
    _ names: [String], of exercise: any CheckedExercise, with program: URL, in scratch: URL
  ) async throws -> [Judgement] {
    var judgements: [Judgement] = []
    var mayRetry = true
    while judgements.count < names.count {
      let request = ExaminerRequest(token: "\(UUID())", pieces: Array(names[judgements.count...]))
      let (heard, result) = try await send(request, of: exercise, with: program, in: scratch)
      judgements += heard.judgements
      guard heard.judgements.isEmpty else {
        mayRetry = true
        continue
      }
      // Not one verdict: the first of the rest is what ended the child.
      let judgement = Judgement.ended(
        exercise, result, limits, lastWord: heard.lastWord, refused: heard.refused)
      if judgement.verdict == .inconclusive && mayRetry {
        mayRetry = false
        steps(.retrying)
        continue
      }
      judgements.append(judgement)
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
        ExaminerRequest.variable: exercise.id, "TMPDIR": scratch.plainPath, "LANG": "C.UTF-8",
        "SWIFT_BACKTRACE": "enable=no",
        // What a set is gone through in is up to chance otherwise, and a verdict never is.
        "SWIFT_DETERMINISTIC_HASHING": "1",
      ],
      greeting: String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
    let heard = Mutex(ChildReport(request, exercise))
    let result = try await child.run(within: limits) { line in
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
  private(set) var replayed: Replayed?
  /// What the kernel said of the child when a signal ended it.
  private(set) var lastWord: String?
  /// What the child was kept from, and ended for.
  private(set) var refused: RefusedDeed?

  init(_ request: ExaminerRequest, _ exercise: any CheckedExercise) {
    self.request = request
    self.exercise = exercise
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
    case .replayed(request.token, let replayed): self.replayed = replayed
    case .refused(let deed): refused = deed
    case .dying(let statistics): lastWord = statistics
    case .progress, .verdict, .replayed: break
    }
  }

  /// Whoever started a process cannot be told from outside, unless only the last can have.
  mutating func blameLastForProcesses() {
    guard !judgements.isEmpty, judgements.count == request.pieces.count else { return }
    judgements[judgements.count - 1] = .startedProcesses(exercise)
  }
}

extension ChildResult {
  fileprivate var isOfProcesses: Bool {
    if case .stopped(.processes) = ending { true } else { false }
  }
}
