internal import Foundation

/// Reads the rows of a family of entities from a statement whose columns it named itself:
/// `Z_PK`, `Z_ENT`, `Z_OPT`, then every stored column of the family.
final class RowReader: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init`, and the descriptions it names are
  // frozen.

  /// The columns to select, in order, without the name of a table.
  let columns: [String]
  private let first: Int64
  private let layouts: [RowLayout]
  private let names: SchemaNames
  private let storeUUID: String

  init(family root: NSEntityDescription, names: SchemaNames, storeUUID: String) {
    self.names = names
    self.storeUUID = storeUUID
    var columns = ColumnList(["Z_PK", "Z_ENT", "Z_OPT"])
    let numbers = names.numbers(of: root)
    first = numbers.lowerBound
    layouts = numbers.compactMap(names.entity(number:)).map {
      RowLayout($0, names: names, columns: &columns)
    }
    self.columns = columns.names
  }

  /// The row the statement stands on. `memo` shares IDs between the references of one result.
  func row(_ statement: SQLiteStatement, memo: inout ReferenceMemo) -> Row {
    let layout = layouts[Int(statement.integer(1) - first)]
    let slots = layout.slots
    let values = [Value](unsafeUninitializedCapacity: slots.count) { buffer, count in
      for index in 0..<slots.count {
        (buffer.baseAddress! + index).initialize(
          to: value(slots[index], layout, statement, &memo))
      }
      count = slots.count
    }
    let id = NSManagedObjectID(
      entity: layout.entity, key: .row(statement.integer(0)), storeUUID: storeUUID)
    return Row(id: id, version: statement.integer(2), values: values)
  }

  /// The ID in the first two columns of a statement.
  func id(_ statement: SQLiteStatement) -> NSManagedObjectID {
    NSManagedObjectID(
      entity: layouts[Int(statement.integer(1) - first)].entity,
      key: .row(statement.integer(0)), storeUUID: storeUUID)
  }

  @inline(__always)
  private func value(
    _ slot: RowLayout.Slot, _ layout: RowLayout, _ statement: SQLiteStatement,
    _ memo: inout ReferenceMemo
  ) -> Value {
    let column = slot.column
    if slot.code == .none || statement.isNull(column) { return .null }
    switch slot.code {
    case .none: return .null
    case .integer: return .integer(statement.integer(column))
    case .real: return .real(statement.real(column))
    case .text: return .text(statement.text(column))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: statement.real(column)))
    case .reference: return reference(slot, layout, statement, &memo)
    default: return rareValue(slot, layout, statement)
    }
  }

  private func reference(
    _ slot: RowLayout.Slot, _ layout: RowLayout, _ statement: SQLiteStatement,
    _ memo: inout ReferenceMemo
  ) -> Value {
    let number = slot.entityColumn < 0 ? 0 : statement.integer(slot.entityColumn)
    let key = statement.integer(slot.column)
    if let id = memo.id(slot.place, key, number) { return .reference(id) }
    guard let entity = names.entity(number: number) ?? layout.destination(of: slot) else {
      return .null
    }
    let id = NSManagedObjectID(entity: entity, key: .row(key), storeUUID: storeUUID)
    memo.keep(id, slot.place, key, number)
    return .reference(id)
  }

  private func rareValue(
    _ slot: RowLayout.Slot, _ layout: RowLayout, _ statement: SQLiteStatement
  ) -> Value {
    let column = slot.column
    switch slot.code {
    case .data: return .data(statement.data(column))
    case .uuid: return statement.uuid(column).map(Value.uuid) ?? .null
    case .url: return URL(string: statement.text(column)).map(Value.url) ?? .null
    case .decimal: return Decimal(string: statement.text(column)).map(Value.decimal) ?? .null
    default:
      guard let attribute = layout.attribute(of: slot) else { return .null }
      return OpaqueArchive.value(from: statement.data(column), of: attribute)
    }
  }
}

/// The IDs that references of one result have named lately, so that ten thousand messages of one
/// room share one ID of it.
struct ReferenceMemo {
  private struct Entry {
    var place: Int32
    var key: Int64
    var entity: Int64
    var id: NSManagedObjectID
  }

  private static let size = 64
  private var entries = [Entry?](repeating: nil, count: Self.size)

  /// The ID that was kept for a reference in this slot with this key and entity number.
  func id(_ place: Int32, _ key: Int64, _ entity: Int64) -> NSManagedObjectID? {
    guard let entry = entries[index(place, key)], entry.key == key, entry.place == place,
      entry.entity == entity
    else { return nil }
    return entry.id
  }

  mutating func keep(_ id: NSManagedObjectID, _ place: Int32, _ key: Int64, _ entity: Int64) {
    entries[index(place, key)] = Entry(place: place, key: key, entity: entity, id: id)
  }

  private func index(_ place: Int32, _ key: Int64) -> Int {
    (Int(truncatingIfNeeded: key) &+ Int(place) &* 31) & (Self.size - 1)
  }
}
