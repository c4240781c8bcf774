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
