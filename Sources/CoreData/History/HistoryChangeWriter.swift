/// Writes the changes of one transaction, many that are alike with one statement: what a statement
/// costs by itself is as much as half of what a change does.
///
/// Only the first change is given its number. It is higher than all before it, so that SQLite gives
/// the others the numbers that follow, and need not look whether they are taken.
struct HistoryChangeWriter {
  typealias Tombstone = (attribute: NSAttributeDescription, value: Value)

  let transaction: Int64
  private let connection: SQLiteConnection
  private let first: Int64
  private var next: Int64
  /// Changes that differ only in their rows and are still to be written: the keys of these.
  private var waiting: [Int64] = []
  private var type = NSPersistentHistoryChangeType.insert
  private var entity: Int64 = 0
  private var names: String?
  /// The statement that writes as many as one can.
  private var largest: SQLiteStatement?
  private static let doing = "recording the history"

  init(of transaction: Int64, from first: Int64, _ connection: SQLiteConnection) {
    (self.transaction, self.connection) = (transaction, connection)
    (self.first, next) = (first, first)
    waiting.reserveCapacity(Self.sizes[0])
  }

  /// - Parameters:
  ///   - entity: the number of the entity.
  ///   - key: the key of the row.
  ///   - names: the properties that the change is about, separated by commas.
  ///   - tombstone: their values, of a row that was deleted.
  mutating func add(
    _ type: NSPersistentHistoryChangeType, _ entity: Int64, _ key: Int64, names: String?,
    tombstone: [Tombstone] = []
  ) throws {
    if self.type != type || self.entity != entity || self.names != names {
      try writeWaiting()
      (self.type, self.entity, self.names) = (type, entity, names)
    }
    if tombstone.isEmpty {
      waiting.append(key)
      if waiting.count == Self.sizes[0] { try writeWaiting() }
    } else {
      try writeWaiting()
      try write([key], tombstone)
    }
  }

  /// Writes what is left; says what the number of the last change is.
  mutating func finish() throws -> Int64 {
    try writeWaiting()
    return next - 1
  }

  private static let sizes = [32, 8, 1]

  private mutating func writeWaiting() throws {
    var rest = waiting[...]
    if next == first, let key = rest.popFirst() { try write([key]) }
    for size in Self.sizes {
      while rest.count >= size {
        try write(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ keys: ArraySlice<Int64>, _ tombstone: [Tombstone] = []) throws {
    let statement = try statement(for: keys.count, tombstone.count)
    statement.bind(Int64(type.rawValue), at: 1)
    statement.bind(entity, at: 2)
    statement.bind(transaction, at: 3)
    if let names { statement.bind(names, at: 4) } else { statement.bindNull(at: 4) }
    var place = 5
    for key in keys {
      statement.bind(key, at: place)
      place += 1
    }
    for one in tombstone {
      try statement.bind(one.value, of: one.attribute, at: place)
      place += 1
    }
    if next == first { statement.bind(first, at: place) }
    try statement.run()
    next += Int64(keys.count)
  }

  private mutating func statement(for count: Int, _ tombstones: Int) throws -> SQLiteStatement {
    let isLargest = count == Self.sizes[0]
    if isLargest, let largest {
      connection.noteRepetitions(of: largest)
      return largest
    }
    let new = try connection.prepared(
      Self.insertion(of: count, tombstones, isNumbered: next == first), doing: Self.doing)
    if isLargest { largest = new }
    return new
  }

  private static func insertion(of count: Int, _ tombstones: Int, isNumbered: Bool) -> String {
    let columns =
      (0..<tombstones).map { ", ZTOMBSTONE\($0)" }.joined() + (isNumbered ? ", Z_PK" : "")
    let marks = (0..<tombstones + (isNumbered ? 1 : 0)).map { ", ?\($0 + 6)" }.joined()
    let rows = (0..<count).map {
      "(\(HistoryTables.Number.change), 1, ?1, ?2, ?\($0 + 5), ?3, ?4\(marks))"
    }
    return "INSERT INTO ACHANGE (Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, "
      + "ZCOLUMNS\(columns)) VALUES \(rows.joined(separator: ", "))"
  }
}
