internal import Foundation

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
