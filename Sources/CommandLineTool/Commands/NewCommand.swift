internal import Foundation
internal import WorkbookKit

/// What an author may add.
enum NewKind: String, CaseIterable {
  case chapter, scenario, exercise
}

/// Adds a working example under the author's name to the book.
struct NewCommand: Command {
  var kind: NewKind
  var name: String

  static let syntax = Syntax(
    name: "new", operands: [.required(.kind), .required(.name)],
    summary: "for authors: add a chapter, scenario or exercise that works, to be made yours",
    details: "KIND is chapter, scenario or exercise. A scenario is named with its chapter; an "
      + "exercise goes to the last chapter unless one is named.",
    examples: [
      "new chapter live-lists", "new scenario deadlocks/two-doors",
      "new exercise deadlocks/open-door",
    ],
    make: { (arguments) throws(UsageError) in
      let kinds = NewKind.allCases.map(\.rawValue)
      guard let kind = arguments[0].flatMap(NewKind.init) else {
        throw .badValue(
          arguments[0] ?? "", of: "new", expected: kinds.joined(separator: ", "))
      }
      return Self(kind: kind, name: arguments[1] ?? "")
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= (kind == .chapter ? 1 : 2), let name = PartName(parts.last ?? "") else {
      throw CommandFailure(
        problem: "'\(self.name)' cannot be the name of a new \(kind.rawValue)",
        wayOut: "lower-case words with hyphens, as in "
          + (kind == .scenario ? "'deadlocks/two-doors'" : "'two-doors'"), status: .usage)
    }
    let package = PackageLocation.here.package
    let part: NewPart
    do {
      switch kind {
      case .chapter: part = try .chapter(name, in: package)
      case .scenario: part = try .scenario(name, in: try chapter(parts, session), at: package)
      case .exercise: part = try .exercise(name, in: try chapter(parts, session), at: package)
      }
      try part.write()
    } catch let refusal as NewPart.Refusal {
      throw CommandFailure(problem: refusal.problem, wayOut: refusal.wayOut, status: .usage)
    }
    format(part)
    let console = session.console
    console.show(part.files.map { TextLine($0.path) })
    console.tell("A working example is written; now make it yours. " + nextStep(name), .faint)
    return .done
  }

  /// The chapter that is named before the slash, or the last one for an exercise.
  private func chapter(_ parts: [String], _ session: Session) throws -> Chapter {
    if parts.count == 2 { return try session.catalogue.chapter(named: parts[0]) }
    guard let last = session.catalogue.chapters.last else {
      throw CommandFailure(
        problem: "'\(name)' names no chapter", wayOut: "CHAPTER/NAME", status: .usage)
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

  private func nextStep(_ name: PartName) -> String {
    switch kind {
    case .chapter: "'swift test --filter \(name.type)Tests' checks it."
    case .scenario: "'swift test --filter Lesson' reads the lesson again."
    case .exercise: "'swift test --filter \(name.type)Tests' judges its pieces."
    }
  }
}
