internal import Foundation

// A packed row is the number of its entity, then each stored slot in order: a byte that tells
// whether it has a value, then the value as SQLite gave it.

extension RowReader {
  /// Packs the row the statement stands on.
  @inline(__always)
  func pack(
    _ statement: SQLiteStatement, _ entity: Int64, _ layout: RowLayout,
    into packed: inout PackedRows
  ) throws {
    packed.append(UInt32(truncatingIfNeeded: entity))
    let slots = layout.slots
    for index in 0..<slots.count where slots[index].code != .none {
      let column = statement[slots[index].column]
      packed.append(!column.isNull)
      if column.isNull { continue }
      if !column.fits(slots[index].code) { throw damage(slots[index], layout, statement) }
      switch slots[index].code {
      case .none: break
      case .integer: packed.append(column.integer)
      case .real, .date: packed.append(column.real)
      case .reference:
        packed.append(column.integer)
        packed.append(try destination(slots[index], layout, statement))
      case .text, .url: packed.append(counted: column.textBytes)
      case .data, .uuid, .opaque: packed.append(counted: column.dataBytes)
      case .decimal: packed.append(decimal: column)
      }
    }
  }

  /// The row that was packed.
  func row(
    key: Int64, version: Int64, _ bytes: inout PackedBytes, memo: inout ReferenceMemo
  ) -> Row {
    let number: UInt32 = bytes.take()
    let layout = layouts[Int(Int64(number) - first)]
    var values: [Value] = []
    values.reserveCapacity(layout.slots.count)
    for slot in layout.slots { values.append(value(of: slot, layout, &bytes, &memo)) }
    return Row(
      id: NSManagedObjectID(layout.scope, key: .row(key)), version: version, values: values)
  }

  private func value(
    of slot: RowLayout.Slot, _ layout: RowLayout, _ bytes: inout PackedBytes,
    _ memo: inout ReferenceMemo
  ) -> Value {
    if slot.code == .none { return layout.unstored[Int(slot.place)] }
    if !bytes.take(Bool.self) { return .null }
    switch slot.code {
    case .none: return .null
    case .integer: return .integer(bytes.take())
    case .real: return .real(bytes.take())
    case .date: return .date(Date(timeIntervalSinceReferenceDate: bytes.take()))
    case .reference:
      let key: Int64 = bytes.take()
      return reference(to: key, of: bytes.take(), &memo)
    case .decimal: return bytes.takeDecimal().map(Value.decimal) ?? .null
    case .text, .url, .data, .uuid: return Value(slot.code, bytes.take(bytes.take()))
    // Rows with transformable values are not packed.
    case .opaque: return .null
    }
  }
}

extension PackedRows {
  /// Appends a decimal number in the form it has in its column, and before it which form that is.
  fileprivate mutating func append(decimal column: SQLiteColumn) {
    let form = DecimalForm(column)
    append(form.rawValue)
    switch form {
    case .integer: append(column.integer)
    case .real: append(column.real)
    case .key: append(counted: column.dataBytes)
    }
  }

  /// Appends bytes, and before them how many they are.
  @inline(__always)
  fileprivate mutating func append(counted bytes: UnsafeRawBufferPointer) {
    append(bytes.count)
    append(bytes)
  }
}

extension PackedBytes {
  fileprivate mutating func takeDecimal() -> Decimal? {
    switch DecimalForm(rawValue: take()) {
    case .integer?: DecimalParts(take(Int64.self)).decimal
    case .real?: DecimalParts(take(Double.self))?.decimal
    case .key?: DecimalKey.parts(of: take(take()))?.decimal
    case nil: nil
    }
  }
}

/// The forms that a decimal number has in a column.
private enum DecimalForm: UInt8 {
  case integer, real, key

  init(_ column: SQLiteColumn) {
    self = column.isInteger ? .integer : column.isReal ? .real : .key
  }
}
