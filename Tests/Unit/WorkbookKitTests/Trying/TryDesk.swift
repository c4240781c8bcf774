import Foundation
import Testing

@testable import WorkbookKit

/// A file of a reader's, tried.
struct TryDesk {
  let source: TriedSource
  private let folder: URL
  let file: URL

  /// `beside` has what lies in the same folder, by its path there.
  init(_ text: String, as name: String = "Mine.swift", beside: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "try-desk-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    for (path, text) in beside {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    source = try TriedSource(folder.plainPath)
  }

  private func run(
    _ options: TryOptions, patience: Duration = .seconds(120)
  ) async throws -> Tryout.Result {
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await Tryout(patience: patience).run(source, options)
  }

  /// The report of a text that compiles.
  static func report(
    _ text: String, _ options: TryOptions = TryOptions(), beside: [String: String] = [:],
    patience: Duration = .seconds(120), location: SourceLocation = #_sourceLocation
  ) async throws -> TryReport {
    switch try await TryDesk(text, beside: beside).run(options, patience: patience) {
    case .tried(let reports): return reports[0]
    case .rejected(let words):
      Issue.record("does not compile: \(words)", sourceLocation: location)
      return TryReport()
    }
  }

  /// What the compiler says of a text that it refuses.
  static func refusal(
    _ text: String, _ options: TryOptions = TryOptions(), beside: [String: String] = [:]
  ) async throws -> String {
    switch try await TryDesk(text, beside: beside).run(options) {
    case .tried: return ""
    case .rejected(let words): return words
    }
  }
}

extension TryReport {
  /// `BROKEN "loads once" in 4 of 6`
  var found: [String] {
    findings.map { finding in
      let orders = finding.orders.map { " in \($0) of \(self.orders)" } ?? ""
      return "\(finding.kind.rawValue) \(finding.sentence)\(orders)"
    }
  }
}
