internal import Foundation

/// Compiles Swift files that are not part of the package into a program that judges them.
///
/// SwiftPM takes no part: the compiler is called directly, against modules that lie beside the
/// running program. So a file that does not compile hinders nothing else, no lock of SwiftPM is
/// needed, and it works inside `swift test` too.
struct ExaminerBuild {
  private let exercise: String
  let workplace: PackageLocation
  private let modules: [BuiltModule]
  private let confinement: [URL]
  let compiler: String
  /// The files that make `DispatchQueue` and the like those that the scheduler controls.
  var names: [URL]
  /// The version of the language.
  var language = "6"
  /// Whether a program knows its lines, which makes it large.
  var keepsLines = false
  /// Whether the accesses of what is compiled to memory are looked at.
  var seesMemory = false

  /// The modules every program is linked with, besides its exercise.
  private static let engines = [
    "Interleaving", "ControlledDispatch", "CoreData", "ManagedAccessors", "StyledText",
    "WorkbookKit",
  ]

  enum Result {
    case built(URL)
    /// What the compiler said.
    case rejected(String)
  }

  /// `module` is the one with the contract and the check, if there is one.
  init(for module: String?, at workplace: PackageLocation) throws {
    exercise = module ?? ""
    self.workplace = workplace
    modules = try (Self.engines + [module].compactMap(\.self)).map {
      try BuiltModule($0, at: workplace)
    }
    confinement = try BuiltModule.objects(ofC: "CConfinement", at: workplace)
    compiler = try Compiler.find()
    names = [
      workplace.package.appending(path: "Sources/ControlledDispatch/Names/ControlledNames.swift")
    ]
    seesMemory = canSeeMemory
  }

  /// Changes with the modules that every program is linked with, and the compiler.
  var enginesFingerprint: Fingerprint {
    var sum = Fingerprint(of: compiler)
    for module in modules where module.name != exercise {
      sum.combine("\(Fingerprint(ofBuilt: module.objects))")
    }
    return sum
  }

  /// Changes with what is linked and the compiler.
  var fingerprint: Fingerprint {
    var sum = Fingerprint(of: compiler)
    for module in modules { sum.combine("\(Fingerprint(ofBuilt: module.objects))") }
    sum.combine("\(Fingerprint(ofBuilt: confinement))")
    if seesMemory { sum.combine("\(detectorFingerprint)") }
    return sum
  }

  /// The main file of a program that examines these types.
  func main(for types: [String]) -> String {
    """
    import \(exercise)
    import WorkbookKit

    \(beginning)
    examineSamples(
      by: \(exercise).exercise,
      [
    \(types.map { "    \"\($0)\": { \($0)() }," }.joined(separator: "\n"))
      ])

    """
  }

  /// The main file of a program that examines the reader's file: all that the reader does not see.
  var mainForAnswer: String {
    """
    import \(exercise)
    import WorkbookKit

    \(beginning)
    examineAnswer(by: \(exercise).exercise) { Answer() }

    """
  }

  /// Compiles files and a main file in the folder `work`; `program` is a whole program or not
  /// there at all.
  func compile(
    _ sources: [URL], main: String, module: String, options: [String] = [],
    linkedWith others: [URL] = [], in work: URL, to program: URL
  ) async throws -> Result {
    // One frontend for all files, and a program without the engines' debug information: together
    // they save a third of the time.
    let lines = keepsLines ? ["-gline-tables-only"] : ["-Xlinker", "--strip-debug"]
    let files = try files(sources, main, in: work) + (try await detector(in: work))
    let engines = try await engines(orIn: work)
    return try await run(
      self.options + lines + accessOptions + options + ["-module-name", module]
        + (files + others + own).map(\.plainPath) + linking(with: engines),
      in: work, to: program)
  }

  /// Compiles a file that is a module of its own.
  func compile(module: String, _ source: URL, in work: URL) async throws -> Result {
    try await run(
      options + ["-parse-as-library", "-module-name", module, "-c", source.plainPath], in: work,
      to: work.appending(path: "\(module).o"))
  }

  /// All that is compiled, the main file last.
  private func files(_ sources: [URL], _ main: String, in work: URL) throws -> [URL] {
    let mainFile = work.appending(path: "main.swift")
    try main.write(to: mainFile, atomically: false, encoding: .utf8)
    return sources + names + [mainFile]
  }

  /// What every program is linked with. The engines come before all other libraries: some of the
  /// system's functions are theirs.
  private func linking(with engines: URL) -> [String] {
    [
      engines.plainPath, "-Xlinker", "-rpath", "-Xlinker",
      engines.deletingLastPathComponent().plainPath,
    ]
      + linker + ["-lsqlite3"] + exported
  }

  /// What the library of the engines is made of.
  var linkedObjects: [URL] {
    modules.filter { $0.name != exercise }.flatMap(\.objects) + confinement
  }

  /// The exercise's own contract and check.
  private var own: [URL] { modules.filter { $0.name == exercise }.flatMap(\.objects) }

  var linkedFingerprint: Fingerprint {
    var sum = enginesFingerprint
    sum.combine("\(Fingerprint(ofBuilt: confinement))")
    return sum
  }

  /// The toolchain's own linker needs a third of the usual one's time.
  var linker: [String] {
    Compiler.tool("ld.lld", beside: compiler) == nil ? [] : ["-use-ld=lld"]
  }

  /// Functions of the C library's that a tried program defines anew: without being told, the linker
  /// keeps them from libraries that ask for them by version.
  private var exported: [String] {
    ["clock_gettime", "getentropy", "getrandom", "arc4random_buf"].flatMap {
      ["-Xlinker", "--export-dynamic-symbol=\($0)"]
    }
  }

  /// Runs the compiler; the product is whole or not there at all.
  private func run(
    _ arguments: [String], in work: URL, to product: URL
  ) async throws -> Result {
    let unfinished = work.appending(path: "unfinished")
    let child = ChildProgram(
      executable: compiler, arguments: arguments + ["-o", unfinished.plainPath],
      environment: Compiler.environment(temporaryFolder: work))
    let result = try await child.endingWithThisProcess.run(within: .trusted)
    switch result.ending {
    case .stopped(.cancelled): throw CancellationError()
    case .exited(status: 0):
      try FileManager.default.moveItem(at: unfinished, to: product)
      return .built(product)
    default: return .rejected(result.errors.text + result.output.text)
    }
  }

  var options: [String] {
    let modules = workplace.binaries.appending(path: "Modules").plainPath
    let cache = workplace.binaries.appending(path: "ModuleCache").plainPath
    let maps = ["CSQLite/module.modulemap", "CConfinement/include/module.modulemap"].flatMap {
      ["-Xcc", "-fmodule-map-file=" + workplace.package.appending(path: "Sources/\($0)").plainPath]
    }
    return [
      "-Onone", "-wmo", "-swift-version", language, "-no-color-diagnostics", "-I", modules,
      "-module-cache-path", cache,
    ] + maps
  }
}
