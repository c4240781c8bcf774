internal import Foundation

/// Compiles the files of a chapter's scenarios, a line of one of them written anew.
struct LineBuild {
  let workplace: PackageLocation
  let line: LineToWrite

  func program(with text: String, in work: URL) async throws -> ExaminerBuild.Result {
    let file = URL(filePath: line.program.variant.source.path)
    let original = try file.text()
    guard let changed = line.source(with: text, in: original), let name = name(in: original) else {
      throw LineTrouble(program: line.program.name)
    }
    let copy = work.appending(path: file.lastPathComponent)
    try changed.write(to: copy, atomically: false, encoding: .utf8)
    var build = try ExaminerBuild(for: nil, at: workplace)
    (build.names, build.seesMemory) = ([], false)
    let main = """
      import WorkbookKit

      exploreScenario(.\(name), "\(line.program.variant.name)")

      """
    // A model names its classes with their module.
    let module = line.program.variant.source.fileID.prefix { $0 != "/" }
    let result = try await build.compile(
      try others(beside: file) + [copy], main: main, module: String(module), in: work,
      to: work.appending(path: "line"))
    guard case .rejected(let words) = result else { return result }
    let about = CompilerWords(words).about(copy.plainPath)
    return .rejected(about.replacing(copy.plainPath, with: copy.lastPathComponent))
  }

  /// What the scenario is called in its file: the last constant declared before the variant.
  private func name(in text: String) -> String? {
    text.lines.prefix(line.program.variant.source.line).last { $0.contains(Self.declaration) }
      .flatMap { $0.firstMatch(of: Self.declaration).map { String($0.1) } }
  }

  // Unsafe for the compiler only: a pattern does not change when something is matched with it.
  nonisolated(unsafe) private static let declaration = #/static let (\w+) = Scenario\(/#

  /// The chapter itself stays out: its lesson lies in a bundle that only SwiftPM makes.
  private func others(beside file: URL) throws -> [URL] {
    let folder = file.deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: folder.plainPath).sorted()
      .filter { $0.hasSuffix(".swift") && $0 != file.lastPathComponent }
      .map { folder.appending(path: $0) }
      .filter { try !$0.text().contains("Bundle.module") }
  }
}

/// A scenario's file is not what it was when the workbook was built.
struct LineTrouble: Error, CustomStringConvertible {
  let program: String
  var description: String {
    "the source of '\(program)' is not as it was built; build the workbook with 'swift build'"
  }
}
