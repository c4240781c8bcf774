internal import Foundation

/// A program whose accesses to memory are looked at.
///
///     the code       calls `__tsan_read8` and the like, without the sanitizer's runtime
///     *.c            what these do here
///     Accesses       tells the scheduler of it
extension ExaminerBuild {
  /// Only the part of the compiler that writes code is told: what links would bring the runtime.
  /// Functions that are equal stay apart, so that each has its lines.
  var accessOptions: [String] {
    guard seesMemory else { return [] }
    return [
      "-Xfrontend", "-sanitize=thread", "-Xfrontend", "-disable-llvm-merge-functions-pass",
    ]
  }

  /// What a main file does before anything else.
  var beginning: String {
    guard seesMemory else { return "" }
    return """
      @_silgen_name("look_at_accesses") func lookAtAccesses()
      lookAtAccesses()
      """
  }

  /// Whether this machine's toolchain can do it, and tell the lines.
  var canSeeMemory: Bool { Self.canSeeMemory(with: compiler) }

  static func canSeeMemory(with compiler: String) -> Bool {
    #if arch(x86_64) || arch(arm64)
      return Compiler.tool("clang", beside: compiler) != nil
        && Compiler.tool("llvm-symbolizer", beside: compiler) != nil
    #else
      return false
    #endif
  }

  /// What a verdict says where it cannot.
  static func caveat(canSeeMemory: Bool) -> String? {
    canSeeMemory
      ? nil
      : "Variables that two threads share without a lock are not seen here: that takes clang and "
        + "llvm-symbolizer beside the compiler, on x86-64 or ARM."
  }

  private var library: URL { workplace.package.appending(path: "Sources/CMemoryAccesses") }

  private var sources: [URL] {
    ["hooks.c", "memory.c", "shadow.c", "weak.c"].map { library.appending(path: $0) }
  }

  /// Swift's side of it.
  private var swiftSide: URL {
    workplace.package.appending(path: "Sources/ControlledDispatch/Names/Accesses.swift")
  }

  /// Changes with what looks at the accesses.
  var detectorFingerprint: Fingerprint {
    let headers = ["internal.h", "include/memory_accesses.h"].map { library.appending(path: $0) }
    var sum = enginesFingerprint
    for file in sources + headers + [swiftSide] { sum.combine((try? file.text()) ?? "") }
    return sum
  }

  /// The functions that the compiler calls, and what tells the scheduler of them: compiled once for
  /// each version of all that they are made of. Each build links copies of its own, as a check with
  /// other engines may remove what is kept at any moment.
  func detector(in work: URL) async throws -> [URL] {
    guard seesMemory else { return [] }
    let kept = workplace.checks.appending(path: "\(Self.keptPrefix)\(detectorFingerprint)")
    var objects: [URL] = []
    for source in sources + [swiftSide] {
      let name = source.lastPathComponent + ".o"
      let (object, known) = (work.appending(path: name), kept.appending(path: name))
      objects.append(object)
      if (try? FileManager.default.copyItem(at: known, to: object)) != nil { continue }
      try await compileDetector(source, to: object, in: work)
      keep(object, as: known)
    }
    return objects
  }

  /// Whole or not at all; without it the next check only takes longer.
  private func keep(_ object: URL, as known: URL) {
    let kept = known.deletingLastPathComponent()
    let fresh = kept.appending(path: "\(UUID()).o")
    removeEarlier(but: kept)
    try? FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(at: object, to: fresh)
    _ = rename(fresh.plainPath, known.plainPath)
  }

  private static let keptPrefix = "accesses-"

  private func removeEarlier(but kept: URL) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: workplace.checks.plainPath)
    for name in names ?? []
    where name.hasPrefix(Self.keptPrefix) && name != kept.lastPathComponent {
      try? FileManager.default.removeItem(at: workplace.checks.appending(path: name))
    }
  }

  private func compileDetector(_ source: URL, to object: URL, in work: URL) async throws {
    let headers = library.appending(path: "include")
    let isSwift = source == swiftSide
    let clang = Compiler.tool("clang", beside: compiler) ?? "clang"
    let arguments =
      isSwift
      ? options + [
        "-parse-as-library", "-module-name", "Accesses", "-Xcc",
        "-fmodule-map-file=" + headers.appending(path: "module.modulemap").plainPath,
      ] : ["-O2", "-I", headers.plainPath]
    let child = ChildProgram(
      executable: isSwift ? compiler : clang,
      arguments: arguments + ["-c", source.plainPath, "-o", object.plainPath],
      environment: Compiler.environment(temporaryFolder: work))
    let result = try await child.endingWithThisProcess.run(within: .trusted)
    guard result.ending == .exited(status: 0) else {
      throw ModuleTrouble(module: "CMemoryAccesses: \(result.errors.text)", trouble: .missing)
    }
  }
}
