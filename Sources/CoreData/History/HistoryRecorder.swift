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
  /// Changes of one kind that are still to be written, by the keys of their rows.
  private var waiting: [Int64] = []
  private var waitingKind: Kind?
  private struct Kind {
    let type: NSPersistentHistoryChangeType
    let scope: IDScope
    let names: String?

    func isSame(as other: Kind) -> Bool {
      type == other.type && scope === other.scope && names == other.names
    }
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
  ///
  /// - Parameter isSure: whether whoever deletes the row will give up if it is gone.
  func noteDeletion(of id: NSManagedObjectID, isSure: Bool = false) throws {
    let preserved = entity(of: id.scope).preserved
    if preserved.isEmpty {
      if try isSure || present.storedVersion(of: id) != nil { try note(.delete, id, names: nil) }
      return
    }
    guard let row = try present.storedRow(for: id) else { return }
    let values = preserved.map { attribute -> (NSAttributeDescription, Value) in
      guard case .value(let slot)? = id.scope.layout.place(of: attribute.name) else {
        return (attribute, .null)
      }
      return (attribute, row.values[slot])
    }
    let kind = Kind(
      type: .delete, scope: id.scope, names: preserved.map(\.name).joined(separator: ","))
    try begin()
    try writeWaiting()
    try write([id.rowKey ?? 0], kind, tombstone: values)
  }

  private func note(
    _ type: NSPersistentHistoryChangeType, _ id: NSManagedObjectID, names: String?
  ) throws {
    try begin()
    let kind = Kind(type: type, scope: id.scope, names: names)
    if waiting.count == Self.sizes[0] || waitingKind?.isSame(as: kind) != true {
      try writeWaiting()
      waitingKind = kind
    }
    waiting.append(id.rowKey ?? 0)
  }

  /// How many changes one statement writes: what a statement costs by itself is as much as half of
  /// what a change does.
  private static let sizes = [32, 8, 1]

  private func writeWaiting() throws {
    guard let waitingKind else { return }
    var rest = waiting[...]
    for size in Self.sizes {
      while rest.count >= size {
        try write(rest.prefix(size), waitingKind)
        rest = rest.dropFirst(size)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private func write(
    _ keys: ArraySlice<Int64>, _ kind: Kind,
    tombstone: [(attribute: NSAttributeDescription, value: Value)] = []
  ) throws {
    let statement = try connection.prepared(
      insertion(of: keys.count, tombstone.count), doing: Self.doing)
    statement.bind(nextChange, at: 1)
    statement.bind(Int64(kind.type.rawValue), at: 2)
    statement.bind(entity(of: kind.scope).number, at: 3)
    statement.bind(transaction, at: 4)
    if let names = kind.names { statement.bind(names, at: 5) } else { statement.bindNull(at: 5) }
    for (offset, key) in keys.enumerated() { statement.bind(key, at: offset + 6) }
    for (offset, one) in tombstone.enumerated() {
      try statement.bind(one.value, of: one.attribute, at: offset + 7)
    }
    try statement.run()
    nextChange += Int64(keys.count)
  }

  private func insertion(of count: Int, _ tombstones: Int) -> String {
    if tombstones == 0, let known = Self.insertions[count] { return known }
    return Self.insertion(of: count, tombstones)
  }

  private static let insertions = Dictionary(
    uniqueKeysWithValues: sizes.map { ($0, insertion(of: $0, 0)) })

  /// Only the keys of rows differ among the changes of one statement; their numbers follow each
  /// other.
  private static func insertion(of count: Int, _ tombstones: Int) -> String {
    let columns = (0..<tombstones).map { ", ZTOMBSTONE\($0)" }.joined()
    let marks = (0..<tombstones).map { ", ?\($0 + 7)" }.joined()
    let rows = (0..<count).map {
      "(?1 + \($0), \(HistoryTables.Number.change), 1, ?2, ?3, ?\($0 + 6), ?4, ?5\(marks))"
    }
    return "INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, "
      + "ZTRANSACTIONID, ZCOLUMNS\(columns)) VALUES \(rows.joined(separator: ", "))"
  }

  private func entity(
    of scope: IDScope
  ) -> (scope: IDScope, number: Int64, preserved: [NSAttributeDescription]) {
    if let recent, recent.scope === scope { return recent }
    let entity = scope.entity
    let found = (scope, schema.names.number(of: entity), entity.preservedAttributes)
    recent = found
    return found
  }

  // MARK: The transaction

  private func begin() throws {
    if transaction != 0 { return }
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

  /// Writes what is left, and leaves the number of the last change where the next transaction looks for it.
  func finish() throws {
    if transaction == 0 { return }
    try writeWaiting()
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
    for deletion in changes.deletions {
      // A row of another version, or of none, ends the writing.
      try noteDeletion(of: deletion.id, isSure: deletion.base != nil)
    }
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
