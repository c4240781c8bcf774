internal import Foundation

/// The functions that expressions can call, by Apple's names. Arguments of the wrong kind give no
/// value. SQLite calls the same code through `SQLFunctions`.
enum PredicateFunction {
  /// Functions of one value.
  static let unary: [String: @Sendable (Operand) -> Operand] = [
    "lowercase:": { $0.mapText { $0.lowercased() } },
    "uppercase:": { $0.mapText { $0.uppercased() } },
    "canonical:": {
      $0.mapText { TextMatching.folded($0, [.caseInsensitive, .diacriticInsensitive]) }
    },
    "length:": { $0.text.map { .integer(Int64($0.unicodeScalars.count)) } ?? .null },
    "abs:": {
      if case .decimal(let number) = $0 { return .decimal(number.magnitude) }
      if case .integer(let number) = $0, number != .min { return .integer(Swift.abs(number)) }
      return $0.mapNumber { Swift.abs($0) }
    },
    "ceiling:": { $0.rounded(.up, .up) },
    "floor:": { $0.rounded(.down, .down) },
    "trunc:": { $0.rounded(.towardZero, $0.isNegative ? .up : .down) },
    "round:": { $0.rounded(.toNearestOrAwayFromZero, .plain) },
    "sqrt:": { $0.mapNumber { $0.squareRoot() } },
    "exp:": { $0.mapNumber { Foundation.exp($0) } },
    "ln:": { $0.mapNumber { Foundation.log($0) } },
    "log:": { $0.mapNumber { Foundation.log10($0) } },
    "onesComplement:": { if case .integer(let number) = $0 { .integer(~number) } else { .null } },
    "timeIntervalSinceReferenceDate": { $0.mapDate { $0 } },
    "timeIntervalSince1970": { $0.mapDate { $0 + Date.timeIntervalBetween1970AndReferenceDate } },
    "timeIntervalSinceNow": { $0.mapDate { $0 - Date().timeIntervalSinceReferenceDate } },
  ]

  /// Functions of two values, beside the arithmetic signs.
  static let binary: [String: @Sendable (Operand, Operand) -> Operand] = [
    "modulus:by:": { wholes($0, $1) { $1 == 0 || $1 == -1 ? nil : $0 % $1 } },
    "bitwiseAnd:with:": { wholes($0, $1) { $0 & $1 } },
    "bitwiseOr:with:": { wholes($0, $1) { $0 | $1 } },
    "bitwiseXor:with:": { wholes($0, $1) { $0 ^ $1 } },
    "leftshift:by:": { wholes($0, $1) { $0 << $1 } },
    "rightshift:by:": { wholes($0, $1) { $0 >> $1 } },
    "dateByAddingTimeInterval:": { date, interval in
      guard case .date = date, interval.isNumber else { return .null }
      return PredicateArithmetic.add.value(date, interval)
    },
    "timeIntervalSinceDate:": { date, other in
      guard case .date(let seconds) = date, case .date(let start) = other else { return .null }
      return .number(seconds - start)
    },
    "stringByAppendingString:": { text, end in
      guard let text = text.text, let end = end.text else { return .null }
      return .text(text + end)
    },
  ]

  /// The methods that `FUNCTION` knows by their selectors beside the functions above. Linux has no
  /// way to call others by name.
  static let selectors: [String: String] = [
    "lowercaseString": "lowercase:", "uppercaseString": "uppercase:", "length": "length:",
    "dateByAddingTimeInterval:": "dateByAddingTimeInterval:",
    "timeIntervalSinceDate:": "timeIntervalSinceDate:",
    "timeIntervalSinceReferenceDate": "timeIntervalSinceReferenceDate",
    "timeIntervalSince1970": "timeIntervalSince1970",
    "timeIntervalSinceNow": "timeIntervalSinceNow",
    "stringByAppendingString:": "stringByAppendingString:",
  ]

  /// The signs of functions of two values that format strings write with a sign.
  static let signs: [String: String] = [
    "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "bitwiseXor:with:": "^",
    "leftshift:by:": "<<", "rightshift:by:": ">>",
  ]

  static func sign(of name: String) -> String? {
    PredicateArithmetic(rawValue: name)?.sign ?? signs[name]
  }

