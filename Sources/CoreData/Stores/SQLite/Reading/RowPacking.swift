internal import Foundation

// A packed row is the number of its entity, then each stored slot in order: a byte that tells
// whether it has a value, then the value as SQLite gave it.

extension RowReader {
  /// Packs the row the statement stands on.
  @inline(__always)
  func pack(
    _ statement: SQLiteStatement, _ entity: Int64, _ layout: RowLayout,
    into packed: inout PackedRows
  ) {
    packed.append(UInt32(truncatingIfNeeded: entity))
    let slots = layout.slots
    for index in 0..<slots.count where slots[index].code != .none {
      let column = statement[slots[index].column]
      packed.append(!column.isNull)
      if column.isNull { continue }
      switch slots[index].code {
      case .none: break
      case .integer: packed.append(column.integer)
      case .real, .date: packed.append(column.real)
      case .reference:
        packed.append(column.integer)
        packed.append(destination(slots[index], statement))
      case .text, .url, .decimal: packed.append(counted: column.textBytes)
      case .data, .uuid, .opaque: packed.append(counted: column.dataBytes)
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
    case .text, .url, .decimal, .data, .uuid, .opaque:
      return Value(slot.code, bytes.take(bytes.take()), of: layout.attribute(of: slot))
    }
  }
}

extension PackedRows {
  /// Appends bytes, and before them how many they are.
  @inline(__always)
  fileprivate mutating func append(counted bytes: UnsafeRawBufferPointer) {
    append(bytes.count)
    append(bytes)
  }
}
