internal import CSQLite
internal import Synchronization

/// Notes which rows a transaction changes in tables with derived attributes. What triggers made of
/// them nobody knows here, so the row cache has to forget them.
final class DerivedRows: Sendable {
  /// The topmost entities of the tables, by the names that SQLite knows.
  private let entities: [String: NSEntityDescription]
  private let touched = Mutex<[String: Set<Int64>]>([:])

  /// nil if the model has no derived attributes.
  init?(_ names: SchemaNames) {
    let triggers = DerivedTriggers(names)
    if triggers.isEmpty { return nil }
    entities = Dictionary(
      triggers.tables.map { ($0.key.filter { $0 != "\"" }, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Hears of every row that a connection writes. The connection must not outlive this.
  func listen(on connection: SQLiteConnection) {
    sqlite3_update_hook(
      connection.handle,
      { pointer, _, _, table, key in
        guard let pointer, let table else { return }
        ForeignPointer.object(pointer, as: DerivedRows.self).note(String(cString: table), key)
      }, ForeignPointer.borrowing(self))
  }

  private func note(_ table: String, _ key: Int64) {
    if entities[table] == nil { return }
    _ = touched.withLock { $0[table, default: []].insert(key) }
  }

  /// The rows changed since this was last asked; to be asked before a transaction ends.
  func take(_ schema: SQLiteSchema) -> [NSManagedObjectID] {
    let taken = touched.withLock { touched in
      defer { touched = [:] }
      return touched
    }
    return taken.sorted { $0.key < $1.key }.flatMap { table, keys -> [NSManagedObjectID] in
      guard let entity = entities[table] else { return [] }
      let scope = schema.scope(of: entity)
      return keys.sorted().map { NSManagedObjectID(scope, key: .row($0)) }
    }
  }
}
