import Foundation

@testable import CoreData

/// Random values of every attribute type, edges included; the same for the same seed.
struct RandomValues {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Numbers that depend on nothing but the seed (SplitMix64).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  private mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private mutating func integer<Number: FixedWidthInteger>(_: Number.Type) -> Number {
    isOne(in: 4)
      ? pick([.min, .max, 0, 1, .max - 1, .min + 1]) : Number(truncatingIfNeeded: next())
  }

  private mutating func double() -> Double {
    if isOne(in: 4) {
      return pick([
        0, 0.1, 40.98, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
        -.infinity, 9_007_199_254_740_992, 1e15, -1e-300, .leastNormalMagnitude,
      ])
    }
    let any = Double(bitPattern: next())
    return any.isNaN ? Double(below(1_000_000)) / 100 : any
  }

  private mutating func decimal() -> Decimal {
    let text: String
    if isOne(in: 4) {
      text = pick([
        "0", "340282366920938463463374607431768211455e127", "1e-128", "10e127", "40.98",
        "-9223372036854775808", "9223372036854775808", "0.30000000000000004",
        "-340282366920938463463374607431768211455e127", "99999999999999999999999999999999999999",
      ])
    } else {
      let digits = (0...below(38)).map { _ in "\(below(10))" }.joined()
      let power = isOne(in: 2) ? -2 : below(255) - 128
      text = (isOne(in: 2) ? "-" : "") + digits + "e\(power)"
    }
    return Decimal(string: text) ?? Decimal(below(100_000)) / 100
  }

  private mutating func text() -> String {
    if isOne(in: 4) {
      return pick([
        "", "'", "\"", "\0", "a\0b", "%", "\\", "caf\u{e9}", "cafe\u{301}", "\u{1F600}", "\u{FEFF}",
        "\u{10FFFF}", "\r\n", "\u{202E}rtl", "NULL", "1", "x'00'",
        String(repeating: "z", count: 9000),
      ])
    }
    return String(
      String.UnicodeScalarView(
        (0..<below(40)).compactMap { _ in
          Unicode.Scalar(UInt32(below(isOne(in: 3) ? 0x1_1000 : 128)))
        }
      ))
  }

  private mutating func data() -> Data {
    Data((0..<(isOne(in: 8) ? 0 : below(64))).map { _ in UInt8(truncatingIfNeeded: next()) })
  }

  private mutating func url() -> URL {
    let paths = ["", "/", "/a b", "/%20", "?q=1&r=%C3%A9", "#f", "/caf\u{e9}", "/x/../y"]
    return URL(string: pick(["https://chat.example", "file:///tmp", "urn:isbn:1", "mailto:a@b.c"]))
      .flatMap { URL(string: $0.absoluteString + (pick(paths))) } ?? URL(string: "a")!
  }

  private mutating func thing() -> AnyHashable {
    switch below(6) {
    case 0: AnyHashable([text(), text()])
    case 1: AnyHashable(["a": below(100), "b": Int.max])
    case 2: AnyHashable(text())
    case 3: AnyHashable(Date(timeIntervalSinceReferenceDate: Double(below(1_000_000)) / 4))
    case 4: AnyHashable(data())
    default: AnyHashable(NSArray(array: [below(9), text()]))
    }
  }

  /// A value of the type as a program would set it; nil now and then.
  mutating func value(_ type: NSAttributeType) -> Any? {
    if isOne(in: 16) { return nil }
    return switch type {
    case .integer16AttributeType: integer(Int16.self)
    case .integer32AttributeType: integer(Int32.self)
    case .integer64AttributeType: integer(Int64.self)
    case .booleanAttributeType: isOne(in: 2)
    case .doubleAttributeType: double()
    case .floatAttributeType: Float(double())
    case .decimalAttributeType: NSDecimalNumber(decimal: decimal())
    case .stringAttributeType: text()
    case .dateAttributeType:
      Date(timeIntervalSinceReferenceDate: isOne(in: 2) ? Double(below(1 << 40)) / 1024 : double())
    case .binaryDataAttributeType: data()
    case .UUIDAttributeType:
      UUID(uuidString: String(format: "%08X-0000-4000-8000-%012X", below(1 << 32), below(1 << 40)))
    case .URIAttributeType: url()
    default: thing().base
    }
  }
}
