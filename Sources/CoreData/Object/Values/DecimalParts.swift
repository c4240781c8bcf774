internal import Foundation

/// A decimal number taken apart: sign, mantissa and power of ten, without trailing zeros.
///
/// Foundation keeps a `Decimal` exactly but works on it by way of texts, and turns it into a
/// `Double` inexactly; everything here is integer arithmetic.
struct DecimalParts: Hashable, Sendable {
  var isNegative: Bool
  /// 0 only for the number 0; otherwise not divisible by 10.
  var mantissa: UInt128
  var exponent: Int

  init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
    self.isNegative = isNegative && mantissa != 0
    self.mantissa = mantissa
    self.exponent = mantissa == 0 ? 0 : exponent
    dropZeros()
  }

  private mutating func dropZeros() {
    while let small = UInt64(exactly: mantissa), small != 0, small % 10 == 0 {
      mantissa = UInt128(small / 10)
      exponent += 1
    }
    while mantissa > UInt64.max, mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
      if mantissa <= UInt64.max { return dropZeros() }
    }
  }

  /// How many digits the mantissa has.
  var digits: Int {
    var count = 0
    while count < Self.powers.count, mantissa >= Self.powers[count] { count += 1 }
    return count
  }

  /// 10 to the power of the index: all that fit.
  static let powers: [UInt128] = (0..<39).map { count in
    (0..<count).reduce(UInt128(1)) { power, _ in power * 10 }
  }
}

extension DecimalParts {
  init(_ number: Int64) {
    self.init(isNegative: number < 0, mantissa: UInt128(number.magnitude), exponent: 0)
  }
}

// MARK: Decimal

extension DecimalParts {
  /// nil for what is no number.
  init?(_ decimal: Decimal) {
    if decimal.isNaN { return nil }
    _ = Self.layoutIsKnown
    let mantissa = withUnsafeBytes(of: decimal) { bytes in
      UInt128(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt128.self))
    }
    self.init(isNegative: decimal.isSignMinus, mantissa: mantissa, exponent: decimal.exponent)
  }

  /// nil if the number is too large or too small for a `Decimal`, or has too many digits.
  var decimal: Decimal? {
    var (mantissa, exponent) = (mantissa, exponent)
    // Large powers are reached with zeros in the mantissa.
    while exponent > 127 {
      let (larger, overflow) = mantissa.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      (mantissa, exponent) = (larger, exponent - 1)
    }
    guard exponent >= -128 else { return nil }
    return Self.decimal(isNegative, mantissa, Int8(exponent))
  }

  /// The 20 bytes of a `Decimal`: the exponent; how many 16-bit words the mantissa takes, whether
  /// it is negative and without trailing zeros; two bytes unused; the mantissa.
  private static func decimal(
    _ isNegative: Bool, _ mantissa: UInt128, _ exponent: Int8
  ) -> Decimal {
    let words = (UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16
    let isCompact: UInt8 = words == 0 ? 0 : 0b100
    var decimal = Decimal()
    withUnsafeMutableBytes(of: &decimal) { bytes in
      bytes.storeBytes(of: exponent, toByteOffset: 0, as: Int8.self)
      bytes.storeBytes(
        of: UInt8(words) << 4 | (isNegative ? 0b1000 : 0) | isCompact, toByteOffset: 1,
        as: UInt8.self)
      bytes.storeBytes(of: mantissa.littleEndian, toByteOffset: 4, as: UInt128.self)
    }
    return decimal
  }

  /// Looked at once in every process: another Foundation could lay its decimals out differently.
  private static let layoutIsKnown: Void = {
    let known = Decimal(sign: .minus, exponent: -1, significand: 125)
    precondition(
      MemoryLayout<Decimal>.size == 20 && decimal(true, 125, -1) == known
        && withUnsafeBytes(of: known) { Array($0.prefix(6)) == [255, 28, 0, 0, 125, 0] },
      "this Foundation lays out Decimal in a way that DecimalParts does not know")
  }()
}

// MARK: Double

extension DecimalParts {
  /// The shortest decimal number that reads back as `number`, which is what people mean by it;
  /// nil if it is not finite.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    if let few = Self(fewDigitsOf: number) {
      self = few
      return
    }
    var text = Substring(number.magnitude.description)
    var exponent = 0
    if let mark = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: mark)...]) ?? 0
      text = text[..<mark]
    }
    if let point = text.firstIndex(of: ".") {
      exponent -= text.distance(from: text.index(after: point), to: text.endIndex)
      text.remove(at: point)
    }
    self.init(isNegative: number < 0, mantissa: UInt128(text) ?? 0, exponent: exponent)
  }

  /// Nearly all numbers that people write have few digits. At most 15 of them always come back
  /// from a double, so if this finds a decimal number for the double, it is the only one.
  private init?(fewDigitsOf number: Double) {
    for places in 0..<8 {
      let scaled = (number.magnitude * Self.doublePowers[places]).rounded()
      guard scaled < 1e15 else { return nil }
      if scaled / Self.doublePowers[places] == number.magnitude {
        self.init(isNegative: number < 0, mantissa: UInt128(UInt64(scaled)), exponent: -places)
        return
      }
    }
    return nil
  }

  private static let doublePowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The nearest double.
  var nearestDouble: Double {
    if mantissa < 1 << 53, abs(exponent) < Self.doublePowers.count {
      // Both are exact, so the one rounding is that of the result.
      let power = Self.doublePowers[abs(exponent)]
      let whole = Double(UInt64(mantissa))
      let amount = exponent < 0 ? whole / power : whole * power
      return isNegative ? -amount : amount
    }
    let amount = Double("\(mantissa)e\(exponent)") ?? .infinity
    return isNegative ? -amount : amount
  }

  /// Its whole part, if that is such an integer.
  var wholePart: Int64? {
    var amount = mantissa
    if exponent < 0 {
      amount = -exponent < Self.powers.count ? amount / Self.powers[-exponent] : 0
    } else {
      guard exponent < 20, amount < 1 << 64 else { return nil }
      amount *= Self.powers[exponent]
    }
    if amount == 1 << 63, isNegative { return .min }
    return Int64(exactly: amount).map { isNegative ? -$0 : $0 }
  }

  var isWhole: Bool { exponent >= 0 }
}

// MARK: Order

extension DecimalParts: Comparable {
  static func < (one: Self, other: Self) -> Bool {
    if one.isNegative != other.isNegative { return one.isNegative }
    return one.isNegative ? isSmaller(other, one) : isSmaller(one, other)
  }

  private static func isSmaller(_ one: Self, _ other: Self) -> Bool {
    if one.mantissa == 0 || other.mantissa == 0 { return one.mantissa < other.mantissa }
    let (digits, others) = (one.digits, other.digits)
    if digits + one.exponent != other.exponent + others {
      return digits + one.exponent < other.exponent + others
    }
    // Both begin at the same place, so the shorter one is filled up with zeros. If that is too
    // much for the type, it is more than the other.
    if digits < others {
      let (filled, overflow) = one.mantissa.multipliedReportingOverflow(
        by: powers[others - digits])
      return !overflow && filled < other.mantissa
    }
    let (filled, overflow) = other.mantissa.multipliedReportingOverflow(
      by: powers[digits - others])
    return overflow || one.mantissa < filled
  }
}
