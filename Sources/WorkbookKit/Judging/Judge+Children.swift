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
    let scratch = FileManager.default.temporaryDirectory.appending(path: "workbook-\(UUID())")
    return try await examine(names, of: exercise, with: program, in: scratch)
  }

  /// One judgement for each name, in order. `scratch` is where a child may write, and is gone
  /// afterwards.
  func examine(
    _ names: [String], of exercise: any CheckedExercise, with program: URL, in scratch: URL
  ) async throws -> [Judgement] {
    var judgements: [Judgement] = []
    var mayRetry = true
    while judgements.count < names.count {
      let rest = Array(names[judgements.count...])
      let (examined, result) = try await run(rest, of: exercise, with: program, in: scratch)
      judgements += examined
      guard examined.isEmpty else {
        mayRetry = true
        continue
      }
      // Not one verdict: the first of the rest is what ended the child.
      let judgement = Judgement.ended(exercise, result, limits)
      if judgement.verdict == .inconclusive && mayRetry {
        mayRetry = false
        steps(.retrying)
        continue
      }
      judgements.append(judgement)
    }
    return judgements
  }

  /// Runs one child. What counts is verdicts that carry the token and held every trial, in the
  /// order asked for.
  private func run(
    _ names: [String], of exercise: any CheckedExercise, with program: URL, in scratch: URL
  ) async throws -> ([Judgement], ChildResult) {
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }

    let errand = Errand(token: "\(UUID())", pieces: names)
    let child = ChildProgram(
      executable: program.plainPath,
      environment: [
        Errand.variable: exercise.id, "TMPDIR": scratch.plainPath, "LANG": "C.UTF-8",
        "SWIFT_BACKTRACE": "enable=no",
      ],
      greeting: String(decoding: try JSONEncoder().encode(errand), as: UTF8.self))
    let verdicts = Mutex<[Judgement]>([])
    let result = try await child.run(within: limits) { line in
      switch try? JSONDecoder().decode(ExaminerMessage.self, from: line) {
      case .progress(_, let trial, let schedules):
        steps(.exploring(trial: trial, schedules: schedules))
      case .verdict(let piece, errand.token, let examined):
        verdicts.withLock { verdicts in
          guard verdicts.count < names.count, piece == names[verdicts.count] else { return }
          let isWhole = examined.judgement.verdict != .pass || examined.trials == exercise.trialIDs
          verdicts.append(isWhole ? examined.judgement : .incomplete(exercise))
        }
      case .verdict, nil: break
      }
    }
    if result.ending == .stopped(.cancelled) { throw CancellationError() }
    var judgements = verdicts.withLock { $0 }
    if judgements.count == names.count, result.leftProcesses || result.isOfProcesses {
      judgements[names.count - 1] = .startedProcesses(exercise)
    }
    return (judgements, result)
  }
}

extension ChildResult {
  fileprivate var isOfProcesses: Bool {
    if case .stopped(.processes) = ending { true } else { false }
  }
}
