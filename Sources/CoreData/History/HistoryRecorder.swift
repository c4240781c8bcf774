internal import Foundation

/// Who changes a store, as its history tells.
struct HistoryAuthor: Sendable {
  var author: String?
  var contextName: String?
}

/// Writes down what one transaction changes, as part of that transaction: either both are
/// committed or neither.
final class HistoryRecorder {
  private let author: HistoryAuthor
  private let date: Date
  private let schema: SQLiteSchema
  private let connection: SQLiteConnection
  /// 0 until something was changed: a transaction without changes is none.
  private var transaction: Int64 = 0
  private var nextChange: Int64 = 0
  /// The entity noted last: changes come in rows of one kind.
  private var recent: (scope: IDScope, number: Int64, preserved: [NSAttributeDescription])?
  /// The statement that ran last, and what is bound in it that neighbours have in common.
  private var last: Bound?
  private struct Bound {
    let statement: SQLiteStatement
    let type: NSPersistentHistoryChangeType
    let scope: IDScope
    let names: String?
  }
  private lazy var present = SQLitePresentRows(
    schema: schema, cache: RowCache(), connection: connection)
  private static let doing = "recording the history"

  init(by author: HistoryAuthor, at date: Date, schema: SQLiteSchema, connection: SQLiteConnection)
  {
    self.author = author
    self.date = date
    self.schema = schema
    self.connection = connection
  }

  // MARK: Changes

  func noteInsertion(of id: NSManagedObjectID) throws { try note(.insert, id, names: nil) }

  /// - Parameter names: the properties, separated by commas.
  func noteUpdate(of id: NSManagedObjectID, names: String) throws {
    try note(.update, id, names: names)
  }

  /// To be called while the row is still there; one that is gone already is not deleted again.
  func noteDeletion(of id: NSManagedObjectID) throws {
    let preserved = kind(of: id.scope).preserved
    if preserved.isEmpty {
      // The statement finds out by itself whether there is a row; but who changed nothing begins no
      // transaction.
      if try transaction != 0 || present.storedVersion(of: id) != nil {
        try note(.delete, id, names: nil)
      }
      return
    }
    guard let row = try present.storedRow(for: id) else { return }
    let values = preserved.map { attribute -> Value in
      guard case .value(let slot)? = id.scope.layout.place(of: attribute.name) else { return .null }
      return row.values[slot]
    }
    try note(
      .delete, id, names: preserved.map(\.name).joined(separator: ","),
      tombstone: zip(preserved, values).map { ($0, $1) })
  }

  private func note(
    _ type: NSPersistentHistoryChangeType, _ id: NSManagedObjectID, names: String?,
    tombstone: [(attribute: NSAttributeDescription, value: Value)] = []
  ) throws {
    if transaction == 0 { try begin() }
    if tombstone.isEmpty, let last, last.type == type, last.scope === id.scope,
      last.names == names
    {
      connection.noteRepetitions(of: last.statement)
      return try run(last.statement, id)
    }
    let statement = try connection.prepared(
      insertion(of: type, id.scope, tombstone.count), doing: Self.doing)
    last =
      tombstone.isEmpty
      ? Bound(statement: statement, type: type, scope: id.scope, names: names) : nil
    statement.bind(Int64(type.rawValue), at: 2)
    statement.bind(kind(of: id.scope).number, at: 3)
    statement.bind(transaction, at: 5)
    if let names { statement.bind(names, at: 6) } else { statement.bindNull(at: 6) }
    for (index, one) in tombstone.enumerated() {
      try statement.bind(one.value, of: one.attribute, at: index + 7)
    }
    try run(statement, id)
  }

  private func run(_ statement: SQLiteStatement, _ id: NSManagedObjectID) throws {
    statement.bind(nextChange, at: 1)
    statement.bind(id.rowKey ?? 0, at: 4)
    try statement.run()
    nextChange += Int64(statement.changes)
  }

