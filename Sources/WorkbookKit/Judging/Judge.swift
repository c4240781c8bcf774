internal import Foundation

/// Judges answers: builds the reader's file, lets a child process examine it and says what came
/// of it. Cancelling the task that judges ends compiler and child.
public struct Judge: Sendable {
  /// What is being done.
  public enum Step: Sendable, Hashable {
    /// Another check of the same exercise has to end first: after a while, that of this process.
    case waiting(for: CheckUnderWay?)
    case building
    case exploring(trial: String, schedules: Int)
    /// The machine was too busy for a verdict; once more.
    case retrying
  }

  /// What a check of a reader's file comes to.
  public enum Standing: Sendable {
    /// As shipped; nothing was compiled.
    case notStarted
    /// The file is gone; `reset` brings it back.
    case deleted
    case judged(Judgement)
  }

  let workplace: PackageLocation
  let limits: ChildLimits
  let steps: @Sendable (Step) -> Void

  /// `steps` is told what is going on, from any thread.
  public init(
    at workplace: PackageLocation = .here, steps: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    self.init(at: workplace, within: ChildLimits(), steps: steps)
  }

  init(
    at workplace: PackageLocation, within limits: ChildLimits,
    steps: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    self.workplace = workplace
    self.limits = limits
    self.steps = steps
  }

  /// Judges what the reader's file says now. If it is saved again before it is compiled, what it
  /// says then.
  public func judgeAnswer(to exercise: any CheckedExercise) async throws -> Standing {
    while true {
      let state: ExerciseFolder.State
      do {
        state = try exercise.folder.state()
      } catch let trouble as UnreadableAnswer {
        return .judged(.doesNotBuild(exercise, compiler: trouble.description))
      }
      switch state {
      case .untouched: return .notStarted
      case .deleted: return .deleted
      case .edited(let text):
        guard var judgement = await judge(text, in: exercise.folder.answer, as: exercise) else {
          continue
        }
        judgement.contentHash = "\(Fingerprint(of: text))"
        try Task.checkCancellation()
        return .judged(judgement)
      }
    }
  }

  /// Judges a solution of ours as if it were the reader's file, compiler and all: what that needs
  /// is built afterwards. Nil where there is no solution.
  public func rehearse(_ exercise: any CheckedExercise) async throws -> Judgement? {
    guard let solution = exercise.solutions.first else { return nil }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appending(path: exercise.folder.answer.lastPathComponent)
    let text = try exercise.folder.answerText(of: exercise.file(of: solution))
    try AnswerFiles(of: text, first: file.lastPathComponent).write(at: file)
    return await judge(text, in: file, as: exercise)
  }

  /// Nil where the file says something else by now.
  func judge(
    _ text: String, in file: URL, as exercise: any CheckedExercise
  ) async -> Judgement? {
    do {
      return try await withBuild(of: text, in: file, exercise) { build, scratch in
        switch build {
        case .outdated: return nil
        case .rejected(let words): return .doesNotBuild(exercise, compiler: words)
        case .built(let program):
          let piece = try await examine(
            [ExaminerRequest.answer], of: exercise, with: program, in: scratch)[0]
          var judgement = await tellingRaces(of: piece, text, file.lastPathComponent, exercise)
          judgement.caveat = caveat
          return await locating(judgement, of: text, called: file.lastPathComponent, exercise)
        }
      }
    } catch {
      return .fault(exercise, error)
    }
  }

  /// What this machine cannot do for a verdict.
  private var caveat: String? {
    let canSee = (try? Compiler.find()).map(ExaminerBuild.canSeeMemory) ?? false
    let caveats = [
      Confinement.caveat(offered: Confinement.offered),
      ExaminerBuild.caveat(canSeeMemory: canSee),
    ].compactMap(\.self)
    return caveats.isEmpty ? nil : caveats.joined(separator: " ")
  }

  /// Builds an answer, and keeps other checks of the exercise away while the program is used.
  func withBuild<Result: Sendable>(
    of text: String, in file: URL, _ exercise: any CheckedExercise,
    _ use: (AnswerBuild.Result, _ scratch: URL) async throws -> Result
  ) async throws -> Result {
    let folder = workplace.checks(of: exercise.id)
    let lock = try await FolderLock(in: folder) { steps(.waiting(for: $0)) }
    defer { withExtendedLifetime(lock) {} }
    steps(.building)
    let build = AnswerBuild(
      workplace: workplace, module: exercise.module, answer: file, folder: folder)
    return try await use(try await build.program(of: text), folder.appending(path: "scratch"))
  }
}
