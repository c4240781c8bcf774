internal import Foundation

/// Compiles a reader's one file into a program that judges it.
///
/// SwiftPM takes no part: the compiler is called directly, against modules that lie beside the
/// running program. So a file that does not compile hinders nothing else, no lock of SwiftPM is
/// needed, and it works inside `swift test` too.
struct AnswerBuild {
  let workplace: Workplace
  /// The module with the contract and the check.
  let module: String
  let answer: URL
  /// Where results go; the caller holds its lock.
  let folder: URL

  /// The modules every answer is linked with, besides its own exercise.
  static let engines = ["Interleaving", "CoreData", "WorkbookKit"]

  enum Result {
    case built(URL)
    /// What the compiler said.
    case rejected(String)
  }

  /// The program for what the file says now, built or found from before.
  func program(of text: String) async throws -> Result {
    let modules = try (Self.engines + [module]).map { try BuiltModule($0, at: workplace) }
    let compiler = try Compiler.find()
    var key = Fingerprint(of: text)
    for module in modules { key.combine("\(module.fingerprint)") }
    key.combine(compiler + main)

    let program = folder.appending(path: "answer-\(key)")
    if FileManager.default.isExecutableFile(atPath: program.plainPath) { return .built(program) }
    try clean()
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    return try await compile(with: modules, by: compiler, in: work, to: program)
  }

  private func compile(
    with modules: [BuiltModule], by compiler: String, in work: URL, to program: URL
  ) async throws -> Result {
    let mainFile = work.appending(path: "main.swift")
    let unfinished = work.appending(path: "answer")
    try main.write(to: mainFile, atomically: false, encoding: .utf8)
    let child = ChildProgram(
      executable: compiler,
      arguments: options + [
        answer.plainPath, mainFile.plainPath, "-o", unfinished.plainPath, "-lsqlite3",
      ] + modules.flatMap(\.objects).map(\.plainPath),
      environment: Compiler.environment(temporaryFolder: work))
    let result = try await child.run(within: .trusted)
    switch result.ending {
    case .stopped(.cancelled): throw CancellationError()
    case .exited(status: 0):
      // Only a whole program ever gets the final name.
      try FileManager.default.moveItem(at: unfinished, to: program)
      return .built(program)
    default: return .rejected(result.errors.text + result.output.text)
    }
  }

  private var options: [String] {
    let modules = workplace.binaries.appending(path: "Modules").plainPath
    let cache = workplace.binaries.appending(path: "ModuleCache").plainPath
    let sqlite = workplace.package.appending(path: "Sources/CSQLite/module.modulemap").plainPath
    return [
      "-Onone", "-g", "-swift-version", "6", "-module-name", "\(module)Answer",
      "-no-color-diagnostics", "-I", modules, "-module-cache-path", cache,
      "-Xcc", "-fmodule-map-file=\(sqlite)",
    ]
  }

  /// Everything the reader does not see: hand the answer to the check.
  private var main: String {
    """
    import \(module)
    import WorkbookKit

    examineAnswer(by: \(module).exercise) { Answer() }

    """
  }

  /// Removes what earlier checks and interrupted ones left.
  private func clean() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.plainPath)
    where name.hasPrefix("answer-") || ["work", "scratch"].contains(name) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }
}
