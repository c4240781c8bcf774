internal import Foundation
internal import WorkbookKit

/// What an author may add.
enum NewKind: String, CaseIterable {
  case chapter, scenario, exercise
}

extension Session {
  /// Adds a working example under the author's name to the book.
  func new(_ kind: NewKind, _ words: String) throws -> ExitStatus {
    let parts = words.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= (kind == .chapter ? 1 : 2), let name = PartName(parts.last ?? "") else {
      throw CommandFailure(
        problem: "'\(words)' cannot be the name of a new \(kind.rawValue)",
        wayOut: "lower-case words with hyphens, as in "
          + (kind == .scenario ? "'deadlocks/two-doors'" : "'two-doors'"), status: .usage)
    }
    let package = PackageLocation.here.package
    let part: NewPart
    do {
      switch kind {
      case .chapter: part = try .chapter(name, in: package)
      case .scenario: part = try .scenario(name, in: try chapter(parts, of: words), at: package)
      case .exercise: part = try .exercise(name, in: try chapter(parts, of: words), at: package)
      }
      try part.write()
    } catch let refusal as NewPart.Refusal {
      throw CommandFailure(problem: refusal.problem, wayOut: refusal.wayOut, status: .usage)
    }
    format(part)
    console.show(part.files.map { TextLine($0.path) })
    console.tell("A working example is written; now make it yours. " + nextStep(kind, name), .faint)
    return .done
  }

  /// The chapter that is named before the slash, or the last one for an exercise.
  private func chapter(_ parts: [String], of words: String) throws -> Chapter {
    if parts.count == 2 { return try chapter(parts[0]) }
    guard let last = catalogue.chapters.last else {
      throw CommandFailure(
        problem: "'\(words)' names no chapter", wayOut: "CHAPTER/NAME", status: .usage)
    }
    return last
  }

  /// Lists keep the order that the formatter gives them; without one they are as good unformatted.
  private func format(_ part: NewPart) {
    let files = part.files.map(\.path).filter { $0.hasSuffix(".swift") }
    let formatter = Process()
    formatter.executableURL = URL(filePath: "/usr/bin/env")
    formatter.arguments = ["swift", "format", "format", "--in-place"] + files
    formatter.currentDirectoryURL = part.package
    formatter.standardError = FileHandle.nullDevice
    guard (try? formatter.run()) != nil else { return }
    formatter.waitUntilExit()
  }

  private func nextStep(_ kind: NewKind, _ name: PartName) -> String {
    switch kind {
    case .chapter: "'swift test --filter \(name.type)Tests' checks it."
    case .scenario: "'swift test --filter Lesson' reads the lesson again."
    case .exercise: "'swift test --filter \(name.type)Tests' judges its pieces."
    }
  }
}
