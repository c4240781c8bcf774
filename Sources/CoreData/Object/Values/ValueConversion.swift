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

  /// The same in a dictionary. Foundation on Linux would make Swift's `Bool` of a truth value
  /// there, which is no number any more.
  func fetchedObject(for value: Value) -> Any? {
    if attributeType == .booleanAttributeType, case .integer(let number) = value {
      return NSNumber(value: number)
    }
    return object(for: value)
  }

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

/// Why an attribute of a numeric type or a date cannot keep a value. Objects hold such a value
/// until they are saved; a save refuses it, because the store would change it.
enum ValueLimit: Error {
  case tooLarge, tooSmall, notANumber, noDate

  /// nil for a value that the type can hold.
  @inline(__always)
  init?(broken value: Value, by type: NSAttributeType) {
    switch value {
    case .integer(let number):
      switch type {
      case .integer16AttributeType where Int16(exactly: number) == nil,
        .integer32AttributeType where Int32(exactly: number) == nil:
        self = number < 0 ? .tooSmall : .tooLarge
      default: return nil
      }
    case .real(let number):
      guard let limit = Self.limit(of: number, type) else { return nil }
      self = limit
    case .decimal(let number):
      if number.isNaN {
        self = .notANumber
      } else if type == .decimalAttributeType {
        return nil
      } else {
        self = number.isSignMinus ? .tooSmall : .tooLarge
      }
    case .date(let date):
      guard date.timeIntervalSinceReferenceDate.isNaN else { return nil }
      self = .noDate
    default: return nil
    }
  }

  private static func limit(of number: Double, _ type: NSAttributeType) -> ValueLimit? {
    if number.isNaN { return .notANumber }
    switch type {
    case .doubleAttributeType: return nil
    case .floatAttributeType:
      if number.isInfinite || Float(number).isFinite { return nil }
    case .decimalAttributeType where number.magnitude < 1: return .tooSmall
    default: break
    }
    return number < 0 ? .tooSmall : .tooLarge
  }

  var code: CocoaError.Code {
    switch self {
    case .tooLarge: .validationNumberTooLarge
    case .tooSmall: .validationNumberTooSmall
    case .notANumber: .managedObjectValidation
    case .noDate: .validationInvalidDate
    }
  }

  /// Continues `… has 40000 as its level,`.
  func words(_ type: NSAttributeType) -> String {
    switch self {
    case .tooLarge: "which is more than \(type.kindOfNumber) can hold"
    case .tooSmall: "which is less than \(type.kindOfNumber) can hold"
    case .notANumber: "which is not a number"
    case .noDate: "which is no point in time"
    }
  }
}

extension NSAttributeType {
  /// Whether some values that can be set cannot be saved.
  var hasLimits: Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .decimalAttributeType, .dateAttributeType:
      true
    default: false
    }
  }

  fileprivate var kindOfNumber: String {
    switch self {
    case .integer16AttributeType: "an Integer 16 (\(Int16.min) to \(Int16.max))"
    case .integer32AttributeType: "an Integer 32 (\(Int32.min) to \(Int32.max))"
    case .integer64AttributeType: "an Integer 64 (\(Int64.min) to \(Int64.max))"
    case .floatAttributeType: "a Float"
    case .decimalAttributeType: "a Decimal (38 digits, powers of ten from -128 to 127)"
    default: "its type"
    }
  }
}