  /// Functions of a collection.
  static let aggregates: [String: PredicateAggregate] = [
    "sum:": .sum, "average:": .average, "min:": .minimum, "max:": .maximum,
  ]

  /// Whether there is such a function, and whether it takes that many arguments.
  static func exists(_ name: String, arguments count: Int) -> Bool {
    switch name {
    case "now": count == 0
    case "count:": count == 1
    case "castObject:toType:", "objectFrom:withIndex:": count == 2
    default:
      if PredicateArithmetic(rawValue: name) != nil || binary[name] != nil {
        count == 2
      } else if aggregates[name] != nil {
        count >= 1
      } else {
        unary[name] != nil && count == 1
      }
    }
  }

  /// Whether there is such a function for any number of arguments.
  static func isKnown(_ name: String) -> Bool {
    (0...2).contains { exists(name, arguments: $0) }
  }

  static func value(of name: String, _ arguments: [Operand]) -> Operand {
    guard exists(name, arguments: arguments.count) else { return .null }
    if let aggregate = aggregates[name] {
      return aggregate.value(of: arguments.flatMap { $0.members ?? [$0] })
    }
    if let sign = PredicateArithmetic(rawValue: name) {
      return sign.value(arguments[0], arguments[1])
    }
    if let function = binary[name] { return function(arguments[0], arguments[1]) }
    if let function = unary[name] { return function(arguments[0]) }
    switch name {
    case "now": return .date(Date().timeIntervalSinceReferenceDate)
    case "count:": return .integer(Int64(arguments[0].members?.count ?? 0))
    case "castObject:toType:": return cast(arguments[0], to: arguments[1].text ?? "")
    default: return element(of: arguments[0].members ?? [], at: arguments[1])
    }
  }

  /// `CAST(value, "class")`: how dates and UUIDs are written in a format string.
  static func cast(_ value: Operand, to type: String) -> Operand {
    switch (type, value) {
    case ("NSDate", _): value.double.map(Operand.date) ?? .null
    case ("NSUUID", .text(let text)):
      UUID(uuidString: text).map { Operand(Value.uuid($0)) } ?? .null
    case ("NSNumber", .date(let seconds)): .number(seconds)
    case ("NSNumber", .text(let text)): Double(text).map(Operand.number) ?? .null
    case ("NSNumber", _): value.isNumber ? value : .null
    case ("NSDecimalNumber", .text(let text)):
      Decimal(string: text).map(Operand.number) ?? .null
    case ("NSDecimalNumber", _): value.decimalParts?.decimal.map(Operand.decimal) ?? .null
    case ("NSString", .integer(let number)): .text("\(number)")
    case ("NSString", .decimal(let number)): .text("\(number)")
    case ("NSString", .text): value
    default: .null
    }
  }

  private static func element(of members: [Operand], at index: Operand) -> Operand {
    switch index {
    case .text("FIRST"): members.first ?? .null
    case .text("LAST"): members.last ?? .null
    case .text("SIZE"): .integer(Int64(members.count))
    case .integer(let number):
      members.indices.contains(Int(number)) ? members[Int(number)] : .null
    default: .null
    }
  }

  private static func wholes(
    _ left: Operand, _ right: Operand, _ body: (Int64, Int64) -> Int64?
  ) -> Operand {
    guard let left = left.whole, let right = right.whole else { return .null }
    return body(left, right).map(Operand.integer) ?? .null
  }
}

extension Operand {
  fileprivate func mapDate(_ body: (Double) -> Double) -> Operand {
    if case .date(let seconds) = self { .number(body(seconds)) } else { .null }
  }

  fileprivate func mapText(_ body: (String) -> String) -> Operand {
    text.map { .text(body($0)) } ?? .null
  }

  /// A number without its fraction; decimals stay decimals.
  fileprivate func rounded(
    _ rule: FloatingPointRoundingRule, _ mode: NSDecimalNumber.RoundingMode
  ) -> Operand {
    guard case .decimal(var number) = self else { return mapNumber { $0.rounded(rule) } }
    var result = Decimal()
    NSDecimalRound(&result, &number, 0, mode)
    return .decimal(result)
  }

  fileprivate var isNegative: Bool { (double ?? 0) < 0 }

  fileprivate func mapNumber(_ body: (Double) -> Double) -> Operand {
    double.map { .number(body($0)) } ?? .null
  }
}
