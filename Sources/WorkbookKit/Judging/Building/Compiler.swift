internal import Foundation

/// The Swift compiler of this machine.
enum Compiler {
  static func find() throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let places = path.split(separator: ":").map { "\($0)/swiftc" }
    guard let found = places.first(where: FileManager.default.isExecutableFile) else {
      throw MissingCompiler()
    }
    return found
  }

  /// What comes with a compiler; `llvm-symbolizer` tells the lines of a program.
  static func tool(_ name: String, beside compiler: String) -> String? {
    let folder = URL(filePath: compiler).resolvingSymlinksInPath().deletingLastPathComponent()
    let path = folder.appending(path: name).plainPath
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  static func findSymbolizer() throws -> String? { tool("llvm-symbolizer", beside: try find()) }

  /// Its temporary files go where we clean up, even if it is killed.
  static func environment(temporaryFolder: URL) -> [String: String] {
    let ours = ProcessInfo.processInfo.environment
    var kept = ours.filter { ["PATH", "HOME", "LANG", "LC_ALL", "TOOLCHAINS"].contains($0.key) }
    kept["TMPDIR"] = temporaryFolder.plainPath
    return kept
  }
}

/// There is no `swiftc`.
struct MissingCompiler: Error, CustomStringConvertible {
  var description: String {
    "no 'swiftc' is on the PATH, so an answer cannot be built; install Swift and try again"
  }
}
