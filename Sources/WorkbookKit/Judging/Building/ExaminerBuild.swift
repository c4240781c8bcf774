internal import Foundation

/// Compiles Swift files that are not part of the package into a program that judges them.
///
/// SwiftPM takes no part: the compiler is called directly, against modules that lie beside the
/// running program. So a file that does not compile hinders nothing else, no lock of SwiftPM is
/// needed, and it works inside `swift test` too.
struct ExaminerBuild {
  private let workplace: PackageLocation
  private let modules: [BuiltModule]
  private let confinement: [URL]
  private let compiler: String

  /// The modules every program is linked with, besides its exercise.
  private static let engines = ["Interleaving", "CoreData", "StyledText", "WorkbookKit"]

  enum Result {
    case built(URL)
    /// What the compiler said.
    case rejected(String)
  }

  /// `module` is the one with the contract and the check.
  init(for module: String, at workplace: PackageLocation) throws {
    self.workplace = workplace
    guard !workplace.isMoved else {
      throw ModuleTrouble(module: module, trouble: .moved(from: workplace.builtFrom.plainPath))
    }
    modules = try (Self.engines + [module]).map { try BuiltModule($0, at: workplace) }
    confinement = try BuiltModule.objects(ofC: "CConfinement", at: workplace)
    compiler = try Compiler.find()
  }

  /// Changes with the modules and the compiler.
  var fingerprint: Fingerprint {
    var sum = Fingerprint(of: compiler)
    for module in modules { sum.combine("\(module.fingerprint)") }
    return sum
  }

  /// Compiles files and a main file in the folder `work`; `program` is a whole program or not
  /// there at all.
  func compile(
    _ sources: [URL], main: String, module: String, options: [String] = [], in work: URL,
    to program: URL
  ) async throws -> Result {
    let mainFile = work.appending(path: "main.swift")
    let unfinished = work.appending(path: "unfinished")
    try main.write(to: mainFile, atomically: false, encoding: .utf8)
    let child = ChildProgram(
      executable: compiler,
      arguments: self.options + options + ["-module-name", module]
        + (sources + [platformNames, mainFile]).map(\.plainPath)
        + ["-o", unfinished.plainPath, "-lsqlite3"]
        + (modules.flatMap(\.objects) + confinement).map(\.plainPath),
      environment: Compiler.environment(temporaryFolder: work))
    let result = try await child.endingWithThisProcess.run(within: .trusted)
    switch result.ending {
    case .stopped(.cancelled): throw CancellationError()
    case .exited(status: 0):
      try FileManager.default.moveItem(at: unfinished, to: program)
      return .built(program)
    default: return .rejected(result.errors.text + result.output.text)
    }
  }

  /// What makes `DispatchQueue` and the like those that the scheduler controls.
  private var platformNames: URL {
    workplace.package.appending(path: "Sources/WorkbookKit/Platform/PlatformNames.swift")
  }

  private var options: [String] {
    let modules = workplace.binaries.appending(path: "Modules").plainPath
    let cache = workplace.binaries.appending(path: "ModuleCache").plainPath
    let maps = ["CSQLite/module.modulemap", "CConfinement/include/module.modulemap"].flatMap {
      ["-Xcc", "-fmodule-map-file=" + workplace.package.appending(path: "Sources/\($0)").plainPath]
    }
    // One frontend for all files, and a program without the engines' debug information: together
    // they save a third of the time.
    return [
      "-Onone", "-wmo", "-Xlinker", "--strip-debug", "-swift-version", "6", "-no-color-diagnostics",
      "-I", modules,
      "-module-cache-path", cache,
    ] + maps
  }
}
