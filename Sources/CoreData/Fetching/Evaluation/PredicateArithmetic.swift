internal import Foundation

/// The four signs and the power, by the names of Apple's functions. Integers stay integers as long
/// as they fit, as in SQLite.
enum PredicateArithmetic: String, CaseIterable {
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case power = "raise:toPower:"

  var sign: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .power: "**"
    }
  }

  func value(_ left: Operand, _ right: Operand) -> Operand {
    if case .date(let seconds) = left, let number = right.double, self == .add || self == .subtract
    {
      return .date(self == .add ? seconds + number : seconds - number)
    }
    if case .integer(let left) = left, case .integer(let right) = right, self != .power {
      if let whole = whole(left, right) { return whole }
    }
    if left.isDecimal || right.isDecimal, let exact = decimal(left, right) { return exact }
    guard let left = left.double, let right = right.double else { return .null }
    return .number(number(left, right))
  }

  /// nil when one of them, or the result, is no decimal number.
  private func decimal(_ left: Operand, _ right: Operand) -> Operand? {
    guard let left = left.decimalParts?.decimal, let right = right.decimalParts?.decimal else {
      return nil
    }
    if self == .divide && right.isZero { return .null }
    let result: Decimal? =
      switch self {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .power: nil
      }
    guard let result, !result.isNaN else { return nil }
    return .decimal(result)
  }

  /// nil when the result is too large for an integer.
  private func whole(_ left: Int64, _ right: Int64) -> Operand? {
    if self == .divide && right == 0 { return .null }
    let (result, overflow) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide, .power: left.dividedReportingOverflow(by: right)
      }
    return overflow ? nil : .integer(result)
  }

  private func number(_ left: Double, _ right: Double) -> Double {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    // SQLite has no value for a division by zero.
    case .divide: right == 0 ? .nan : left / right
    case .power: pow(left, right)
    }
  }
}

extension Operand {
  var isNumber: Bool { double != nil }

  /// The amount of a number.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .decimal(let number): DecimalParts(number)?.nearestDouble
    default: nil
    }
  }

  var isDecimal: Bool { if case .decimal = self { true } else { false } }

  /// The digits of a finite number.
  var decimalParts: DecimalParts? {
    switch self {
    case .integer(let number): DecimalParts(number)
    case .real(let number): DecimalParts(number)
    case .decimal(let number): DecimalParts(number)
    default: nil
    }
  }

  /// A whole number, whatever type it came in.
  var whole: Int64? {
    switch self {
    case .integer(let number): number
    case .decimal: decimalParts.flatMap { $0.isWhole ? $0.wholePart : nil }
    default: nil
    }
  }
}
