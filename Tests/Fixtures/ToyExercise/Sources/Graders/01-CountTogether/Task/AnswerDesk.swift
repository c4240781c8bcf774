public import Foundation
public import WorkbookKit

/// The exercise in a folder of its own, for tests that play the reader.
public struct AnswerDesk: CheckedExercise {
  public let folder: ExerciseFolder
  public var trialIDs: [String] { exercise.trialIDs }
  public var solutions: [SampleCard] { exercise.solutions }
  public var museum: [SampleCard] { exercise.museum }
  public var misconceptions: [Misconception] { exercise.misconceptions }
  public var harmlessSlips: [HarmlessSlip] { exercise.harmlessSlips }

  /// The folder that holds everything of this desk.
  public var root: URL { folder.url.deletingLastPathComponent().deletingLastPathComponent() }
  /// Where programs are built for this desk alone.
  public var checks: URL { root.appending(path: "checks") }
  /// The package's, but for the programs.
  public var workplace: PackageLocation {
    PackageLocation(
      package: PackageLocation.here.package, binaries: PackageLocation.here.binaries, checks: checks
    )
  }

  /// A desk with the answer as shipped; to be removed.
  public init() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID())")
    folder = ExerciseFolder(exercise.folder.url.lastPathComponent, in: root)
    for (source, copy) in [
      (exercise.folder.url, folder.url), (exercise.folder.graders, folder.graders),
    ] {
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: source, to: copy)
    }
  }

  /// Clears it away.
  public func remove() { try? FileManager.default.removeItem(at: root) }

  /// A desk that is gone afterwards.
  public static func use(_ body: (AnswerDesk) async throws -> Void) async throws {
    let desk = try AnswerDesk()
    defer { desk.remove() }
    try await body(desk)
  }

  public func exhibits(in chapter: String) -> [Exhibit] { exercise.exhibits(in: chapter) }

  /// Saves an answer whose counting is `body`; its first line is the seventh of the file.
  public func write(_ body: String) throws {
    try Self.answer(body).write(to: folder.answer, atomically: true, encoding: .utf8)
  }

  /// A file with `body` in it.
  public static func answer(_ body: String) -> String {
    """
    import CountTogether
    import Foundation
    import Interleaving

    struct Answer: CountsTogether {
      func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
        \(body)
      }
    }
    """
  }

  /// A body that passes.
  public static let right =
    "for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }"
  /// A body that loses counts.
  public static let wrong = "total.write(total.read() + times)"
}
