internal import Foundation
internal import Interleaving
internal import Synchronization

/// Counts and logs the statements of a store.
final class SQLJournal: Sendable {
  let runtime: Runtime
  private let store: String
  private let log: SQLLog
  private let counter = Atomic(0)

  init(runtime: Runtime, store: String, log: SQLLog = SQLLog(level: 0)) {
    self.runtime = runtime
    self.store = store
    self.log = log
  }

  /// How many statements were run.
  var count: Int { counter.load(ordering: .relaxed) }

  /// Whether statements are only counted.
  var isSilent: Bool { log.isSilent && !runtime.isTracing }

  func note(_ sql: String, times: Int = 1) {
    counter.add(times, ordering: .relaxed)
    if isSilent { return }
    for _ in 0..<times {
      log.note(sql)
      runtime.note(CoreDataFact.sql(statement: sql, store: store))
    }
  }
}

/// Prints the statements of a store, one line each (fact C13).
struct SQLLog: Sendable {
  /// Where lines go; tests collect them. (A function alone, bound to a task in an optimised build,
  /// is of a type that Swift 6.3 does not find again.)
  struct Sink: Sendable {
    let take: @Sendable (String) -> Void

    @TaskLocal static var current = Sink { line in
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
  }

  private let level: Int
  private let write: @Sendable (String) -> Void

  /// - Parameter level: 0 for silence; every other level prints statements.
  init(level: Int) {
    self.level = level
    write = Sink.current.take
  }

  var isSilent: Bool { level <= 0 }

  func note(_ sql: String) { if !isSilent { write("CoreData: sql: \(sql)") } }
}
