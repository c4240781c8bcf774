internal import Foundation
public import Interleaving

/// One of the programs of a scenario: the bug, or a fix of the same shape.
public struct Variant: Sendable {
  /// The program itself. It takes threads, queues and everything that waits from the runtime.
  public typealias Program = @Sendable (Runtime) throws -> Void

  /// `bug`, `fix`, or `fix-` and a word for a further one.
  public let name: String
  public let title: String
  /// One sentence: what this variant does about the matter.
  public let idea: String
  /// What exploring every order must give.
  public let expected: Expectation
  /// Fragments of the source that decide; the lines that hold one are marked in excerpts.
  public let lookAt: [String]
  /// Where the program is written.
  public let source: SourceFile
  /// The same place as reports of a run name it.
  let place: SourcePlace
  public let program: Program
  /// What the platform does not promise, and may happen here.
  let weaker: Set<WeakerPromise>
  /// What exploring it gave.
  let explorations = KeptExplorations()

  /// A variant; `bug` and `fix` are shorter for the usual ones.
  public init(
    _ name: String, _ title: String, idea: String, expecting expected: Expectation,
    lookAt: [String] = [], weaker: Set<WeakerPromise> = [], path: StaticString = #filePath,
    file: StaticString = #fileID, line: UInt = #line, program: @escaping Program
  ) {
    self.weaker = weaker
    self.name = name
    self.title = title
    self.idea = idea
    self.expected = expected
    self.lookAt = lookAt
    let path = PackageLocation.here.place(of: "\(path)").plainPath
    self.source = SourceFile(path: path, fileID: "\(file)", line: Int(line))
    self.place = SourcePlace(file: file, line: line)
    self.program = program
  }

  /// A piece of a museum, to be shown; what exploring it must give is said nowhere.
  init(piece card: SampleCard, from file: URL, place: SourcePlace) {
    name = card.name
    title = card.name
    idea = card.reason
    expected = .passing(0)
    (lookAt, weaker) = ([], [])
    source = SourceFile(path: file.plainPath, fileID: file.lastPathComponent, line: 1)
    self.place = place
    program = { _ in throw PieceOfNoProgram() }
  }

  /// The variant that goes wrong.
  public static func bug(
    _ title: String, idea: String, expecting expected: Expectation, lookAt: [String] = [],
    path: StaticString = #filePath, file: StaticString = #fileID, line: UInt = #line,
    program: @escaping Program
  ) -> Variant {
    Variant(
      "bug", title, idea: idea, expecting: expected, lookAt: lookAt, path: path, file: file,
      line: line, program: program)
  }

  /// The variant that does not; `named` tells further fixes apart: `fix-peer`.
  public static func fix(
    _ title: String, named: String? = nil, idea: String, expecting expected: Expectation,
    lookAt: [String] = [], path: StaticString = #filePath, file: StaticString = #fileID,
    line: UInt = #line, program: @escaping Program
  ) -> Variant {
    Variant(
      named.map { "fix-\($0)" } ?? "fix", title, idea: idea, expecting: expected, lookAt: lookAt,
      path: path, file: file, line: line, program: program)
  }

  public var isBug: Bool { name == "bug" }
}

/// A piece of a museum was to be run, and is not compiled into this program.
struct PieceOfNoProgram: Error, CustomStringConvertible {
  var description: String { "a piece of a museum runs in a program of its own only" }
}

/// What exploring every order of a variant gives: in how many of how many it goes wrong.
public struct Expectation: Sendable, Hashable, Codable {
  public let failing: Int
  public let schedules: Int

  /// `.failing(3, of: 10)`
  public static func failing(_ failing: Int, of schedules: Int) -> Expectation {
    Expectation(failing: failing, schedules: schedules)
  }

  /// `.passing(6)`: none of the 6 orders goes wrong.
  public static func passing(_ schedules: Int) -> Expectation {
    Expectation(failing: 0, schedules: schedules)
  }
}

/// A place in a source file, by its path on this machine and by the name the compiler gave it.
public struct SourceFile: Sendable, Hashable {
  public let path: String
  /// Module and file name, as `#fileID` gives them and as events carry them.
  public let fileID: String
  /// The line the declaration begins on, from 1.
  public let line: Int

  public init(path: String, fileID: String, line: Int) {
    self.path = path
    self.fileID = fileID
    self.line = line
  }
}