  private func insertion(
    of type: NSPersistentHistoryChangeType, _ scope: IDScope, _ tombstones: Int
  ) -> String {
    let columns = (0..<tombstones).map { ", ZTOMBSTONE\($0)" }.joined()
    let marks = (0..<tombstones).map { ", ?\($0 + 7)" }.joined()
    let values = "?1, \(HistoryTables.Number.change), 1, ?2, ?3, ?4, ?5, ?6\(marks)"
    let isPresent =
      type == .delete ? " FROM \(schema.names.table(of: scope.entity).name) WHERE Z_PK = ?4" : ""
    return "INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, "
      + "ZTRANSACTIONID, ZCOLUMNS\(columns)) "
      + (type == .delete ? "SELECT \(values)\(isPresent)" : "VALUES (\(values))")
  }

  private func kind(
    of scope: IDScope
  ) -> (scope: IDScope, number: Int64, preserved: [NSAttributeDescription]) {
    if let recent, recent.scope === scope { return recent }
    let entity = scope.entity
    let kind = (scope, schema.names.number(of: entity), entity.preservedAttributes)
    recent = kind
    return kind
  }

  // MARK: The transaction

  private func begin() throws {
    transaction = try highest(HistoryTables.Number.transaction, raisedBy: 1)
    nextChange = try highest(HistoryTables.Number.change, raisedBy: 0) + 1
    let program = ProcessInfo.processInfo.processName
    let texts = [
      author.author, Bundle.main.bundleIdentifier ?? program, author.contextName, program,
    ]
    let numbers = try texts.map { try $0.map(number) }
    let statement = try connection.prepared(
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, "
        + "ZPROCESSIDTS, ZTIMESTAMP) VALUES (?, \(HistoryTables.Number.transaction), 1, "
        + "?, ?, ?, ?, ?)", doing: Self.doing)
    statement.bind(transaction, at: 1)
    for (index, number) in numbers.enumerated() {
      statement.bind(number.map(SQLBinding.integer) ?? .null, at: index + 2)
    }
    statement.bind(date.timeIntervalSinceReferenceDate, at: 6)
    try statement.run()
  }

  /// Leaves the number of the last change where the next transaction looks for it.
  func finish() throws {
    if transaction == 0 { return }
    let statement = try connection.prepared(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = \(HistoryTables.Number.change)",
      doing: Self.doing)
    statement.bind(nextChange - 1, at: 1)
    try statement.run()
  }

  private func highest(_ entity: Int64, raisedBy count: Int64) throws -> Int64 {
    let statement = try connection.prepared(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ? RETURNING Z_MAX",
      doing: Self.doing)
    statement.bind(count, at: 1)
    statement.bind(entity, at: 2)
    return try statement.first { $0.integer(0) } ?? 0
  }

  /// The number of a text that many transactions share.
  private func number(of text: String) throws -> Int64 {
    let search = try connection.prepared(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", doing: Self.doing)
    search.bind(text, at: 1)
    if let known = try search.first({ $0.integer(0) }) { return known }
    let new = try highest(HistoryTables.Number.text, raisedBy: 1)
    let insertion = try connection.prepared(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) "
        + "VALUES (?, \(HistoryTables.Number.text), 1, ?)",
      doing: Self.doing)
    insertion.bind(new, at: 1)
    insertion.bind(text, at: 2)
    try insertion.run()
    return new
  }
}

// MARK: What a save changes

extension HistoryRecorder {
  func noteDeletions(of changes: StoreChanges) throws {
    for deletion in changes.deletions { try noteDeletion(of: deletion.id) }
  }

  /// To be called behind the writing, which knows whether the rows were as they should be.
  func noteInsertionsAndUpdates(of changes: StoreChanges) throws {
    for insertion in changes.insertions { try noteInsertion(of: insertion.id) }
    var recent: (scope: IDScope, slots: SlotSet, names: String)?
    for update in changes.updates {
      let scope = update.id.scope
      if let recent, update.members.isEmpty, recent.scope === scope,
        recent.slots == update.changedSlots
      {
        try noteUpdate(of: update.id, names: recent.names)
        continue
      }
      let stored = try schema.plan(of: scope.entity).slots
        .filter { update.changedSlots.contains($0.slot) }.map(\.property.name)
      let names = (stored + update.members.map(\.relationship.name)).joined(separator: ",")
      if update.members.isEmpty { recent = (scope, update.changedSlots, names) }
      try noteUpdate(of: update.id, names: names)
    }
  }
}
