import Foundation
import Testing

/// What the engines offer to others is explained where it is declared. Overrides are exempt: what
/// they override is explained.
@Suite struct DocCommentTests {
  @Test(arguments: ["Interleaving", "CoreData"])
  func `every public declaration has a doc comment`(module: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.extractSymbols(of: module, into: folder)
    var (count, missing) = (0, Set<String>())
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files {
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
      count += graph.symbols.count
      missing.formUnion(graph.undocumented)
    }
    #expect(count > 100, "the module's symbols were not found")
    #expect(missing.sorted() == [])
  }

  /// Asks the toolchain what the module that these tests were built with declares.
  private static func extractSymbols(of module: String, into folder: URL) throws {
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    let headers = House.ours.root.appending(path: "Sources/CSQLite")
    #if arch(arm64)
      let target = "aarch64-unknown-linux-gnu"
    #else
      let target = "x86_64-unknown-linux-gnu"
    #endif
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I",
      modules.path, "-I", headers.path, "-minimum-access-level", "public",
      "-skip-synthesized-members", "-output-dir", folder.path,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

/// The parts of a symbol graph that say what is documented.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Location: Decodable { let uri: String }
    struct Comment: Decodable {}
    let identifier: Identifier
    let pathComponents: [String]
    let docComment: Comment?
    /// nil for what the compiler made.
    let location: Location?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// `Type.member in File.swift`
  var undocumented: [String] {
    let overrides = Set(relationships.lazy.filter { $0.kind == "overrides" }.map(\.source))
    return symbols.compactMap { symbol in
      guard symbol.docComment == nil, let location = symbol.location,
        !overrides.contains(symbol.identifier.precise)
      else { return nil }
      let file = location.uri.split(separator: "/").last ?? ""
      return "\(symbol.pathComponents.joined(separator: ".")) in \(file)"
    }
  }
}
