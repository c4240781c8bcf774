internal import Foundation

/// Judges a reader's answer, our solutions and the museum of wrong answers by the same code.
///
/// How to add an exercise:
///
/// 1. `Exercises/NN-Name/` and one line in `Package.swift`; the module is called `Name`.
/// 2. `Exercise.md`: the task, `## Hint:` three times (where to look, which rule is broken, what
///    shape the fix has), and the filter that runs its test.
/// 3. `Check/Name.swift`: the contract (a public protocol with `init()`), and
///    `public let exercise = ExerciseCheck<any Contract>(...)`.
/// 4. `Museum/AsShipped.swift`: `struct AsShipped: Contract` with the bug. `workbook reset NAME`
///    makes the reader's file out of it.
/// 5. `Solution/`: two right answers of different design, one type and one file each, both
///    called alike. `Museum/`: at least five plausible wrong ones, each a type and a file.
/// 6. List them in the check with the verdict and the misconception each must be told.
/// 7. `workbook check --graders` must find nothing misjudged. It also makes slips in the solutions;
///    one that passes shows what the trials do not ask for, or is listed as harmless.
///
/// A check is right when it fails every piece of the museum for the reason listed, in every
/// order, and when no solution depends on how it is written. Ask of each trial: would a reader
/// who understood the chapter, but wrote other code than ours, pass it?
public struct ExerciseCheck<Contract: Sendable>: CheckedExercise {
  public let folder: ExerciseFolder
  public let trials: [Trial<Contract>]
  public let misconceptions: [Misconception]
  public let solutions: [SampleAnswer<Contract>]
  public let museum: [SampleAnswer<Contract>]
  public let harmlessSlips: [HarmlessSlip]
  /// How many orders one trial may take; beyond, there is no verdict.
  let budget: Int

  /// `path` tells the folder of the exercise: the check lies in its folder `Check`.
  public init(
    trials: [Trial<Contract>], misconceptions: [Misconception], solutions: [SampleAnswer<Contract>],
    museum: [SampleAnswer<Contract>], harmlessSlips: [HarmlessSlip] = [], budget: Int = 20_000,
    path: StaticString = #filePath
  ) {
    let check = URL(filePath: "\(path)").deletingLastPathComponent()
    self.folder = ExerciseFolder(check.deletingLastPathComponent())
    self.trials = trials
    self.misconceptions = misconceptions
    self.solutions = solutions
    self.museum = museum
    self.harmlessSlips = harmlessSlips
    self.budget = budget
  }

  public var trialIDs: [String] { trials.map(\.id) }
  public var solutionCards: [SampleCard] { solutions.map(\.card) }
  public var museumCards: [SampleCard] { museum.map(\.card) }

  public func examineSample(_ name: String, progress: @escaping OnProgress) -> Examined? {
    (solutions + museum).first { $0.card.name == name }
      .map { examine($0.make, progress: progress) }
  }

  /// Judges one answer, whoever wrote it.
  func examine(_ make: @escaping @Sendable () -> Contract, progress: @escaping OnProgress)
    -> Examined
  {
    Examination(check: self, make: make, progress: progress).examined()
  }
}

/// An exercise with its check, whatever its contract is.
public protocol CheckedExercise: Sendable {
  /// Told of the trial and the number of orders tried so far.
  typealias OnProgress = @Sendable (_ trial: String, _ schedules: Int) -> Void

  var folder: ExerciseFolder { get }
  /// All of them must have been held for a verdict to count.
  var trialIDs: [String] { get }
  var solutionCards: [SampleCard] { get }
  var museumCards: [SampleCard] { get }
  var misconceptions: [Misconception] { get }
  /// Slips in our solutions that leave them right.
  var harmlessSlips: [HarmlessSlip] { get }
  /// The pieces of the museum that may be asked about, for a chapter that has this exercise.
  func exhibits(in chapter: String) -> [Exhibit]
  /// Judges one of our own pieces; nil if there is none of that name.
  func examineSample(_ name: String, progress: @escaping OnProgress) -> Examined?
}

extension CheckedExercise {
  public var id: String { folder.id }
  public var module: String { folder.module }
}

/// What an examination found, and which trials it held.
public struct Examined: Sendable, Codable {
  public var judgement: Judgement
  public var trials: [String]
  /// Whether threads of the answer are stuck and go on being so.
  var leavesThreads = false
  /// Whether processes run that this one has started.
  var leavesProcesses = false
}
