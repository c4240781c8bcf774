import Foundation
import Testing

/// The list of differences from Apple names a test for each of them.
struct DifferenceListTests {
  static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
  static let list = tests.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/CoreData/DIFFERENCES.md")

  /// The last cell of each row of the table, or the whole row if it names no test.
  static func testsNamed(in list: String) -> [String] {
    list.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
      row.firstMatch(of: /`([^`]+)` \|$/).map { String($0.1) } ?? String(row)
    }
  }

  @Test func `every difference names a test that exists`() throws {
    var sources = ""
    let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    for case let file as URL in files?.allObjects ?? [] where file.pathExtension == "swift" {
      sources += try String(contentsOf: file, encoding: .utf8)
    }
    let named = Self.testsNamed(in: try String(contentsOf: Self.list, encoding: .utf8))
    #expect(!named.isEmpty)
    #expect(named.filter { !sources.contains("func `\($0)`") } == [])
  }

  @Test func `a difference without a test is found`() {
    let list = "| difference | why | test |\n|---|---|---|\n| a | b | `c d` |\n| e | f | none |"
    #expect(Self.testsNamed(in: list) == ["c d", "| e | f | none |"])
  }
}
