internal import Foundation
internal import Synchronization

/// What a SQLite store knows of its model: names, how rows are read, how they are written.
final class SQLiteSchema: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init`; plans hold frozen descriptions.

  /// How rows of one entity are written.
  struct WritePlan {
    struct Slot {
      var slot: Int
      var property: NSPropertyDescription
      var column: SchemaNames.Column
    }
    var entity: NSEntityDescription
    var number: Int64
    var table: String
    var slots: [Slot]
    var insertion: String
  }

  let model: NSManagedObjectModel
  let names: SchemaNames
  let constraints: UniquenessConstraints
  private let readers: [ObjectIdentifier: RowReader]
  private let plans: [ObjectIdentifier: WritePlan]
  private let uniqueIndexes: [String: UniqueIndex]

  init(model: NSManagedObjectModel, storeUUID: String) {
    let names = SchemaNames(model: model)
    self.model = model
    self.names = names
    constraints = UniquenessConstraints(of: model)
    var readers: [ObjectIdentifier: RowReader] = [:]
    var plans: [ObjectIdentifier: WritePlan] = [:]
    for entity in names.entities {
      let key = ObjectIdentifier(entity)
      readers[key] = RowReader(family: entity, names: names, storeUUID: storeUUID)
      plans[key] = Self.plan(for: entity, names)
    }
    self.readers = readers
    self.plans = plans
    uniqueIndexes = Dictionary(
      constraints.all.map { (Self.key($0.entity.name ?? "", $0.names), UniqueIndex($0, names)) },
      uniquingKeysWith: { first, _ in first })
  }

  func reader(of entity: NSEntityDescription) throws -> RowReader {
    guard let reader = readers[ObjectIdentifier(entity)] else {
      throw CocoaError.foreignEntity(entity)
    }
    return reader
  }

  func plan(of entity: NSEntityDescription) throws -> WritePlan {
    guard let plan = plans[ObjectIdentifier(entity)] else {
      throw CocoaError.foreignEntity(entity)
    }
    return plan
  }

  func uniqueIndex(of claim: UniqueClaim) -> UniqueIndex? {
    uniqueIndexes[Self.key(claim.entity, claim.names)]
  }

  private static func key(_ entity: String, _ names: [String]) -> String {
    "\(entity).\(names.joined(separator: ","))"
  }

  private static func plan(for entity: NSEntityDescription, _ names: SchemaNames) -> WritePlan {
    let columns = names.columns(of: entity)
    let slots = entity.layout.slots.enumerated().compactMap { slot, property in
      columns[slot].map { WritePlan.Slot(slot: slot, property: property, column: $0) }
    }
    let written = slots.flatMap { [$0.column.name] + ($0.column.entity.map { [$0] } ?? []) }
    let table = names.table(of: entity).name
    let marks = Array(repeating: "?", count: written.count + 3)
    return WritePlan(
      entity: entity, number: names.number(of: entity), table: table, slots: slots,
      insertion: "INSERT INTO \(table) ("
        + (["Z_PK", "Z_ENT", "Z_OPT"] + written).joined(separator: ", ")
        + ") VALUES (\(marks.joined(separator: ", ")))")
  }
}

extension CocoaError {
  static func foreignEntity(_ entity: NSEntityDescription) -> CocoaError {
    coreData(
      .persistentStoreIncompatibleSchema, "Entity \(entity.name ?? "?")",
      "belongs to another model than this store's coordinator",
      wayOut: "Take entities from the coordinator's managedObjectModel.")
  }
}
