internal import Foundation

/// Prints the statements of a store, one line each (fact C13).
struct SQLLog: Sendable {
  /// Where lines go; tests collect them.
  @TaskLocal static var sink: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private let level: Int
  private let write: @Sendable (String) -> Void

  /// - Parameter level: 0 for silence; every other level prints statements.
  init(level: Int) {
    self.level = level
    write = Self.sink
  }

  var isSilent: Bool { level <= 0 }

  func note(_ sql: String) { if !isSilent { write("CoreData: sql: \(sql)") } }
}
