internal import CSQLite
internal import Foundation

/// How the values of one slot travel between a row and its columns.
enum SlotCodec {
  /// Not stored: transient.
  case none
  case integer
  case real
  case text
  case date
  case data
  case uuid
  case url
  case decimal
  case opaque(NSAttributeDescription)
  /// A reference to a row of the destination's family; `entityColumn` says which entity it is of,
  /// if the destination has subentities.
  case reference(NSEntityDescription, entityColumn: Int32?)

  init(_ property: NSPropertyDescription, entityColumn: Int32?) {
    if let relationship = property as? NSRelationshipDescription {
      self =
        relationship.destinationEntity.map { .reference($0, entityColumn: entityColumn) } ?? .none
      return
    }
    guard let attribute = property as? NSAttributeDescription else {
      self = .none
      return
    }
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      self = .integer
    case .doubleAttributeType, .floatAttributeType: self = .real
    case .stringAttributeType: self = .text
    case .dateAttributeType: self = .date
    case .binaryDataAttributeType: self = .data
    case .UUIDAttributeType: self = .uuid
    case .URIAttributeType: self = .url
    case .decimalAttributeType: self = .decimal
    default: self = .opaque(attribute)
    }
  }
}

/// Reads the rows of a family of entities from a statement whose columns it named itself:
/// `Z_PK`, `Z_ENT`, `Z_OPT`, then every stored column of the family.
struct RowReader {
  /// How the slots of one entity are found among the columns.
  private struct Layout {
    var entity: NSEntityDescription
    var slots: [(codec: SlotCodec, column: Int32)]
  }

  /// The columns to select, in order, without the name of a table.
  let columns: [String]
  private let first: Int64
  private let layouts: [Layout]
  private let names: SchemaNames
  private let storeUUID: String

  init(family root: NSEntityDescription, names: SchemaNames, storeUUID: String) {
    self.names = names
    self.storeUUID = storeUUID
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var indexes: [String: Int32] = [:]
    func index(of column: String) -> Int32 {
      if let known = indexes[column] { return known }
      indexes[column] = Int32(columns.count)
      columns.append(column)
      return Int32(columns.count - 1)
    }
    let numbers = names.numbers(of: root)
    first = numbers.lowerBound
    layouts = numbers.compactMap(names.entity(number:)).map { entity in
      let slots = zip(entity.layout.slots, names.columns(of: entity)).map { property, column in
        guard let column else { return (codec: SlotCodec.none, column: Int32(-1)) }
        let place = index(of: column.name)
        return (SlotCodec(property, entityColumn: column.entity.map(index(of:))), place)
      }
      return Layout(entity: entity, slots: slots)
    }
    self.columns = columns
  }

  /// The row the statement stands on. `memo` shares IDs between the references of one result.
  func row(
    _ statement: SQLiteStatement, memo: inout ReferenceMemo
  ) -> Row {
    let key = statement.integer(0)
    let layout = layouts[Int(statement.integer(1) - first)]
    let slots = layout.slots
    let values = [Value](unsafeUninitializedCapacity: slots.count) { buffer, count in
      for index in slots.indices {
        let slot = slots[index]
        (buffer.baseAddress! + index).initialize(
          to: value(slot.codec, statement, slot.column, &memo))
      }
      count = slots.count
    }
    let id = NSManagedObjectID(entity: layout.entity, key: .row(key), storeUUID: storeUUID)
    return Row(id: id, version: statement.integer(2), values: values)
  }

  /// The ID in the first two columns of a statement.
  func id(_ statement: SQLiteStatement) -> NSManagedObjectID {
    let entity = layouts[Int(statement.integer(1) - first)].entity
    return NSManagedObjectID(
      entity: entity, key: .row(statement.integer(0)), storeUUID: storeUUID)
  }

  private func value(
    _ codec: SlotCodec, _ statement: SQLiteStatement, _ column: Int32, _ memo: inout ReferenceMemo
  ) -> Value {
    if case .none = codec { return .null }
    if statement.isNull(column) { return .null }
    switch codec {
    case .none: return .null
    case .integer: return .integer(statement.integer(column))
    case .real: return .real(statement.real(column))
    case .text: return .text(statement.text(column))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: statement.real(column)))
    case .data: return .data(statement.data(column))
    case .uuid: return statement.uuid(column).map(Value.uuid) ?? .null
    case .url: return URL(string: statement.text(column)).map(Value.url) ?? .null
    case .decimal: return Decimal(string: statement.text(column)).map(Value.decimal) ?? .null
    case .opaque(let attribute):
      return OpaqueArchive.value(from: statement.data(column), of: attribute)
    case .reference(let destination, let entityColumn):
      let number = entityColumn.map(statement.integer)
      let entity = number.flatMap(names.entity(number:)) ?? destination
      return .reference(memo.id(entity, statement.integer(column), storeUUID))
    }
  }
}

/// The IDs that references of one result have named lately, so that ten thousand messages of one
/// room share one ID of it.
struct ReferenceMemo {
  private static let size = 64
  private var ids = [NSManagedObjectID?](repeating: nil, count: Self.size)

  mutating func id(
    _ entity: NSEntityDescription, _ key: Int64, _ storeUUID: String
  ) -> NSManagedObjectID {
    let index = Int(truncatingIfNeeded: key) & (Self.size - 1)
    if let id = ids[index], case .row(key) = id.key, id.entity === entity { return id }
    let id = NSManagedObjectID(entity: entity, key: .row(key), storeUUID: storeUUID)
    ids[index] = id
    return id
  }
}
