internal import Foundation

extension Value {
  /// How reports write the value: short, and the same on every machine.
  var words: String {
    switch self {
    case .null: "nil"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .date(let date): date.ISO8601Format()
    case .data(let data): "\(data.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .decimal(let number): "\(number)"
    case .opaque(let opaque): "a \(type(of: opaque.value.base))"
    case .reference(let id): id.shortName
    }
  }
}
