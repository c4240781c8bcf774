/// How rows of one entity are written: its stored slots and the statements, put together once.
/// A class, because every written row looks at it.
final class WritePlan {
  final class Slot {
    let slot: Int
    let property: NSPropertyDescription
    let column: SchemaNames.Column
    /// Whether a second column tells the entity of the reference.
    let tellsEntity: Bool

    init(_ slot: Int, _ property: NSPropertyDescription, _ column: SchemaNames.Column) {
      self.slot = slot
      self.property = property
      self.column = column
      tellsEntity = column.entity != nil
    }

    /// The names of its columns.
    var columns: [String] { [column.name] + (column.entity.map { [$0] } ?? []) }

    /// What stands for the values of its columns in a statement.
    var marks: [String] { [mark] + (tellsEntity ? ["?"] : []) }

    var mark: String {
      (property as? NSAttributeDescription)?.isExternal == true ? "\(ExternalFiles.store)(?)" : "?"
    }
  }

  /// What binding a value asks of its slot: plain numbers, which cost no reference counting in
  /// every row.
  struct Place {
    let slot: Int
    let tellsEntity: Bool

    init(_ slot: Slot) {
      self.slot = slot.slot
      tellsEntity = slot.tellsEntity
    }
  }

  let number: Int64
  let table: String
  let slots: [Slot]
  let properties: [NSPropertyDescription]
  /// The places of all slots.
  let places: [Place]
  let insertion: String
  let version: String
  let deletion: String
  /// Deletes a row only at one version.
  let guardedDeletion: String
  /// Takes a row out of the pairs of its many-to-many relationships.
  let pairDeletions: [String]

  init(for entity: NSEntityDescription, _ names: SchemaNames) {
    let columns = names.columns(of: entity)
    slots = entity.layout.slots.enumerated().compactMap { slot, property in
      columns[slot].map { Slot(slot, property, $0) }
    }
    properties = entity.layout.slots
    places = slots.map(Place.init)
    number = names.number(of: entity)
    table = names.table(of: entity).name
    let written = ["Z_PK", "Z_ENT", "Z_OPT"] + slots.flatMap(\.columns)
    insertion =
      "INSERT INTO \(table) (\(written.joined(separator: ", "))) "
      + "VALUES (\((["?", "?", "?"] + slots.flatMap(\.marks)).joined(separator: ", ")))"
    version = "SELECT Z_OPT FROM \(table) WHERE Z_PK = ?"
    deletion = "DELETE FROM \(table) WHERE Z_PK = ?"
    guardedDeletion = deletion + " AND Z_OPT = ?"
    pairDeletions = entity.layout.toMany.compactMap { relationship in
      guard case .pairs(let side)? = names.members(of: relationship) else { return nil }
      return "DELETE FROM \(side.table) WHERE \(side.owner) = ?"
    }
  }
}
