import Foundation
import Testing

/// What the engines offer to others is explained where it is declared. Overrides are exempt: what
/// they override is explained.
struct DocCommentTests {
  @Test(arguments: ["Interleaving", "CoreData"])
  func `every public declaration has a doc comment`(module: String) throws {
    let graphs = try Self.symbolGraphs(of: module)
    #expect(graphs.map(\.symbols.count).reduce(0, +) > 100, "the module's symbols were not found")
    #expect(Set(graphs.flatMap(\.undocumented)).sorted() == [])
  }

  @Test func `every public type of CoreData has a topic, and no topic has gone`() throws {
    let page = House.ours.text(of: "Sources/CoreData/CoreData.docc/CoreData.md")
    let topics = page.matches(of: #/\n- ``(\w+)``/#).map { String($0.1) }
    let types = try Self.symbolGraphs(of: "CoreData").flatMap(\.types)
    #expect(topics.sorted() == Set(types).sorted())
  }

  private static func symbolGraphs(of module: String) throws -> [SymbolGraph] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try extractSymbols(of: module, into: folder)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
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
    struct Kind: Decodable { let identifier: String }
    struct Location: Decodable { let uri: String }
    struct Comment: Decodable {}
    let identifier: Identifier
    let kind: Kind
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

  /// The types that are not inside of others.
  var types: [String] {
    let kinds = ["class", "struct", "enum", "protocol", "typealias"].map { "swift.\($0)" }
    return symbols.filter { $0.pathComponents.count == 1 && kinds.contains($0.kind.identifier) }
      .map { $0.pathComponents[0] }
  }

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
