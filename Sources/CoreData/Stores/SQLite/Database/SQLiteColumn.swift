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

  /// The bytes of its text, gone with the next step.
  @inline(__always)
  var textBytes: UnsafeRawBufferPointer {
    let start = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// Its bytes, gone with the next step.
  @inline(__always)
  var dataBytes: UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  var text: String { String(decoding: textBytes, as: UTF8.self) }
  var data: Data { Data(dataBytes) }

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

  /// The value of an attribute.
  func value(of attribute: NSAttributeDescription) -> Value {
    if isNull { return .null }
    let code = RowLayout.Code(attribute)
    return switch code {
    case .none, .reference: .null
    case .integer: .integer(integer)
    case .real: .real(real)
    case .date: .date(Date(timeIntervalSinceReferenceDate: real))
    case .text, .url, .decimal: Value(code, textBytes, of: attribute)
    case .data, .uuid, .opaque: Value(code, dataBytes, of: attribute)
    }
  }
}

extension Value {
  /// The value that is kept as text or as a blob.
  init(
    _ code: RowLayout.Code, _ bytes: UnsafeRawBufferPointer, of attribute: NSAttributeDescription?
  ) {
    var text: String { String(decoding: bytes, as: UTF8.self) }
    switch code {
    case .text: self = .text(text)
    case .url: self = URL(string: text).map(Value.url) ?? .null
    case .decimal: self = Decimal(string: text).map(Value.decimal) ?? .null
    case .data: self = .data(Data(bytes))
    case .uuid:
      self = bytes.count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : .null
    case .opaque:
      self = attribute.map { OpaqueArchive.value(from: Data(bytes), of: $0) } ?? .null
    case .none, .integer, .real, .date, .reference: self = .null
    }
  }
}
