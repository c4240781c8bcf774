internal import Foundation

extension Value {
  /// The value as a key-value reader gets it.
  func object(as property: NSPropertyDescription) -> Any? {
    switch self {
    case .null: nil
    case .integer(let number):
      (property as? NSAttributeDescription)?.attributeType == .booleanAttributeType
        ? NSNumber(value: number != 0) : NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .text(let text): text
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .url(let url): url
    case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
    case .opaque(let value): value.value.base
    case .reference(let id): id
    }
  }
}
