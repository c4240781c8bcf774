internal import Foundation

/// The engines as one library, which every program is linked with. Linking their object files into
/// each program took a third of a check.
extension ExaminerBuild {
  private static let prefix = "libengines-"
  /// Builds that take turns, as a debug and a release one do, each find theirs.
  private static let kept = 3

  /// Linked once for each version of the engines. To be asked for also before a program is run that
  /// was built earlier: another build may have removed the library. Where none can be kept it is
  /// linked in the folder `work`.
  func engines(orIn work: URL) async throws -> URL {
    let name = "\(Self.prefix)\(linkedFingerprint).so"
    let known = workplace.checks.appending(path: name)
    if FileManager.default.fileExists(atPath: known.plainPath) { return known }
    try? FileManager.default.createDirectory(
      at: workplace.checks, withIntermediateDirectories: true)
    let isKept = FileManager.default.isWritableFile(atPath: workplace.checks.plainPath)
    let library = isKept ? known : work.appending(path: name)
    let fresh = library.deletingLastPathComponent()
      .appending(path: "\(Self.prefix)\(UUID()).unfinished")
    defer { try? FileManager.default.removeItem(at: fresh) }
    let child = ChildProgram(
      executable: compiler,
      arguments: ["-emit-library", "-o", fresh.plainPath] + linker + linkedObjects.map(\.plainPath)
        + [
          "-lsqlite3", "-Xlinker", "--strip-debug", "-Xlinker", "-soname", "-Xlinker",
          library.lastPathComponent,
        ],
      environment: Compiler.environment(temporaryFolder: library.deletingLastPathComponent()))
    let result = try await child.endingWithThisProcess.run(within: .trusted)
    guard case .exited(status: 0) = result.ending else {
      throw EnginesTrouble(words: result.errors.text + result.output.text)
    }
    removeOldest()
    // Whole or not there at all. Another check that has linked the same meanwhile is left its own:
    // a compiler that reads it would notice the change. Some file systems have no links.
    if link(fresh.plainPath, library.plainPath) != 0, errno != EEXIST {
      _ = rename(fresh.plainPath, library.plainPath)
    }
    return library
  }

  private func removeOldest() {
    let names = try? FileManager.default.contentsOfDirectory(atPath: workplace.checks.plainPath)
    let libraries = (names ?? []).filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(".so") }
      .map { workplace.checks.appending(path: $0) }
    func age(_ library: URL) -> Date { library.modificationDate ?? .distantPast }
    let newestFirst = libraries.sorted { age($0) > age($1) }
    for library in newestFirst.dropFirst(Self.kept - 1) {
      try? FileManager.default.removeItem(at: library)
    }
  }
}

/// The engines could not be linked: that is no fault of the file that was to be compiled.
struct EnginesTrouble: Error, CustomStringConvertible {
  let words: String
  var description: String { "the engines could not be linked: \(words)" }
}
