internal import Foundation

extension SQLiteStatement {
  func bind(_ value: Value, of property: NSPropertyDescription, at index: Int) {
    bind(value, in: 0, of: [property], at: index)
  }

  /// Binds a value in the form of its column: the same forms as `Value.sqlBinding`, without the
  /// detour. The property is looked up in its slot only if the value depends on it.
  func bind(
    _ value: Value, in slot: Int, of properties: [NSPropertyDescription], at index: Int
  ) {
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
      let data = (properties[slot] as? NSAttributeDescription)
        .flatMap { OpaqueArchive.data(from: value, of: $0) }
      bind(data.map(SQLBinding.blob) ?? .null, at: index)
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
