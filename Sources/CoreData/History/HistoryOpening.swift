internal import Foundation
internal import Interleaving

// What becomes of a history when its store is opened.
//
//     NSPersistentHistoryTrackingKey    the file has a history    it has none
//     true                              it goes on                it begins
//     false                             it is forgotten
//     not given                         the store is read-only

extension DatabaseOpening {
  /// Whether the options do not say that the store has a history. What they would write
  /// would be missing there, so they may only read.
  func hasForgottenHistory(_ connection: SQLiteConnection) throws -> Bool {
    if options.isReadOnly || options.tracksHistory || options.disclaimsHistory { return false }
    return try HistoryTables(connection: connection).exist
  }

  /// Opens the store once more, in Apple's words.
  func openedReadOnly() throws -> OpenedDatabase {
    let warning =
      "CoreData: warning: Store opened without NSPersistentHistoryTrackingKey but previously had "
      + "been opened with NSPersistentHistoryTrackingKey - Forcing into Read Only mode store at "
      + "'\(place.uri)'\n"
    FileHandle.standardError.write(Data(warning.utf8))
    var opening = self
    opening.options.isReadOnly = true
    var opened = try opening.open()
    opened.options = opening.options
    return opened
  }

  func isHistoryPrepared(_ names: SchemaNames, _ connection: SQLiteConnection) throws -> Bool {
    let tables = HistoryTables(connection: connection)
    if options.tracksHistory {
      return try tables.changes(tombstones: HistoryTables.tombstoneCount(names)).isEmpty
    }
    return try !options.disclaimsHistory || !tables.exist
  }

  func prepareHistory(_ names: SchemaNames, _ connection: SQLiteConnection) throws {
    let tables = HistoryTables(connection: connection)
    if options.tracksHistory {
      for sql in try tables.changes(tombstones: HistoryTables.tombstoneCount(names)) {
        try connection.execute(sql, doing: "preparing the history")
      }
    } else if try options.disclaimsHistory && tables.exist {
      try tables.clear()
    }
  }
}

/// The highest numbers of a history. A migration gives entities new numbers, so it forgets what was
/// recorded; but what comes is counted on, so that tokens from before expire.
struct HistoryNumbers {
  private let numbers: [(entity: Int64, name: String, last: Int64)]

  /// nil if there is no history.
  init?(of connection: SQLiteConnection) throws {
    guard try HistoryTables(connection: connection).exist else { return nil }
    var found: [(Int64, String, Int64)] = []
    try connection.prepared(
      "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 16001 AND 16003",
      doing: "migrating"
    ).forEachRow { found.append(($0.integer(0), $0.text(1), $0.integer(2))) }
    numbers = found
  }

  func goOn(in connection: SQLiteConnection) throws {
    for one in numbers {
      try connection.execute(
        "INSERT OR REPLACE INTO Z_PRIMARYKEY VALUES (\(one.entity), '\(one.name)', 0, \(one.last))",
        doing: "migrating")
    }
    try HistoryTables(connection: connection).clear()
  }
}

extension SQLiteStore {
  /// What writes the history of one transaction; nil if none is kept.
  func recorder(
    of author: HistoryAuthor, _ schema: SQLiteSchema, _ connection: SQLiteConnection
  ) -> HistoryRecorder? {
    guard options.tracksHistory else { return nil }
    return HistoryRecorder(by: author, at: date, schema: schema, connection: connection)
  }

  /// The time: in a controlled run that of its clock, so that two runs write the same.
  private var date: Date {
    journal.runtime.kind == .controlled ? Date(timeIntervalSinceReferenceDate: now) : Date()
  }
}

extension NSManagedObjectContext {
  /// Who saves, as the history will tell.
  final var historyAuthor: HistoryAuthor {
    HistoryAuthor(author: transactionAuthor, contextName: name)
  }
}
