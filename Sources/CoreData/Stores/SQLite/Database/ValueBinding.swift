internal import Foundation

extension SQLiteStatement {
  func bind(_ value: Value, of property: NSPropertyDescription, at index: Int) throws {
    try bind(value, in: 0, of: [property], at: index)
  }

  /// Binds a value in the form of its column: the same forms as `Value.sqlBinding`, without the
  /// detour. The property is looked up in its slot only if the value depends on it.
  func bind(
    _ value: Value, in slot: Int, of properties: [NSPropertyDescription], at index: Int
  ) throws {
    switch value {
    case .integer(let number): bind(number, at: index)
    case .real(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .date(let date): bind(date.timeIntervalSinceReferenceDate, at: index)
    case .data(let data): bind(data, at: index)
    case .uuid(let uuid): bind(uuid, at: index)
    case .url(let url): bind(url.absoluteString, at: index)
    case .reference(let id):
      if let key = id.rowKey { bind(key, at: index) } else { bindNull(at: index) }
    case .opaque(let value):
      guard let attribute = properties[slot] as? NSAttributeDescription else {
        return bindNull(at: index)
      }
      bind(try OpaqueArchive.data(from: value, of: attribute), at: index)
    case .null, .decimal: bind(value.sqlBinding ?? .null, at: index)
    }
  }

  func bind(_ binding: SQLBinding, at index: Int) {
    switch binding {
    case .null: bindNull(at: index)
    case .integer(let number): bind(number, at: index)
    case .real(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .blob(let data): bind(data, at: index)
    }
  }

  func bind(_ bindings: [SQLBinding]) {
    for (index, binding) in bindings.enumerated() { bind(binding, at: index + 1) }
  }
}

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
    case .decimal(let number): DecimalParts(number)?.sqlBinding ?? .null
    case .reference(let id): id.rowKey.map(SQLBinding.integer)
    case .opaque: nil
    }
  }
}
