internal import CSQLite
internal import Foundation
internal import Synchronization

/// The files beside a SQLite store that hold its large binary values, one for each value, named by
/// a UUID, in `.chat.sqlite_SUPPORT/_EXTERNAL_DATA`. Apple leaves the extension out; then
/// `chat.sqlite` and `chat.db` share a folder, and tidying up for one loses the values of the
/// other. Files that lie in Apple's folder are read, and go with their values, but nothing else
/// goes there.
///
/// A column of such an attribute holds a blob whose first byte tells what follows:
///
///     01 bytes…        the value itself
///     02 text 00       the name of the file that holds it
///
/// Statements call the functions below, so whatever writes rows (saves, batches, cascades) keeps
/// the files in step. A file is written before its transaction ends and removed after it:
///
///     INSERT … CD_STORE(?)            file written
///     DELETE, a trigger: CD_DROP(…)   file noted
///     COMMIT                          noted files removed, as soon as no older state is read
///     ROLLBACK                        written files removed
final class ExternalFiles: Sendable {
  /// `CD_STORE(value)`: what the column is to hold.
  static let store = "CD_STORE"
  /// `CD_LOAD(column)`: the value.
  static let load = "CD_LOAD"
  /// `CD_DROP(column)`: the column no longer holds this.
  static let drop = "CD_DROP"

  /// What is larger goes into a file.
  static let largestInRow = 131_072

  private struct State {
    /// Written in the transaction that is under way.
    var written: [String] = []
    /// No longer referred to once the transaction under way is committed.
    var dropped: [String] = []
    /// No longer referred to, but perhaps by an older state that is still read.
    var garbage: [String] = []
    var readers = 0
  }

  /// nil for a database in memory: then every value is in its row.
  private let folder: URL?
  /// Where Apple's Core Data puts the files, perhaps those of other stores as well.
  private let sharedFolder: URL?
  private let state = Mutex(State())

  init(besideStoreAt url: URL?) {
    folder = url.map(Self.folder)
    sharedFolder = url.map(Self.sharedFolder)
  }

  static func folder(besideStoreAt url: URL) -> URL { folder(beside: url, url.lastPathComponent) }

  static func sharedFolder(besideStoreAt url: URL) -> URL {
    folder(beside: url, url.deletingPathExtension().lastPathComponent)
  }

  private static func folder(beside url: URL, _ name: String) -> URL {
    url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT")
      .appendingPathComponent("_EXTERNAL_DATA")
  }

  // MARK: Values

  fileprivate func stored(_ value: Data) throws -> Data {
    guard let folder, value.count > Self.largestInRow else { return [1] + value }
    let name = UUID().uuidString
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try value.write(to: folder.appendingPathComponent(name))
    state.withLock { $0.written.append(name) }
    return [2] + Data(name.utf8) + [0]
  }

  fileprivate func loaded(_ stored: Data) throws -> Data {
    guard let name = Self.fileName(in: stored) else { return stored.dropFirst() }
    guard let folder, let sharedFolder else { throw CocoaError(.fileReadNoSuchFile) }
    let file = folder.appendingPathComponent(name)
    let shared = sharedFolder.appendingPathComponent(name)
    let isShared =
      !FileManager.default.fileExists(atPath: file.path)
      && FileManager.default.fileExists(atPath: shared.path)
    return try Data(contentsOf: isShared ? shared : file, options: .mappedIfSafe)
  }

  static func fileName(in stored: Data) -> String? {
    guard stored.first == 2 else { return nil }
    let name = String(decoding: stored.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    // Nothing but a name of our own, so that no file elsewhere can be meant.
    return UUID(uuidString: name) == nil ? nil : name
  }

  fileprivate func noteDropped(_ stored: Data) {
    if let name = Self.fileName(in: stored) { state.withLock { $0.dropped.append(name) } }
  }

  // MARK: Transactions and readers

  func committed() {
    state.withLock { state in
      state.garbage += state.dropped
      (state.dropped, state.written) = ([], [])
    }
    removeGarbage()
  }

  func rolledBack() {
    let written = state.withLock { state in
      defer { (state.dropped, state.written) = ([], []) }
      return state.written
    }
    remove(written, from: [folder])
  }

  /// Reads one state of the store for as long as it lives.
  final class Reader: Sendable {
    private let files: ExternalFiles

    init(_ files: ExternalFiles) {
      self.files = files
      files.beginReading()
    }

    deinit { files.endReading() }
  }

  /// A state of the store begins to be read.
  func beginReading() { state.withLock { $0.readers += 1 } }

  func endReading() {
    state.withLock { $0.readers -= 1 }
    removeGarbage()
  }

  private func removeGarbage() {
    let garbage = state.withLock { state -> [String] in
      if state.readers > 0 { return [] }
      defer { state.garbage = [] }
      return state.garbage
    }
    remove(garbage, from: [folder, sharedFolder])
  }

  private func remove(_ names: [String], from folders: [URL?]) {
    for name in names {
      for folder in folders.compactMap({ $0 }) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      }
    }
  }

  /// Removes the files that no row refers to: a crash may have left some. What lies in the shared
  /// folder may be another store's.
  func removeOrphans(keeping stored: Set<String>) {
    guard let folder,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return }
    remove(names.filter { UUID(uuidString: $0) != nil && !stored.contains($0) }, from: [folder])
  }
}

// MARK: What SQL calls

extension ExternalFiles {
  /// Makes the functions known to a connection.
  func install(on connection: OpaquePointer?) {
    add(Self.store, to: connection) { files, context, value in
      guard let value else { return sqlite3_result_null(context) }
      Self.give(try files.stored(value), to: context)
    }
    add(Self.load, to: connection) { files, context, value in
      guard let value else { return sqlite3_result_null(context) }
      Self.give(try files.loaded(value), to: context)
    }
    add(Self.drop, to: connection) { files, context, value in
      if let value { files.noteDropped(value) }
      sqlite3_result_null(context)
    }
  }

  private typealias Body = @Sendable (ExternalFiles, OpaquePointer?, Data?) throws -> Void

  /// What a connection keeps for one function.
  private final class Call {
    let files: ExternalFiles
    let body: Body
    init(_ files: ExternalFiles, _ body: @escaping Body) { (self.files, self.body) = (files, body) }
  }

  private func add(_ name: String, to connection: OpaquePointer?, _ body: @escaping Body) {
    sqlite3_create_function_v2(
      connection, name, 1, SQLITE_UTF8, ForeignPointer.owning(Call(self, body)),
      { context, _, arguments in
        guard let pointer = sqlite3_user_data(context) else { return }
        let call = ForeignPointer.object(pointer, as: Call.self)
        let column = SQLiteColumn(value: arguments?[0])
        do {
          try call.body(call.files, context, column.isNull ? nil : column.data)
        } catch {
          let words = "a large value could not be kept or read: \(error.localizedDescription)"
          sqlite3_result_error(context, words, -1)
        }
      }, nil, nil,
      { pointer in if let pointer { ForeignPointer.release(pointer) } })
  }

  private static func give(_ data: Data, to context: OpaquePointer?) {
    data.withUnsafeBytes { bytes in
      if bytes.isEmpty {
        sqlite3_result_zeroblob(context, 0)
      } else {
        sqlite3_result_blob64(
          context, bytes.baseAddress, UInt64(bytes.count), SQLiteStatement.transient)
      }
    }
  }
}
