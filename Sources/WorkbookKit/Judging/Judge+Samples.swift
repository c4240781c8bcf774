internal import Foundation

extension Judge {
  /// The program with all answers of ours to an exercise.
  func samples(of exercise: any CheckedExercise) async throws -> URL {
    let folder = workplace.checks(of: "\(exercise.id)-samples")
    let lock = try await FolderLock(in: folder) { steps(.waiting(for: $0)) }
    defer { withExtendedLifetime(lock) {} }
    steps(.building)
    return try await SampleBuild(workplace: workplace, exercise: exercise).programOfAll(in: folder)
  }

  /// Builds the piece of a museum that was asked about, and explores it in its trial.
  public func explore(_ exhibit: Exhibit) async throws -> OutcomeCounts {
    let exercise = exhibit.exercise
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    steps(.building)
    let build = SampleBuild(workplace: workplace, exercise: exercise)
    let program = try await build.program(of: [exhibit.card], in: folder.url)
    return try await tally(of: exhibit, by: program, in: folder.url.appending(path: "scratch"))
  }

  /// Explores a piece with a program that it is part of.
  func tally(of exhibit: Exhibit, by program: URL, in scratch: URL) async throws -> OutcomeCounts {
    let exercise = exhibit.exercise
    let request = ExaminerRequest(
      token: "\(UUID())", pieces: [exhibit.card.name], trial: exhibit.trial)
    let (heard, result) = try await send(request, of: exercise, with: program, in: scratch)
    if let tally = heard.tally { return tally }
    let judgement = Judgement.ended(exercise, result, limits, heard)
    throw SampleTrouble(exercise: exercise.id, words: judgement.cause?.rationale ?? "")
  }
}
