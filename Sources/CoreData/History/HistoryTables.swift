/// The tables of the history in a SQLite file, named and laid out as Apple's are.
///
///     ATRANSACTION         one row for each transaction; its Z_PK is the transaction's number
///     ACHANGE              one row for each object that it changed
///     ATRANSACTIONSTRING   authors and other texts that many transactions share
///
/// `ZCOLUMNS` of a change names the updated properties, and for a deletion the attributes whose
/// values are in `ZTOMBSTONE0`, `ZTOMBSTONE1`, and so on.
struct HistoryTables {
  /// The numbers that Apple gives to the three in `Z_PRIMARYKEY`.
  enum Number {
    static let change: Int64 = 16001
    static let transaction: Int64 = 16002
    static let text: Int64 = 16003
  }

  let connection: SQLiteConnection
  private static let doing = "preparing the history"

  /// How many columns tombstones take.
  static func tombstoneCount(_ names: SchemaNames) -> Int {
    names.entities.map(\.preservedAttributes.count).max() ?? 0
  }

  private static func columns(tombstones: Int) -> [(table: String, columns: [String])] {
    let shared = ["Z_ENT INTEGER", "Z_OPT INTEGER"]
    return [
      (
        "ACHANGE",
        shared + [
          "ZCHANGETYPE INTEGER", "ZENTITY INTEGER", "ZENTITYPK INTEGER", "ZTRANSACTIONID INTEGER",
          "ZCOLUMNS BLOB",
        ] + (0..<tombstones).map { "ZTOMBSTONE\($0) BLOB" }
      ),
      (
        "ATRANSACTION",
        shared + [
          "ZAUTHORTS INTEGER", "ZBUNDLEIDTS INTEGER", "ZCONTEXTNAMETS INTEGER",
          "ZPROCESSIDTS INTEGER", "ZTIMESTAMP FLOAT",
        ]
      ),
      ("ATRANSACTIONSTRING", shared + ["ZNAME VARCHAR"]),
    ]
  }

  private static let indexes = [
    "CREATE INDEX IF NOT EXISTS Z_CHANGE_TransactionIDIndex ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TimestampIndex ON ATRANSACTION (ZTIMESTAMP)",
    "CREATE UNIQUE INDEX IF NOT EXISTS Z_TRANSACTIONSTRING_UNIQUE_NAME "
      + "ON ATRANSACTIONSTRING (ZNAME)",
  ]

  /// What there is to do before a history can be kept: nothing, in a file that has one.
  func changes(tombstones: Int) throws -> [String] {
    var statements: [String] = []
    for (table, columns) in Self.columns(tombstones: tombstones) {
      var present: Set<String> = []
      try connection.prepared("SELECT name FROM pragma_table_info('\(table)')", doing: Self.doing)
        .forEachRow { present.insert($0.text(0)) }
      if present.isEmpty {
        statements.append(
          "CREATE TABLE \(table) (Z_PK INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))")
      } else {
        statements += columns.filter { !present.contains(String($0.prefix { $0 != " " })) }
          .map { "ALTER TABLE \(table) ADD COLUMN \($0)" }
      }
    }
    let named: [(Int64, String, String)] = [
      (Number.change, "CHANGE", "ACHANGE"), (Number.transaction, "TRANSACTION", "ATRANSACTION"),
      (Number.text, "TRANSACTIONSTRING", "ATRANSACTIONSTRING"),
    ]
    let known = try connection.prepared(
      "SELECT COUNT(*) FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 16001 AND 16003", doing: Self.doing
    ).first { $0.integer(0) }
    if known == 3 && statements.isEmpty { return [] }
    statements += Self.indexes
    for (number, name, table) in named {
      statements.append(
        "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (\(number), '\(name)', 0, 0)")
      statements.append(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = MAX(Z_MAX, (SELECT IFNULL(MAX(Z_PK), 0) FROM \(table))) "
          + "WHERE Z_ENT = \(number)")
    }
    return statements
  }

  /// Whether the file has a history.
  var exist: Bool {
    get throws {
      try connection.prepared(
        "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'ATRANSACTION'",
        doing: Self.doing
      ).first { $0.integer(0) } == 1
    }
  }

  /// Forgets all that was recorded. Numbers go on where they are, so that tokens expire.
  func clear() throws {
    try connection.execute("DELETE FROM ACHANGE; DELETE FROM ATRANSACTION", doing: Self.doing)
    // One more, or a token for the last transaction would miss what was not recorded.
    try connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = \(Number.transaction)",
      doing: Self.doing)
  }
}

extension NSEntityDescription {
  /// The attributes whose values a deletion leaves in the history.
  var preservedAttributes: [NSAttributeDescription] {
    attributesByName.values.filter { $0.preservesValueInHistoryOnDeletion && !$0.isTransient }
      .sorted { $0.name < $1.name }
  }
}
