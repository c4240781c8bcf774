/// One SELECT under construction: the table it starts from and the tables joined so far.
final class SQLScope {
  /// A row of a table, as expressions see it.
  struct Source {
    let alias: String
    let entity: NSEntityDescription
  }

  let start: Source
  /// What follows FROM.
  private(set) var tables: String
  /// How the rows depend on those of the SELECT outside.
  let link: String?
  private var joined: [String: Source] = [:]

  init(_ start: Source, tables: String, link: String?) {
    self.start = start
    self.tables = tables
    self.link = link
  }

  /// The destination of a to-one relationship, joined once however often it is used. Where there
  /// is none, its columns are NULL, as its properties are nil in memory.
  func destination(
    of column: SchemaNames.Column, from source: Source, _ destination: NSEntityDescription,
    table: String, newAlias: () -> String
  ) -> Source {
    let key = source.alias + "." + column.name
    if let known = joined[key] { return known }
    let made = Source(alias: newAlias(), entity: destination)
    tables += " LEFT JOIN \(table) \(made.alias) ON \(made.alias).Z_PK = \(key)"
    joined[key] = made
    return made
  }

  func join(_ text: String) { tables += text }
}

/// The members of a to-many relationship as a SELECT, and which value of each is meant.
struct SQLMembers {
  let scope: SQLScope
  /// Further conditions, of a subquery.
  var condition: SQLFragment?
  var value: SQLValue

  /// `FROM … WHERE …`, with one more condition.
  func source(where more: SQLFragment? = nil) -> SQLFragment {
    let link = scope.link.map { SQLFragment($0) }
    let conditions = [link, condition, more].compactMap(\.self)
    let tables = SQLFragment(scope.tables)
    return conditions.isEmpty
      ? "FROM \(tables)" : "FROM \(tables) WHERE \(conditions.joined(by: " AND "))"
  }
}

/// A single value in SQL and what kind it is.
struct SQLValue {
  enum Kind {
    case number
    /// A number that is compared and worked with by its decimal digits.
    case decimal
    case text
    case date
    case blob
    /// Data that may lie in a file, which nothing but NULL can be compared with.
    case external
    /// A key of a row of this entity's table.
    case reference(NSEntityDescription)
    /// The number of an entity.
    case entity
    /// NULL as a literal.
    case null
    /// An object that no row of this store can be.
    case stranger
    case unknown
  }

  var sql: SQLFragment
  var kind: Kind
  /// For constants, what they are.
  var constant: Operand?
  /// Whether it stands for many rows together: `SUM(…)` and the like.
  var isAggregate = false
  /// The property that it is a plain reading of.
  var property: NSPropertyDescription?
  /// The SQL of the `Z_ENT` of a reference, when it is not certain.
  var entitySQL: String?

  /// Whether one is a text and the other a number.
  func isMixed(with other: SQLValue) -> Bool {
    switch (kind, other.kind) {
    case (.text, .number), (.number, .text): true
    default: false
    }
  }

  /// Whether values of the two kinds can be equal.
  func isComparable(to other: SQLValue) -> Bool {
    switch (kind, other.kind) {
    case (.unknown, _), (_, .unknown), (.number, .number), (.number, .decimal),
      (.decimal, .number), (.decimal, .decimal), (.text, .text), (.date, .date), (.blob, .blob),
      (.entity, .entity):
      true
    case (.reference(let left), .reference(let right)):
      left.layout.family === right.layout.family
    default: false
    }
  }
}
