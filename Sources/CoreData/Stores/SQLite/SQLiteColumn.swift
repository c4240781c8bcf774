internal import CSQLite
internal import Foundation

/// One value of the row a statement stands on; gone with the next step.
///
/// It is looked up once and then asked for its type and content, which costs less than asking the
/// statement each time.
struct SQLiteColumn {
  let value: OpaquePointer?

  @inline(__always)
  var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }
  @inline(__always)
  var integer: Int64 { sqlite3_value_int64(value) }
  @inline(__always)
  var real: Double { sqlite3_value_double(value) }

  var text: String {
    guard let bytes = sqlite3_value_text(value) else { return "" }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  var data: Data {
    guard let bytes = sqlite3_value_blob(value) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  var uuid: UUID? {
    guard let bytes = sqlite3_value_blob(value), sqlite3_value_bytes(value) == 16 else {
      return nil
    }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// The value as SQLite has it.
  var natural: Any? {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: NSNumber(value: integer)
    case SQLITE_FLOAT: NSNumber(value: real)
    case SQLITE_TEXT: text
    case SQLITE_BLOB: data
    default: nil
    }
  }

  /// The value of an attribute, if it is not null.
  func value(of attribute: NSAttributeDescription) -> Value {
    if isNull { return .null }
    return switch RowLayout.Code(attribute) {
    case .none, .reference: .null
    case .integer: .integer(integer)
    case .real: .real(real)
    case .text: .text(text)
    case .date: .date(Date(timeIntervalSinceReferenceDate: real))
    case .data: .data(data)
    case .uuid: uuid.map(Value.uuid) ?? .null
    case .url: URL(string: text).map(Value.url) ?? .null
    case .decimal: Decimal(string: text).map(Value.decimal) ?? .null
    case .opaque: OpaqueArchive.value(from: data, of: attribute)
    }
  }
}
