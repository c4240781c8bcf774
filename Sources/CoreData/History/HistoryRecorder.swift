internal import Foundation

/// Who changes a store, as its history tells.
struct HistoryAuthor: Sendable {
  var author: String?
  var contextName: String?
}

/// Writes down what one transaction changes, as part of that transaction: either both are
/// committed or neither.
struct HistoryRecorder {
  private let author: HistoryAuthor
  private let date: Date
  private let schema: SQLiteSchema
  private let connection: SQLiteConnection
  /// nil until something was changed: a transaction without changes is none.
  private var changes: HistoryChangeWriter?
  /// The entity noted last: changes come in rows of one kind.
  private var scope: IDScope?
  private var entityNumber: Int64 = 0
  private var preserved: [NSAttributeDescription] = []
  private static let doing = "recording the history"

  init(by author: HistoryAuthor, at date: Date, schema: SQLiteSchema, connection: SQLiteConnection)
  {
    self.author = author
    self.date = date
    self.schema = schema
    self.connection = connection
  }

  // MARK: Changes

  mutating func noteInsertion(of key: Int64, _ scope: IDScope) throws {
    try note(.insert, key, scope, names: nil)
  }

  /// - Parameter names: the properties, separated by commas.
  mutating func noteUpdate(of key: Int64, _ scope: IDScope, names: String) throws {
    try note(.update, key, scope, names: names)
  }

  /// To be called while the row is still there; one that is gone already is not deleted again.
  ///
  /// - Parameter isSure: whether the deleting save will give up if it is gone.
  mutating func noteDeletion(of id: NSManagedObjectID, isSure: Bool = false) throws {
    let (scope, key) = (id.scope, id.rowKey ?? 0)
    enter(scope)
    if isSure && preserved.isEmpty { return try note(.delete, key, scope, names: nil) }
    let present = SQLitePresentRows(schema: schema, cache: RowCache(), connection: connection)
    if preserved.isEmpty {
      guard try present.storedVersion(of: id) != nil else { return }
      return try note(.delete, key, scope, names: nil)
    }
    guard let row = try present.storedRow(for: id) else { return }
    let values = preserved.map { attribute -> HistoryChangeWriter.Tombstone in
      guard case .value(let slot)? = id.scope.layout.place(of: attribute.name) else {
        return (attribute, .null)
      }
      return (attribute, row[slot])
    }
    try begin()
    try changes?.add(
      .delete, entityNumber, key, names: preserved.map(\.name).joined(separator: ","),
      tombstone: values)
  }

  private mutating func note(
    _ type: NSPersistentHistoryChangeType, _ key: Int64, _ scope: IDScope, names: String?
  ) throws {
    if changes == nil { try begin() }
    enter(scope)
    try changes?.add(type, entityNumber, key, names: names)
  }

  private mutating func enter(_ new: IDScope) {
    if scope === new { return }
    scope = new
    entityNumber = schema.names.number(of: new.entity)
    preserved = new.entity.preservedAttributes
  }

  // MARK: The transaction

  /// Its number; nil while nothing was changed.
  var transaction: Int64? { changes?.transaction }

  private mutating func begin() throws {
    if changes != nil { return }
    let transaction = try highest(HistoryTables.Number.transaction, raisedBy: 1)
    let change = try highest(HistoryTables.Number.change, raisedBy: 0) + 1
    changes = HistoryChangeWriter(of: transaction, from: change, connection)
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

  /// Writes what is left, and leaves the number of the last change where the next transaction
  /// looks for it.
  mutating func finish() throws {
    guard let last = try changes?.finish() else { return }
    let statement = try connection.prepared(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = \(HistoryTables.Number.change)",
      doing: Self.doing)
    statement.bind(last, at: 1)
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
  mutating func noteDeletions(of changes: StoreChanges) throws {
    for deletion in changes.deletions {
      // A row of another version, or of none, ends the writing.
      try noteDeletion(of: deletion.id, isSure: deletion.base != nil)
    }
  }

  /// To be called behind the writing, which knows whether the rows were as they should be.
  mutating func noteInsertionsAndUpdates(of changes: StoreChanges) throws {
    for insertion in changes.insertions {
      try noteInsertion(of: insertion.id.rowKey ?? 0, insertion.id.scope)
    }
    var recent: (scope: IDScope, slots: SlotSet, names: String)?
    for update in changes.updates {
      let scope = update.id.scope
      if let recent, update.members.isEmpty, recent.scope === scope,
        recent.slots == update.changedSlots
      {
        try noteUpdate(of: update.id.rowKey ?? 0, scope, names: recent.names)
        continue
      }
      let stored = try schema.plan(of: scope.entity).slots
        .filter { update.changedSlots.contains($0.slot) }.map(\.property.name)
      let names = (stored + update.members.map(\.relationship.name)).joined(separator: ",")
      if update.members.isEmpty { recent = (scope, update.changedSlots, names) }
      try noteUpdate(of: update.id.rowKey ?? 0, scope, names: names)
    }
  }
}
