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

  func note(_ sql: String, times: Int = 1) {
    counter.add(times, ordering: .relaxed)
    if log.isSilent && !runtime.isTracing { return }
    for _ in 0..<times {
      log.note(sql)
      if runtime.isTracing { runtime.note("sql", sql, subject: store) }
    }
  }
}
