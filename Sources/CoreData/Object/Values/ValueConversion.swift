internal import Foundation

extension NSAttributeDescription {
  /// The typed form of a value that a program sets.
  func storedValue(of value: Any?) throws(WrongType) -> Value {
    guard let value else { return .null }
    let type = attributeType
    if let known = type.value(of: value) { return known }
    // Nearly never: an optional in a box, or an object that stands for none. A cast to find that
    // out costs more than all else.
    guard let unwrapped = flattened(value) else { return .null }
    if let known = type.value(of: unwrapped) ?? type.valueOfAny(unwrapped) { return known }
    throw WrongType(attribute: self, value: unwrapped)
  }

  /// What a program gets for a stored value.
  func object(for value: Value) -> Any? { attributeType.object(for: value) }

  /// An optional inside `Any` without its wrapping.
  private func flattened(_ value: Any?) -> Any? {
    switch value {
    case nil, is NSNull: nil
    case .some(let value as any OptionalValue): flattened(value.unwrapped)
    case .some(let value): value
    }
  }
}

extension NSAttributeType {
  /// The typed form of a value of a type that fits; nil for all others.
  @inline(__always)
  fileprivate func value(of value: Any) -> Value? {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .doubleAttributeType, .floatAttributeType, .decimalAttributeType:
      if let number = ExactNumber(value) { return number.value(as: self) }
    case .stringAttributeType: if let text = value as? String { return .text(text) }
    case .dateAttributeType: if let date = value as? Date { return .date(date) }
    case .binaryDataAttributeType: if let data = value as? Data { return .data(data) }
    case .UUIDAttributeType: if let uuid = value as? UUID { return .uuid(uuid) }
    // The store keeps the whole address, so this does too.
    case .URIAttributeType: if let url = value as? URL { return .url(url.absoluteURL) }
    case .objectIDAttributeType:
      if let id = value as? NSManagedObjectID { return .reference(id) }
    // The parts of a composite attribute are attributes of their own.
    case .undefinedAttributeType, .transformableAttributeType, .compositeAttributeType: break
    }
    return nil
  }

  /// The typed form of a value, if the attribute takes every one.
  fileprivate func valueOfAny(_ value: Any) -> Value? {
    switch self {
    case .undefinedAttributeType, .transformableAttributeType: .opaque(OpaqueValue(any: value))
    default: nil
    }
  }

  /// What a program gets for a stored value: numbers as `NSNumber`, as Core Data gives them.
  func object(for value: Value) -> Any? {
    switch value {
    case .null: nil
    case .integer(let number):
      switch self {
      case .booleanAttributeType: number != 0 ? Truth.yes : Truth.no
      case .integer16AttributeType:
        Int16(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
      case .integer32AttributeType:
        Int32(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
      default: NSNumber(value: number)
      }
    case .real(let number):
      self == .floatAttributeType && (Float(number).isFinite || !number.isFinite)
        ? NSNumber(value: Float(number)) : NSNumber(value: number)
    case .text(let text): text
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .url(let url): url
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .opaque(let opaque): opaque.object
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
