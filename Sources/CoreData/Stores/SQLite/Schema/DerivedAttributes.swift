internal import CSQLite
internal import Synchronization

/// Keeps derived attributes true by triggers, whatever writes: saves, batches, cascades.
///
/// The triggers are temporary ones of the connection that writes. They name functions that only
/// our connections have, and would keep everybody else from writing the file.
///
///     a row is written (Z_OPT changes)    its own derived attributes
///     a member comes, goes or changes     those of its owners that read it
///     a destination changes               those of the objects that refer to it
struct DerivedTriggers {
  private struct Column {
    let derivation: Derivation
    let assignment: String
  }

  let names: SchemaNames

  init(_ names: SchemaNames) { self.names = names }

  /// The entities that declare derived attributes.
  private var entities: [NSEntityDescription] {
    names.entities.filter { entity in
      entity.ownProperties.contains { $0 is NSDerivedAttributeDescription }
    }
  }

  var isEmpty: Bool { entities.isEmpty }

  /// The tables with derived attributes, and the topmost entities that have their rows there.
  var tables: [String: NSEntityDescription] {
    Dictionary(
      entities.map { (names.table(of: $0).name, $0.root) }, uniquingKeysWith: { first, _ in first })
  }

  /// The statements that make the triggers.
  func creation() throws(SQLTranslationError) -> [String] {
    var statements: [String] = []
    for entity in entities {
      let columns = try columns(of: entity)
      statements += ownTriggers(of: entity, columns)
      var seen: Set<String> = []
      for use in columns.flatMap(\.derivation.uses) where seen.insert(use.key).inserted {
        let reading = columns.filter { $0.derivation.uses.contains { $0.key == use.key } }
        statements += triggers(for: use, of: entity, reading)
      }
    }
    return statements.enumerated().map { number, body in
      "CREATE TEMP TRIGGER Z_DERIVED_\(number) \(body)"
    }
  }

  /// The statements that work out everything anew, for rows that were written without triggers.
  func recomputation() throws(SQLTranslationError) -> [String] {
    var statements: [String] = []
    for entity in entities {
      statements.append(update(entity, try columns(of: entity), "Z_PK = Z_PK"))
    }
    return statements
  }

  private func columns(of entity: NSEntityDescription) throws(SQLTranslationError) -> [Column] {
    let table = names.table(of: entity).name
    var columns: [Column] = []
    for derivation in entity.ownDerivations {
      guard let column = names.column(of: derivation.attribute) else { continue }
      let value = try value(of: derivation, entity, table)
      columns.append(Column(derivation: derivation, assignment: "\(column.name) = \(value)"))
    }
    return columns
  }

  private func value(
    of derivation: Derivation, _ entity: NSEntityDescription, _ table: String
  ) throws(SQLTranslationError) -> String {
    // Seconds since 2001.
    if derivation.isNow { return "((julianday('now') - 2451910.5) * 86400.0)" }
    let compiler = SQLCompiler(names: names, storeUUID: nil)
    compiler.place = "the derived attribute '\(derivation.attribute.name)'"
    let context = compiler.outermost(entity)
    let value = try compiler.value(derivation.expression, context)
    let alias = context.source.alias
    return "(SELECT \(value.sql.literal) FROM \(context.scope.tables) "
      + "WHERE \(alias).Z_PK = \(table).Z_PK)"
  }

  private func update(
    _ entity: NSEntityDescription, _ columns: [Column], _ condition: String
  ) -> String {
    let numbers = names.numbers(of: entity)
    let assignments = columns.map(\.assignment).joined(separator: ", ")
    return "UPDATE \(names.table(of: entity).name) SET \(assignments) WHERE \(condition) "
      + "AND Z_ENT BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }

  private func ownTriggers(of entity: NSEntityDescription, _ columns: [Column]) -> [String] {
    let table = names.table(of: entity).name
    let body = "BEGIN \(update(entity, columns, "Z_PK = NEW.Z_PK")); END"
    return [
      "AFTER INSERT ON main.\(table) \(body)", "AFTER UPDATE OF Z_OPT ON main.\(table) \(body)",
    ]
  }

  private func triggers(
    for use: Derivation.Use, of entity: NSEntityDescription, _ columns: [Column]
  ) -> [String] {
    guard let destination = use.relationship.destinationEntity else { return [] }
    let other = names.table(of: destination).name
    let read = use.attribute.flatMap(names.column(of:))?.name
    func trigger(_ event: String, _ table: String, _ condition: String) -> String {
      "AFTER \(event) ON main.\(table) BEGIN \(update(entity, columns, condition)); END"
    }
    if let reference = names.column(of: use.relationship) {
      return read.map {
        [trigger("UPDATE OF \($0)", other, "\(reference.name) = NEW.Z_PK")]
      } ?? []
    }
    switch names.members(of: use.relationship) {
    case .column(_, owner: let owner)?:
      let changing = [owner.name] + (read.map { [$0] } ?? [])
      return [
        trigger("INSERT", other, "Z_PK = NEW.\(owner.name)"),
        trigger("DELETE", other, "Z_PK = OLD.\(owner.name)"),
        trigger(
          "UPDATE OF \(changing.joined(separator: ", "))", other,
          "Z_PK IN (OLD.\(owner.name), NEW.\(owner.name))"),
      ]
    case .pairs(let side)?:
      func owners(of row: String) -> String {
        "Z_PK IN (SELECT \(side.owner) FROM \(side.table) WHERE \(side.member) = \(row).Z_PK)"
      }
      let changes = read.map { [trigger("UPDATE OF \($0)", other, owners(of: "NEW"))] } ?? []
      return [
        trigger("INSERT", side.table, "Z_PK = NEW.\(side.owner)"),
        trigger("DELETE", side.table, "Z_PK = OLD.\(side.owner)"),
        trigger("DELETE", other, owners(of: "OLD")),
      ] + changes
    case nil: return []
    }
  }
}

extension SQLFragment {
  /// The text with its values written out, for statements that may have no parameters.
  var literal: String {
    var rest = bindings[...]
    return text.split(separator: "?", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        index == 0 ? String(part) : (rest.popFirst()?.literal ?? "NULL") + part
      }
      .joined()
  }
}

extension SQLBinding {
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .blob(let data):
      "X'" + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }
}

/// Notes which rows a transaction changes in tables with derived attributes. What triggers made of
/// them is not known here, so the row cache has to forget them.
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
