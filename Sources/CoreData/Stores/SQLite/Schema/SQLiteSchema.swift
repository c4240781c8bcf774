internal import Foundation
internal import Synchronization

/// What a SQLite store knows of its model: names, how rows are read, how they are written.
final class SQLiteSchema: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init`; plans hold frozen descriptions.

  let model: NSManagedObjectModel
  let names: SchemaNames
  let constraints: UniquenessConstraints
  private let scopes: [IDScope]
  private let readers: [ObjectIdentifier: RowReader]
  private let plans: [ObjectIdentifier: WritePlan]
  private let uniqueIndexes: [String: UniqueIndex]

  init(model: NSManagedObjectModel, storeUUID: String) {
    let names = model.schemaNames
    self.model = model
    self.names = names
    constraints = UniquenessConstraints(of: model)
    let scopes = names.entities.map { IDScope(entity: $0, storeUUID: storeUUID) }
    self.scopes = scopes
    var readers: [ObjectIdentifier: RowReader] = [:]
    var plans: [ObjectIdentifier: WritePlan] = [:]
    for entity in names.entities {
      let key = ObjectIdentifier(entity)
      readers[key] = RowReader(family: entity, names: names, scopes: scopes)
      plans[key] = WritePlan(for: entity, names)
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

  /// A reader of some properties only; the other values read as nil.
  func reader(of entity: NSEntityDescription, names wanted: [Any]?) throws -> RowReader {
    guard let wanted = wanted as? [String] else { return try reader(of: entity) }
    return RowReader(family: entity, names: names, scopes: scopes, only: Set(wanted))
  }

  /// What the IDs of an entity's rows have in common.
  func scope(of entity: NSEntityDescription) -> IDScope {
    let number = Int(names.number(of: entity))
    return number > 0
      ? scopes[number - 1] : IDScope(entity: entity, storeUUID: scopes.first?.storeUUID ?? "")
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
}

extension CocoaError {
  static func foreignEntity(_ entity: NSEntityDescription) -> CocoaError {
    coreData(
      .persistentStoreIncompatibleSchema, "Entity \(entity.name ?? "?")",
      "belongs to another model than this store's coordinator",
      wayOut: "Take entities from the coordinator's managedObjectModel.")
  }
}

/// How the values of an attribute are kept in a column, with Apple's spelling of the types.
enum SQLType: String, Sendable {
  case integer = "INTEGER"
  case decimal = "DECIMAL"
  case float = "FLOAT"
  case text = "VARCHAR"
  case timestamp = "TIMESTAMP"
  case blob = "BLOB"

  init(_ type: NSAttributeType) {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .objectIDAttributeType:
      self = .integer
    case .decimalAttributeType: self = .decimal
    case .doubleAttributeType, .floatAttributeType: self = .float
    case .stringAttributeType, .URIAttributeType: self = .text
    case .dateAttributeType: self = .timestamp
    case .binaryDataAttributeType, .UUIDAttributeType, .transformableAttributeType,
      .undefinedAttributeType, .compositeAttributeType:
      self = .blob
    }
  }
}
