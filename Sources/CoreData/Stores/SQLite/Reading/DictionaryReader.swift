internal import Foundation

/// Reads the rows of a fetch for dictionaries.
struct DictionaryReader {
  let columns: [SQLResultColumn]
  let names: SchemaNames
  let storeUUID: String

  func dictionary(_ statement: SQLiteStatement) throws -> [String: Any] {
    var result: [String: Any] = [:]
    for column in columns { result[column.name] = try value(of: column, statement) }
    return result
  }

  private func value(
    of column: SQLResultColumn, _ statement: SQLiteStatement
  ) throws -> Any? {
    let found = statement[Int32(column.index)]
    if found.isNull { return nil }
    switch column.reading {
    case .property(let attribute as NSAttributeDescription):
      return attribute.fetchedObject(for: try found.value(of: attribute))
    case .property(let property):
      guard let entity = (property as? NSRelationshipDescription)?.destinationEntity else {
        return nil
      }
      return id(column, entity, statement)
    case .identity(let entity): return id(column, entity, statement)
    case .computed(let type): return found.object(as: type)
    }
  }

  /// An object in a dictionary is told by its ID.
  private func id(
    _ column: SQLResultColumn, _ entity: NSEntityDescription, _ statement: SQLiteStatement
  ) -> NSManagedObjectID {
    let number = column.entityIndex.map { statement.integer(Int32($0)) }
    return NSManagedObjectID(
      entity: number.flatMap(names.entity(number:)) ?? entity,
      key: .row(statement.integer(Int32(column.index))), storeUUID: storeUUID)
  }
}

extension SQLiteColumn {
  /// Something worked out, as an expression description says it is to be read.
  fileprivate func object(as type: NSAttributeType) -> Any? {
    switch type {
    case .booleanAttributeType: NSNumber(value: integer)
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      decimalParts?.wholePart.map { NSNumber(value: $0) }
    case .doubleAttributeType, .floatAttributeType:
      NSNumber(value: decimalParts?.nearestDouble ?? real)
    case .decimalAttributeType: decimal.map { NSDecimalNumber(decimal: $0) }
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: real)
    case .stringAttributeType: text
    default: natural
    }
  }
}
