internal import Foundation
internal import Synchronization

/// Notices commits to a store's file, whoever makes them: SQLite numbers the states of a database
/// for each connection that asks, and this connection never writes.
final class FileWatch: Sendable {
  private struct State {
    var connection: SQLiteConnection?
    var version: Int64
  }

  /// How long a commit may go unnoticed. Looking costs a few microseconds.
  static let pause = Duration.milliseconds(250)

  private let state: Mutex<State>

  /// nil where there is no file to watch.
  init?(_ store: NSPersistentStore, in journal: SQLJournal) {
    let place = DatabasePlace(store.url)
    guard place.isFile,
      let connection = try? SQLiteConnection(
        place.uri, readOnly: store.isReadOnly, creates: false, timeout: .zero, journal: journal)
    else { return nil }
    state = Mutex(State(connection: connection, version: Self.version(of: connection) ?? 0))
  }

  /// Whether somebody has committed since this was last asked, or news were passed over.
  func hasNews() -> Bool {
    state.withLock { state in
      guard let connection = state.connection, let version = Self.version(of: connection) else {
        return false
      }
      defer { state.version = version }
      return version != state.version
    }
  }

  /// What is committed by now is announced in another way.
  func passOver() { _ = hasNews() }

  var isClosed: Bool { state.withLock { $0.connection == nil } }

  func close() {
    state.withLock { state in
      state.connection?.close()
      state.connection = nil
    }
  }

  /// nil if the file cannot be asked now: somebody keeps it to himself, and will have news later.
  private static func version(of connection: SQLiteConnection) -> Int64? {
    try? connection.prepared("PRAGMA data_version", doing: "watching").first { $0.integer(0) }
  }
}
