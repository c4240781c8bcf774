internal import Foundation

/// The names that the entities of a model go by in an SQLite file, laid out as Apple does:
/// one table for each root entity with `Z_PK`, `Z_ENT` and `Z_OPT`, one column for each stored
/// attribute and to-one relationship, and a table of pairs for each many-to-many relationship.
///
/// All names are ready for SQL: those that are no plain identifiers come quoted.
final class SchemaNames: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init` and the descriptions are frozen.

  /// The entities in the order of their numbers (`Z_ENT` of the first is 1). A family has
  /// consecutive numbers, an entity before its subentities.
  let entities: [NSEntityDescription]
  /// The tables of the root entities, in order.
  let tables: [Table]
  /// The tables of pairs, in order of their names.
  let joinTables: [JoinTable]

  /// The columns whose values may lie in files.
  private(set) var external: ExternalColumns!

  private var numbers: [ObjectIdentifier: Int64] = [:]
  private var tableIndex: [ObjectIdentifier: Int] = [:]
  private var columnsByProperty: [ObjectIdentifier: Column] = [:]
  private var membersByRelationship: [ObjectIdentifier: Members] = [:]

  init(model: NSManagedObjectModel) {
    model.freeze()
    entities = model.entities.filter { $0.superentity == nil }
      .sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap(\.family)
    for (index, entity) in entities.enumerated() {
      numbers[ObjectIdentifier(entity)] = Int64(index + 1)
    }
    var builder = SchemaBuilder(entities: entities, numbers: numbers)
    builder.build()
    tables = builder.tables
    joinTables = builder.joinTables.sorted { $0.name < $1.name }
    tableIndex = builder.tableIndex
    columnsByProperty = builder.columns
    membersByRelationship = builder.members
    external = ExternalColumns(self)
  }

  /// `Z_ENT`; 0 for an entity of another model.
  func number(of entity: NSEntityDescription) -> Int64 { numbers[ObjectIdentifier(entity)] ?? 0 }

  /// The entity of a `Z_ENT`.
  func entity(number: Int64) -> NSEntityDescription? {
    entities.indices.contains(Int(number) - 1) ? entities[Int(number) - 1] : nil
  }

  /// The numbers of an entity and everything that inherits from it.
  func numbers(of entity: NSEntityDescription) -> ClosedRange<Int64> {
    let first = number(of: entity)
    return first...first + Int64(entity.family.count) - 1
  }

  /// The table that keeps the rows of an entity.
  func table(of entity: NSEntityDescription) -> Table {
    guard let index = tableIndex[ObjectIdentifier(entity)] else {
      preconditionFailure("entity '\(entity.name ?? "?")' belongs to another model")
    }
    return tables[index]
  }

  /// The column of an attribute or to-one relationship; nil for what is not stored.
  func column(of property: NSPropertyDescription) -> Column? {
    columnsByProperty[ObjectIdentifier(property)]
  }

  /// The columns of an entity by value slot of its layout; nil for slots that are not stored.
  func columns(of entity: NSEntityDescription) -> [Column?] { entity.layout.slots.map(column(of:)) }

  /// Where the members of a to-many relationship are found; nil if it is not stored.
  func members(of relationship: NSRelationshipDescription) -> Members? {
    membersByRelationship[ObjectIdentifier(relationship)]
  }
}

extension SchemaNames {
  /// The table of a family of entities.
  struct Table: Sendable {
    /// `Z<ROOT>`.
    let name: String
    /// Every column but the primary key, in the order in which they are made: `Z_ENT`, `Z_OPT`,
    /// then those of the family.
    var columns: [(name: String, type: SQLType)]
  }

  /// Where an attribute or a to-one relationship is kept.
  struct Column: Equatable, Sendable {
    /// `Z<NAME>`; a number follows if another property of the family has the name.
    let name: String
    let type: SQLType
    /// For a to-one relationship whose destination has subentities, the column with the
    /// destination's `Z_ENT`: `Z<number>_<NAME>`.
    var entity: String?
    /// For the to-one side of an ordered relationship, the column with the place among the
    /// siblings: `Z_FOK_<NAME>`.
    var order: String?
  }

  /// The members of a to-many relationship, as seen from one of its sides.
  enum Members: Sendable {
    /// Each member's own row names the owner, in the column of the inverse relationship.
    case column(table: String, owner: Column)
    /// A table of pairs.
    case pairs(JoinTable.Side)
  }

  /// The pairs of a many-to-many relationship (or of a to-many one that has no way back).
  struct JoinTable: Sendable {
    /// `Z_<number><NAME>`, by the relationship whose name comes first.
    let name: String
    /// The key columns, and the order columns of the sides that are ordered.
    var columns: [String]

    /// The table as one of its two relationships reads it.
    struct Side: Sendable {
      let table: String
      /// The column with the key of the object that is asked.
      let owner: String
      /// The column with the key of a member.
      let member: String
      /// The column with the place of a member, if the relationship is ordered.
      let order: String?
    }
  }
}

/// Turns any text into an identifier that SQL takes.
func sqlIdentifier(_ name: String) -> String {
  let isPlain = name.utf8.allSatisfy {
    (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
  }
  return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
}
