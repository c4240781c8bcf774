internal import Foundation

/// What a database says of its tables, as far as a model is held against them.
struct StoredTables {
  /// The number of an entity, and of the one that it inherits from (0 for none).
  struct Number: Equatable {
    let own: Int64
    let parent: Int64
  }

  /// Those of `Z_PRIMARYKEY`, by the name there.
  private(set) var numbers: [String: Number] = [:]
  /// Types, by `ZROOM.ZNAME`.
  private(set) var columns: [String: String] = [:]

  init(readFrom connection: SQLiteConnection) throws {
    try connection.prepared(
      "SELECT Z_NAME, Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000", doing: "opening"
    ).forEachRow { numbers[$0.text(0)] = Number(own: $0.integer(1), parent: $0.integer(2)) }
    try connection.prepared(
      // A key that is not the table's own would be read as nothing.
      "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c "
        + "WHERE m.type = 'table' AND (c.name <> 'Z_PK' OR c.pk = 1)", doing: "opening"
    ).forEachRow { columns[$0.text(0) + "." + $0.text(1)] = $0.text(2) }
  }

  /// Takes the names of a store's metadata for entities that `Z_PRIMARYKEY` still calls by former
  /// ones, as a migration of Apple's can leave them. Their numbers are those of the model.
  mutating func rename(to names: some Collection<String>, as model: SchemaNames) {
    let strangers = numbers.filter { !names.contains($0.key) }
    for entity in model.entities {
      guard let name = entity.name, numbers[name] == nil, names.contains(name),
        let (old, number) = strangers.first(where: { $0.value.own == model.number(of: entity) })
      else { continue }
      numbers[old] = nil
      numbers[name] = number
    }
  }
}

// Metadata of a store that Apple wrote bring its tables along: how Apple works out the hashes of a
// version is not known, so whether a model fits is told by the tables.

extension StoreMetadata {
  /// Whether Apple's Core Data wrote the store; its hashes of models are not ours.
  var isMadeByApple: Bool { values["NSPersistenceFrameworkVersion"] != nil }

  /// Never written to a file.
  static let tablesKey = "WorkbookTables"
}

extension StoredTables {
  /// From the metadata of a store that Apple wrote; nil if they have none.
  init?(in metadata: [String: Any]) {
    guard let list = metadata[StoreMetadata.tablesKey] as? [String: Any],
      let numbers = list["numbers"] as? [String: [Int]],
      let columns = list["columns"] as? [String: String]
    else { return nil }
    self.columns = columns
    self.numbers = numbers.compactMapValues { pair in
      pair.count == 2 ? Number(own: Int64(pair[0]), parent: Int64(pair[1])) : nil
    }
  }

  /// As a property list.
  var list: [String: Any] {
    ["numbers": numbers.mapValues { [Int($0.own), Int($0.parent)] }, "columns": columns]
  }
}

/// The tables of a database, held against those that a model needs.
struct StoredLayout {
  let names: SchemaNames
  /// Those that the store holds.
  let entities: [NSEntityDescription]
  let tables: StoredTables

  /// What is wrong with the numbers by which rows name their entities; nil if they are those of
  /// the model.
  func strangeNumber() -> String? {
    for entity in names.entities where entities.contains(where: { $0 === entity }) {
      let name = entity.name ?? ""
      guard let known = tables.numbers[name] else { return "Z_PRIMARYKEY has no entity \(name)" }
      let parent = entity.superentity.map(names.number(of:)) ?? 0
      if known != StoredTables.Number(own: names.number(of: entity), parent: parent) {
        return "\(name) has the number \(known.own) below \(known.parent) in Z_PRIMARYKEY, not "
          + "\(names.number(of: entity)) below \(parent)"
      }
    }
    return nil
  }

  /// The first column that is missing or of another type, as `ZROOM.ZNAME`.
  func missingColumn() -> String? {
    for root in names.entities
    where root.superentity == nil && entities.contains(where: { $0 === root }) {
      let table = names.table(of: root)
      for (name, type) in table.columns + [("Z_PK", .integer)] {
        let place = table.name.unquoted + "." + name.unquoted
        if tables.columns[place] != type.rawValue { return place }
      }
    }
    return names.joinTables.lazy.flatMap { table in
      table.columns.map { table.name.unquoted + "." + $0.unquoted }
    }.first { tables.columns[$0] == nil }
  }
}

extension String {
  /// A name without the quotes that SQL needs around it.
  var unquoted: String {
    hasPrefix("\"") ? String(dropFirst().dropLast()).replacing("\"\"", with: "\"") : self
  }
}

/// The entities that `Z_PRIMARYKEY` still calls by former names, while the metadata have new ones:
/// a migration of Apple's can leave a file like that. The numbers are those of the new names.
struct StaleNames {
  /// The names of the metadata, by number.
  private let renamed: [Int64: String]

  init(in metadata: StoreMetadata, _ names: SchemaNames) {
    guard let before = StoredTables(in: metadata.values) else {
      renamed = [:]
      return
    }
    var after = before
    after.rename(to: metadata.entityNames, as: names)
    let new = after.numbers.filter { before.numbers[$0.key] == nil }
    renamed = Dictionary(
      new.map { ($0.value.own, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  var isEmpty: Bool { renamed.isEmpty }

  /// Writes the names of the metadata; the next migration looks for them.
  func replace(_ metadata: StoreMetadata, _ connection: SQLiteConnection) throws -> StoreMetadata {
    for (number, name) in renamed {
      let statement = try connection.prepared(
        "UPDATE Z_PRIMARYKEY SET Z_NAME = ? WHERE Z_ENT = ?", doing: "opening")
      statement.bind(name, at: 1)
      statement.bind(number, at: 2)
      try statement.run()
    }
    return try isEmpty ? metadata : StoreMetadata(readFrom: connection) ?? metadata
  }

  /// The one entity with a stale name in a file that is to be migrated to another version, whose
  /// numbers tell nothing of it; nil if there is none. Of several it cannot be said which is which.
  static func only(
    in metadata: StoreMetadata, _ label: String
  ) throws -> (stale: String, name: String)? {
    guard let tables = StoredTables(in: metadata.values) else { return nil }
    let (known, named) = (Set(tables.numbers.keys), Set(metadata.entityNames))
    let (stale, new) = (known.subtracting(named).sorted(), named.subtracting(known).sorted())
    guard let old = stale.first, let name = new.first else { return nil }
    if stale.count == 1 && new.count == 1 { return (old, name) }
    throw CocoaError.coreData(
      .persistentStoreIncompatibleSchema, label,
      "calls entities \(stale.joined(separator: ", ")) in one place and "
        + "\(new.joined(separator: ", ")) in another",
      wayOut: "Open it once with the model that it was written with, and migrate it then.")
  }
}

extension StoreMetadata {
  /// The entities of the model that the store was written with.
  fileprivate var entityNames: [String] {
    (values[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys.sorted()
  }
}
