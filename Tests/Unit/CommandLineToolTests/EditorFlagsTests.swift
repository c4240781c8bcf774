import Foundation
import Testing
import WorkbookKit

/// An answer belongs to no target, so an editor takes its flags from `Exercises/compile_flags.txt`.
/// What the language server makes of them, in a folder with a space in its name.
@Suite(.enabled(if: LanguageServer.isInstalled, "there is no sourcekit-lsp here"))
struct EditorFlagsTests {
  @Test func `an answer gets completions, and its errors where they are`() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "editor \(UUID())")
    defer { try? FileManager.default.removeItem(at: copy) }
    let folder = copy.appending(path: "Exercises/01-ImportHistory")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let package = PackageLocation.here
    try FileManager.default.copyItem(
      at: package.package.appending(path: "Exercises/compile_flags.txt"),
      to: copy.appending(path: "Exercises/compile_flags.txt"))
    for (name, target) in [
      ("Sources", package.package.appending(path: "Sources")),
      (".build/debug/Modules", package.binaries.appending(path: "Modules")),
    ] {
      let link = copy.appending(path: name)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    }
    let file = folder.appending(path: "ImportHistory.swift")
    let text = """
      import CoreData
      import ImportHistory
      import WorkbookKit

      struct Answer: ImportsHistory {
        func importTexts(
          _ texts: [String], view: NSManagedObjectContext,
          done: @escaping @Sendable ((any Error)?) -> Void
        ) {
          let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          context.perform { Message(context: context).text = 5 }
          DispatchQueue.main.async { done(nil) }
          context.
        }
      }
      """
    try Data(text.utf8).write(to: file)

    let server = try LanguageServer(root: copy.appending(path: "Exercises"))
    defer { server.stop() }
    try server.open(file, text)
    let offered = try server.completions(in: file, line: 12, column: 12)
    #expect(offered.contains { $0.hasPrefix("performAndWait") })
    #expect(offered.contains { $0.hasPrefix("save") })
    let errors = try server.errors(in: file)
    #expect(errors.contains { $0.line == 10 && $0.message.contains("'Int'") }, "\(errors)")
    // The names of the platform are those that an answer is judged with.
    #expect(!errors.contains { $0.line < 10 || $0.line == 11 }, "\(errors)")
  }
}

/// `sourcekit-lsp`, asked over its pipes.
private final class LanguageServer {
  static let isInstalled = path != nil
  private static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/sourcekit-lsp" }
    .first(where: FileManager.default.isExecutableFile)

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var lastID = 0

  init(root: URL) throws {
    process.executableURL = URL(filePath: try #require(Self.path))
    process.currentDirectoryURL = root
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    _ = try ask(
      "initialize",
      [
        "rootUri": root.absoluteString, "capabilities": ["textDocument": ["diagnostic": [:]]],
        "initializationOptions": ["backgroundIndexing": false],
      ])
    try send(["method": "initialized", "params": [:]])
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  func open(_ file: URL, _ text: String) throws {
    try send([
      "method": "textDocument/didOpen",
      "params": [
        "textDocument": [
          "uri": file.absoluteString, "languageId": "swift", "version": 1, "text": text,
        ]
      ],
    ])
  }

  /// What is offered at a place; lines and columns from 0.
  func completions(in file: URL, line: Int, column: Int) throws -> [String] {
    let answer = try ask(
      "textDocument/completion",
      [
        "textDocument": ["uri": file.absoluteString],
        "position": ["line": line, "character": column],
      ])
    let items = (answer as? [String: Any])?["items"] as? [[String: Any]]
    return (items ?? []).compactMap { $0["label"] as? String }
  }

  func errors(in file: URL) throws -> [(line: Int, message: String)] {
    let answer = try ask(
      "textDocument/diagnostic", ["textDocument": ["uri": file.absoluteString]])
    let items = (answer as? [String: Any])?["items"] as? [[String: Any]]
    return (items ?? []).compactMap { item in
      guard let range = item["range"] as? [String: [String: Int]],
        let line = range["start"]?["line"], let message = item["message"] as? String
      else { return nil }
      return (line, message)
    }
  }

  // MARK: Messages

  private func ask(_ method: String, _ params: [String: Any]) throws -> Any? {
    lastID += 1
    try send(["id": lastID, "method": method, "params": params])
    while let message = try receive() {
      if message["method"] != nil {
        // A question of the server's; notifications have no ID.
        if let id = message["id"] { try send(["id": id, "result": NSNull()]) }
      } else if message["id"] as? Int == lastID {
        return message["result"]
      }
    }
    return nil
  }

  private func send(_ message: [String: Any]) throws {
    let body = try JSONSerialization.data(
      withJSONObject: message.merging(["jsonrpc": "2.0"]) { first, _ in first })
    try input.fileHandleForWriting.write(
      contentsOf: Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  /// The next message; nil when the server is gone.
  private func receive() throws -> [String: Any]? {
    var head = Data()
    while head.suffix(4) != Data("\r\n\r\n".utf8) {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        return nil
      }
      head += byte
    }
    let words = String(decoding: head, as: UTF8.self)
    guard let match = words.firstMatch(of: #/Content-Length: (\d+)/#), let length = Int(match.1)
    else { return nil }
    let body = try output.fileHandleForReading.read(upToCount: length) ?? Data()
    return try JSONSerialization.jsonObject(with: body) as? [String: Any]
  }
}
