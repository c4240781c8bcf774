internal import Foundation

/// A value as SQLite takes it.
enum SQLBinding: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension Value {
  /// The form in which a value is written to its column: dates as seconds since 2001, UUIDs as 16
  /// bytes, URLs as text, references as the key of their row. NaN is no value to SQLite.
  /// nil for what has no column form of its own: transformable values (their archive is what is
  /// written) and references to objects that have no row yet.
  var sqlBinding: SQLBinding? {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): number.isNaN ? .null : .real(number)
    case .text(let text): .text(text)
    case .date(let date): .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): .blob(data)
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .url(let url): .text(url.absoluteString)
    case .decimal(let number): number.sqlBinding
    case .reference(let id): id.rowKey.map(SQLBinding.integer)
    case .opaque: nil
    }
  }
}

extension Decimal {
  /// The nearest number that SQLite has: columns of type DECIMAL keep integers and doubles.
  var sqlBinding: SQLBinding {
    if isNaN { return .null }
    if let integer = Int64(description) { return .integer(integer) }
    return Double(description).map(SQLBinding.real) ?? .null
  }
}
