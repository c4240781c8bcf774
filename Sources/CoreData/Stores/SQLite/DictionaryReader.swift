internal import Foundation

/// Reads the rows of a fetch for dictionaries.
struct DictionaryReader {
  let columns: [SQLResultColumn]
  let names: SchemaNames
  let storeUUID: String

  func dictionary(_ statement: SQLiteStatement) -> [String: Any] {
    var result: [String: Any] = [:]
    for column in columns { result[column.name] = value(of: column, statement) }
    return result
  }

  private func value(of column: SQLResultColumn, _ statement: SQLiteStatement) -> Any? {
    let index = Int32(column.index)
    if statement.isNull(index) { return nil }
    switch column.reading {
    case .property(let attribute as NSAttributeDescription):
      return attribute.object(for: statement.value(index, of: attribute))
    case .property(let property):
      guard let entity = (property as? NSRelationshipDescription)?.destinationEntity else {
        return nil
      }
      return id(column, entity, statement)
    case .identity(let entity): return id(column, entity, statement)
    case .computed(let type): return statement.object(index, as: type)
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

extension SQLiteStatement {
  /// The value of an attribute in a column that is not null.
  func value(_ column: Int32, of attribute: NSAttributeDescription) -> Value {
    switch RowLayout.Code(attribute) {
    case .none, .reference: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(text(column))
    case .date: .date(Date(timeIntervalSinceReferenceDate: real(column)))
    case .data: .data(data(column))
    case .uuid: uuid(column).map(Value.uuid) ?? .null
    case .url: URL(string: text(column)).map(Value.url) ?? .null
    case .decimal: Decimal(string: text(column)).map(Value.decimal) ?? .null
    case .opaque: OpaqueArchive.value(from: data(column), of: attribute)
    }
  }

  /// Something worked out, as an expression description says it is to be read.
  fileprivate func object(_ column: Int32, as type: NSAttributeType) -> Any? {
    switch type {
    case .booleanAttributeType: NSNumber(value: integer(column) != 0)
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      NSNumber(value: integer(column))
    case .doubleAttributeType, .floatAttributeType: NSNumber(value: real(column))
    case .decimalAttributeType: NSDecimalNumber(string: text(column))
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: real(column))
    case .stringAttributeType: text(column)
    default: natural(column)
    }
  }
}
