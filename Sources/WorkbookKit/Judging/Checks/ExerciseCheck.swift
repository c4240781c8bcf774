internal import Foundation

/// Judges a reader's answer, our solutions and the museum of wrong answers by the same code.
///
/// How to add an exercise:
///
/// 1. `Exercises/NN-Name/` for the reader, `Sources/Graders/NN-Name/` for the rest, and one line
///    in `Package.swift`; the module is called `Name`.
/// 2. `Exercise.md`: the task, `## Hint:` three times (where to look, which rule is broken, what
///    shape the fix has), and the filter that runs its test.
/// 3. `Task/`: the contract (a public protocol with `init()`), and
///    `public let exercise = ExerciseCheck<any Contract>(...)`.
/// 4. `Museum/AsShipped.swift`: `struct AsShipped: Contract` with the bug. `workbook reset NAME`
///    makes the reader's file out of it.
/// 5. `Solutions/`: two right answers of different design, one type and one file each, both
///    called alike. `Museum/`: at least five plausible wrong ones, each a type and a file. All of
///    them import `Name`, as the reader's file does; none is in a target: they are built when
///    a command asks for them.
/// 6. List them in the check with the verdict and the misconception each must be told.
/// 7. `workbook check --graders` must find nothing misjudged. It also makes slips in the solutions;
///    one that passes shows what the trials do not ask for, or is listed as harmless.
///
/// A check is right when it fails every piece of the museum for the reason listed, in every
/// order, and when no solution depends on how it is written. Ask of each trial: would a reader
/// who understood the chapter, but wrote other code than ours, pass it?
public struct ExerciseCheck<Contract>: CheckedExercise {
  public let folder: ExerciseFolder
  public let trials: [Trial<Contract>]
  public let misconceptions: [Misconception]
  public let solutions: [SampleCard]
  public let museum: [SampleCard]
  public let harmlessSlips: [HarmlessSlip]
  /// How many orders one trial may take; beyond, there is no verdict.
  let budget: Int

  /// `path` tells the folder of the exercise: the check lies in `Sources/Graders/NN-Name/Task`.
  public init(
    trials: [Trial<Contract>], misconceptions: [Misconception], solutions: [SampleCard],
    museum: [SampleCard], harmlessSlips: [HarmlessSlip] = [], budget: Int = 20_000,
    path: StaticString = #filePath
  ) {
    self.folder = ExerciseFolder(ofCheckAt: PackageLocation.here.place(of: "\(path)"))
    self.trials = trials
    self.misconceptions = misconceptions
    self.solutions = solutions
    self.museum = museum
    self.harmlessSlips = harmlessSlips
    self.budget = budget
  }

  public var trialIDs: [String] { trials.map(\.id) }

  /// Judges one answer, the reader's or ours.
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
  var solutions: [SampleCard] { get }
  var museum: [SampleCard] { get }
  var misconceptions: [Misconception] { get }
  /// Slips in our solutions that leave them right.
  var harmlessSlips: [HarmlessSlip] { get }
  /// The pieces of the museum that may be asked about, for a chapter that has this exercise.
  func exhibits(in chapter: String) -> [Exhibit]
}

extension CheckedExercise {
  public var id: String { folder.id }
  public var module: String { folder.module }

  /// Where an answer of ours is written.
  func file(of card: SampleCard) -> URL {
    let part = solutions.contains(card) ? "Solutions" : "Museum"
    return folder.graders.appending(path: "\(part)/\(card.name).swift")
  }
}

/// What an examination found, and which trials it held.
public struct Examined: Sendable, Codable {
  public var judgement: Judgement
  public var trials: [String]
  /// What is said instead if threads share a variable of the answer that nothing guards; nil if
  /// none do, or if something is wrong anyway.
  var ifRacing: Judgement?
  /// Where they do.
  var races: [RacingPlaces] = []
  /// Whether threads of the answer are stuck and go on being so.
  var leavesThreads = false
  /// Whether processes run that this one has started.
  var leavesProcesses = false
}
