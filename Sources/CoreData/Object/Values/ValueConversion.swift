internal import Foundation

extension NSAttributeDescription {
  /// The typed form of a value that a program sets.
  func storedValue(of value: Any?) throws(WrongType) -> Value {
    guard let value = flattened(value) else { return .null }
    switch (attributeType, value) {
    case (.undefinedAttributeType, _), (.transformableAttributeType, _):
      if let hashable = value as? AnyHashable { return .opaque(OpaqueValue(value: hashable)) }
    case (.integer16AttributeType, let number as NSNumber):
      return .integer(Int64(number.int16Value))
    case (.integer32AttributeType, let number as NSNumber):
      return .integer(Int64(number.int32Value))
    case (.integer64AttributeType, let number as NSNumber): return .integer(number.int64Value)
    case (.booleanAttributeType, let number as NSNumber):
      return .integer(number.boolValue ? 1 : 0)
    case (.doubleAttributeType, let number as NSNumber): return .real(number.doubleValue)
    case (.floatAttributeType, let number as NSNumber): return .real(Double(number.floatValue))
    case (.decimalAttributeType, let number as NSDecimalNumber):
      return .decimal(number.decimalValue)
    case (.decimalAttributeType, let number as Decimal): return .decimal(number)
    case (.decimalAttributeType, let number as NSNumber): return .decimal(number.decimalValue)
    case (.stringAttributeType, let text as String): return .text(text)
    case (.dateAttributeType, let date as Date): return .date(date)
    case (.binaryDataAttributeType, let data as Data): return .data(data)
    case (.UUIDAttributeType, let uuid as UUID): return .uuid(uuid)
    case (.URIAttributeType, let url as URL): return .url(url)
    case (.objectIDAttributeType, let id as NSManagedObjectID): return .reference(id)
    default: break
    }
    throw WrongType(attribute: self, value: value)
  }

  /// What a program gets for a stored value.
  func object(for value: Value) -> Any? { attributeType.object(for: value) }

  /// Swift's numbers as `NSNumber`, and an optional inside `Any` without its wrapping.
  private func flattened(_ value: Any?) -> Any? {
    switch value {
    case nil, is NSNull: nil
    case .some(let value as any OptionalValue): flattened(value.unwrapped)
    case .some(let value): boxed(value)
    }
  }

  private func boxed(_ value: Any) -> Any {
    if attributeType == .transformableAttributeType { return value }
    return switch value {
    case let number as Bool: NSNumber(value: number)
    case let number as Int: NSNumber(value: number)
    case let number as Int16: NSNumber(value: number)
    case let number as Int32: NSNumber(value: number)
    case let number as Int64: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    case let number as Float: NSNumber(value: number)
    default: value
    }
  }
}

extension NSAttributeType {
  /// What a program gets for a stored value: numbers as `NSNumber`, as Core Data gives them.
  func object(for value: Value) -> Any? {
    switch value {
    case .null: nil
    case .integer(let number):
      switch self {
      case .booleanAttributeType: number != 0 ? Truth.yes : Truth.no
      case .integer16AttributeType: NSNumber(value: Int16(truncatingIfNeeded: number))
      case .integer32AttributeType: NSNumber(value: Int32(truncatingIfNeeded: number))
      default: NSNumber(value: number)
      }
    case .real(let number):
      self == .floatAttributeType ? NSNumber(value: Float(number)) : NSNumber(value: number)
    case .text(let text): text
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .url(let url): url
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .opaque(let opaque): opaque.value.base
    case .reference(let id): id
    }
  }
}

/// The two truth values as Core Data gives them. Every save asks for those of all its objects, and
/// making an `NSNumber` costs more than everything else that a value is asked.
private enum Truth {
  static let yes = NSNumber(value: true)
  static let no = NSNumber(value: false)
}

/// A value that an attribute cannot hold.
struct WrongType: Error {
  let sentence: String

  init(attribute: NSAttributeDescription, value: Any) {
    sentence =
      "Unacceptable type of value for attribute: property = \(attribute.name); desired type = "
      + "\(attribute.attributeValueClassName ?? "any"); given type = \(type(of: value)); "
      + "value = \(value). Convert the value, or change the attribute's type in the model."
  }
}

/// Lets an optional be recognised inside `Any`.
private protocol OptionalValue { var unwrapped: Any? { get } }

extension Optional: OptionalValue {
  fileprivate var unwrapped: Any? { self }
}
