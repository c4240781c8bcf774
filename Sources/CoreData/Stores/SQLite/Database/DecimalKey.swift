internal import Foundation

/// The bytes of a decimal number in a store, ordered as the numbers are, so that SQLite compares
/// them without asking us: a sign, where the first digit stands, then two digits a byte. Negative
/// numbers have all of that turned round, and an end that sorts above every digit.
enum DecimalKey {
  private static let negative: UInt8 = 0x10
  private static let zero: UInt8 = 0x20
  private static let positive: UInt8 = 0x30
  /// Moves the place of the first digit, from -323 to 309, above 0.
  private static let bias = 0x4000
  /// What the digits of a negative number are taken from, and what follows them.
  private static let (allNines, end): (UInt8, UInt8) = (0x99, 0xff)

  static func bytes(of parts: DecimalParts) -> [UInt8] {
    if parts.mantissa == 0 { return [zero] }
    let count = parts.digits
    let place = UInt16(bias + count + parts.exponent)
    var bytes = [UInt8](repeating: 0, count: 3 + (count + 1) / 2)
    (bytes[1], bytes[2]) = (UInt8(place >> 8), UInt8(place & 0xff))
    var rest = parts.mantissa
    var index = bytes.count - 1
    if count % 2 == 1 {
      bytes[index] = packed(UInt8(rest % 10) * 10)
      (rest, index) = (rest / 10, index - 1)
    }
    while rest > UInt64.max {
      let (more, pair) = rest.quotientAndRemainder(dividingBy: 100)
      bytes[index] = packed(UInt8(pair))
      (rest, index) = (more, index - 1)
    }
    var small = UInt64(rest)
    while index > 2 {
      bytes[index] = packed(UInt8(small % 100))
      (small, index) = (small / 100, index - 1)
    }
    bytes[0] = parts.isNegative ? negative : positive
    if parts.isNegative {
      for index in 1...2 { bytes[index] = ~bytes[index] }
      for index in 3..<bytes.count { bytes[index] = allNines - bytes[index] }
      bytes.append(end)
    }
    return bytes
  }

  /// 42 as 0x42, so that a person can read the digits in the file.
  private static func packed(_ pair: UInt8) -> UInt8 { (pair / 10) << 4 | pair % 10 }

  /// nil for bytes that are no key.
  static func parts(of bytes: UnsafeRawBufferPointer) -> DecimalParts? {
    guard let sign = bytes.first else { return nil }
    if sign == zero { return bytes.count == 1 ? DecimalParts(Int64(0)) : nil }
    let isNegative = sign == negative
    guard isNegative || sign == positive else { return nil }
    if isNegative && bytes.last != Self.end { return nil }
    let turn: UInt8 = isNegative ? 0xff : 0
    let end = bytes.count - (isNegative ? 1 : 0)
    guard end > 3, end <= 3 + 20 else { return nil }
    var mantissa: UInt128 = 0
    for index in 3..<end {
      let pair = isNegative ? allNines &- bytes[index] : bytes[index]
      let (high, low) = pair.quotientAndRemainder(dividingBy: 16)
      guard high < 10, low < 10 else { return nil }
      let (more, isTooLong) = mantissa.multipliedReportingOverflow(by: 100)
      let (sum, overflow) = more.addingReportingOverflow(UInt128(high * 10 + low))
      if isTooLong || overflow {
        // 39 digits take twenty bytes; the last half of the last one is a zero.
        guard index == end - 1, low == 0 else { return nil }
        let (ten, isTooLong) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = ten.addingReportingOverflow(UInt128(high))
        if isTooLong || overflow { return nil }
        return made(isNegative, sum, digits: 2 * (end - 3) - 1, bytes, turn)
      }
      mantissa = sum
    }
    return made(isNegative, mantissa, digits: 2 * (end - 3), bytes, turn)
  }

  private static func made(
    _ isNegative: Bool, _ mantissa: UInt128, digits: Int, _ bytes: UnsafeRawBufferPointer,
    _ turn: UInt8
  ) -> DecimalParts? {
    let place = Int(bytes[1] ^ turn) << 8 | Int(bytes[2] ^ turn)
    let parts = DecimalParts(
      isNegative: isNegative, mantissa: mantissa, exponent: place - bias - digits)
    // A first digit of zero would stand in a wrong place among the others.
    return parts.digits + parts.exponent == place - bias && parts.mantissa != 0 ? parts : nil
  }
}
