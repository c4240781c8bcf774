/// A setting of SQLite as an option of a store names it: a name that SQLite knows, and a value.
struct Pragma {
  private let name: String
  private let value: String

  /// An error for what SQLite would not know; it would pass over it without a word.
  init(
    _ name: String, _ value: String, _ connection: SQLiteConnection, _ label: String
  ) throws {
    let known = try connection.prepared(
      "SELECT 1 FROM pragma_pragma_list WHERE name = ?", doing: "setting a pragma")
    known.bind(name.lowercased(), at: 1)
    guard try known.first({ _ in true }) == true else {
      throw CocoaError.refusedPragma(name, "is not known to this SQLite", label)
    }
    self.name = name
    self.value = value
  }

  /// The value goes in as a number or as a text, never as SQL.
  var sql: String {
    let literal = Int64(value).map(String.init) ?? "'\(value.replacing("'", with: "''"))'"
    return "PRAGMA \(name) = \(literal)"
  }
}

extension SQLiteConnection {
  func set(_ pragma: Pragma) throws { try execute(pragma.sql, doing: "setting a pragma") }
}
