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
    guard let left = left.double, let right = right.double else { return .null }
    return .number(number(left, right))
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
    default: nil
    }
  }
}
