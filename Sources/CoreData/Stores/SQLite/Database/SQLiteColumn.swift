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

  @inline(__always)
  var isInteger: Bool { sqlite3_value_type(value) == SQLITE_INTEGER }
  var isReal: Bool { sqlite3_value_type(value) == SQLITE_FLOAT }

  /// Whether a save can have left this as a value of that kind. SQLite would turn anything into
  /// what it is asked for, and a damaged file would look sound.
  @inline(__always)
  func fits(_ code: RowLayout.Code) -> Bool {
    let storage = sqlite3_value_type(value)
    return switch code {
    case .integer, .reference: storage == SQLITE_INTEGER
    case .real, .date: storage == SQLITE_FLOAT || storage == SQLITE_INTEGER
    case .text, .url: storage == SQLITE_TEXT
    case .data, .opaque: storage == SQLITE_BLOB
    case .uuid: storage == SQLITE_BLOB && sqlite3_value_bytes(value) == 16
    case .decimal: decimal != nil
    case .none: true
    }
  }

  /// The value of a kind that needs no transformer and is no reference; nil if this is none.
  @inline(__always)
  func value(as code: RowLayout.Code) -> Value? {
    if code == .decimal { return decimal.map(Value.decimal) }
    guard fits(code) else { return nil }
    switch code {
    case .integer: return .integer(integer)
    case .real: return .real(real)
    case .date: return .date(Date(timeIntervalSinceReferenceDate: real))
    case .text, .url: return Value(code, textBytes)
    case .data, .uuid: return Value(code, dataBytes)
    case .none, .reference, .opaque, .decimal: return nil
    }
  }

  /// The value of an attribute in a dictionary; nothing if it is damaged.
  func value(of attribute: NSAttributeDescription) throws -> Value {
    if isNull { return .null }
    let code = RowLayout.Code(attribute)
    let value =
      code == .opaque && fits(.opaque)
      ? try OpaqueArchive.value(from: data, of: attribute) : value(as: code)
    if let value { return value }
    throw DamagedRow(
      entity: attribute.owner?.name, key: nil,
      trouble: "has \(kindOfValue) as its \(attribute.name)")
  }

  /// What it is, for messages.
  var kindOfValue: String {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: "the integer \(integer)"
    case SQLITE_FLOAT: "the number \(real)"
    case SQLITE_TEXT: "a text of \(textBytes.count) bytes"
    case SQLITE_BLOB: "data of \(dataBytes.count) bytes"
    default: "nothing"
    }
  }
}

/// A row that no save can have left as it is.
struct DamagedRow: Error {
  /// The entity, or the first one of its table.
  var entity: String?
  /// nil where only values were asked for.
  var key: Int64?
  /// Continues the sentence.
  var trouble: String
}

extension Value {
  /// The value that is kept as text or as a blob.
  init(_ code: RowLayout.Code, _ bytes: UnsafeRawBufferPointer) {
    var text: String { String(decoding: bytes, as: UTF8.self) }
    switch code {
    case .text: self = .text(text)
    case .url: self = URL(string: text).map(Value.url) ?? .null
    case .data: self = .data(Data(bytes))
    case .uuid: self = .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    case .none, .integer, .real, .date, .reference, .opaque, .decimal: self = .null
    }
  }
}
