import Foundation

/// The SQL statements that a stack has run, as its SQL log printed them.
final class StatementLog: Sendable {
  private let journal = Journal()

  func add(_ line: String) { journal.add(line) }

  /// All of them, in order, without the mark at their head.
  var all: [String] { journal.lines.map { $0.replacing("CoreData: sql: ", with: "") } }

  /// The statements run by `body`.
  func during(_ body: () throws -> Void) rethrows -> [String] {
    let before = all.count
    try body()
    return Array(all.dropFirst(before))
  }

  /// How many rows or keys were asked for during `body`.
  func selects(_ body: () throws -> Void) rethrows -> Int {
    try during(body).filter { $0.hasPrefix("SELECT") }.count
  }
}

/// A folder of a test's own.
enum TemporaryFolder {
  static func make() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
