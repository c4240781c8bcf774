internal import Foundation

/// A number of whatever class or type, with its exact amount. A decimal number never passes
/// through a `Double` on its way in.
enum ExactNumber {
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)

  /// nil for what is no number.
  init?(_ value: Any) {
    // The types are compared first: that is much quicker than to cast in vain.
    let kind = Swift.type(of: value)
    if kind == Int64.self, let number = value as? Int64 {
      self = .integer(number)
    } else if kind == Int.self, let number = value as? Int {
      self = .integer(Int64(number))
    } else if kind == Bool.self, let flag = value as? Bool {
      self = .integer(flag ? 1 : 0)
    } else if kind == Double.self, let number = value as? Double {
      self = .real(number)
    } else if kind == Decimal.self, let number = value as? Decimal {
      self = .decimal(number)
    } else if kind is AnyClass {
      // A cast of an object to Swift's numbers would ask Foundation for them, inexactly.
      guard let number = value as? NSNumber else { return nil }
      self.init(number)
    } else {
      self.init(other: value, kind)
    }
  }

  private init?(other value: Any, _ kind: Any.Type) {
    if kind == String.self { return nil }
    switch value {
    case let number as any BinaryInteger: self.init(whole: number)
    case let number as any BinaryFloatingPoint: self = .real(Double(number))
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .real(number.doubleValue)
    case UInt8(ascii: "Q"): self.init(whole: number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }

  private init(whole number: some BinaryInteger) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else {
      let parts = DecimalParts(
        isNegative: number < 0, mantissa: UInt128(truncatingIfNeeded: number.magnitude),
        exponent: 0)
      self = parts.decimal.map(ExactNumber.decimal) ?? .real(Double(number))
    }
  }
}

// MARK: As values of attributes

extension ExactNumber {
  /// The value that an attribute of a numeric type keeps. What the type cannot hold is kept as it
  /// came; a save refuses it.
  func value(as type: NSAttributeType) -> Value {
    switch type {
    case .booleanAttributeType: .integer(isZero ? 0 : 1)
    case .doubleAttributeType: .real(double)
    case .floatAttributeType: .real(float)
    case .decimalAttributeType: decimalValue
    default: wholeValue
    }
  }

  private var isZero: Bool {
    switch self {
    case .integer(let number): number == 0
    case .real(let number): number == 0
    case .decimal(let number): number.isZero
    }
  }

  private var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .decimal(let number): DecimalParts(number)?.nearestDouble ?? .nan
    }
  }

  /// The nearest float; a number beyond all floats stays a double, by which it is found out.
  private var float: Double {
    let number = double
    let float = Float(number)
    return float.isInfinite ? number : Double(float)
  }

  private var decimalValue: Value {
    switch self {
    case .integer(let number): .decimal(DecimalParts(number).decimal ?? Decimal(number))
    case .real(let number):
      DecimalParts(number)?.decimal.map(Value.decimal) ?? .real(number)
    case .decimal(let number): .decimal(number)
    }
  }

  /// A fraction is cut off, as `int64Value` does.
  private var wholeValue: Value {
    switch self {
    case .integer(let number): .integer(number)
    case .real(let number):
      Int64(exactly: number.rounded(.towardZero)).map(Value.integer) ?? .real(number)
    case .decimal(let number):
      DecimalParts(number)?.wholePart.map(Value.integer) ?? .decimal(number)
    }
  }
}
