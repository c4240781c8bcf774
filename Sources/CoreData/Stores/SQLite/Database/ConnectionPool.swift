internal import Dispatch
internal import Foundation
internal import Synchronization

/// The connections of one store: one that writes, and some that read beside it.
///
/// A database in memory, or a pool of one, has the writer only; then readers take their turn with
/// it. The locks here are real ones, taken inside a single scheduling point of a controlled run,
/// where nobody else can want them.
final class ConnectionPool: Sendable {
  private let writer: SQLiteConnection
  /// Recursive, because a merge policy may read while its save holds the writer.
  private let writerLock = NSRecursiveLock()
  private let idle = Mutex<[SQLiteConnection]>([])
  private let permits: DispatchSemaphore
  let opensReader: (@Sendable () throws -> SQLiteConnection)?

  /// - Parameter opensReader: opens one more reader; nil if the writer does everything.
  init(
    writer: SQLiteConnection, size: Int, opensReader: (@Sendable () throws -> SQLiteConnection)?
  ) {
    self.writer = writer
    self.opensReader = opensReader
    permits = DispatchSemaphore(value: size)
  }

  func write<Result>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result {
    try writerLock.withLock { try body(writer) }
  }

  func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    guard let opensReader else { return try write(body) }
    permits.wait()
    defer { permits.signal() }
    let connection = try idle.withLock { $0.popLast() } ?? opensReader()
    defer { idle.withLock { $0.append(connection) } }
    return try body(connection)
  }

  func close() {
    for connection in idle.withLock({ idle in
      defer { idle = [] }
      return idle
    }) {
      connection.close()
    }
    writerLock.withLock { writer.close() }
  }
}
