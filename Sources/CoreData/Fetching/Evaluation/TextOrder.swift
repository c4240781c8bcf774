internal import Foundation

/// The ways to order texts. Each is also a collation of every SQLite connection, so that a store
/// and memory agree on every order.
///
/// "Localized" orders follow one fixed locale: results must not depend on where they are computed.
enum TextOrder: String, Sendable, CaseIterable {
  /// By Unicode scalars; SQLite's own.
  case binary = "BINARY"
  case caseInsensitive = "CD_CASE_INSENSITIVE"
  case localized = "CD_LOCALIZED"
  case localizedCaseInsensitive = "CD_LOCALIZED_CASE_INSENSITIVE"
  /// As a person would sort file names: numbers by amount.
  case localizedStandard = "CD_LOCALIZED_STANDARD"

  fileprivate static let locale = Locale(identifier: "en_US")

  /// Whether digits count by the amount that they are; nil where the order is no locale's.
  private var countsNumbers: Bool? {
    switch self {
    case .binary, .caseInsensitive: nil
    case .localized, .localizedCaseInsensitive: false
    case .localizedStandard: true
    }
  }

  /// The same for texts as SQLite has them.
  func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> ComparisonResult
  {
    if let numbers = countsNumbers, let result = LetterOrder.compare(left, right, numbers: numbers)
    {
      return result
    }
    return ask(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
  }

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    guard let numbers = countsNumbers else { return ask(left, right) }
    var (one, other) = (left, right)
    let known = one.withUTF8 { one in
      other.withUTF8 {
        LetterOrder.compare(
          UnsafeRawBufferPointer(one), UnsafeRawBufferPointer($0), numbers: numbers)
      }
    }
    return known ?? ask(left, right)
  }

  private func ask(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .binary: Self.compareScalars(left, right)
    case .caseInsensitive: left.compare(right, options: .caseInsensitive)
    case .localized: left.compare(right, options: [], range: nil, locale: Self.locale)
    case .localizedCaseInsensitive:
      left.compare(right, options: .caseInsensitive, range: nil, locale: Self.locale)
    case .localizedStandard:
      left.compare(
        right, options: [.caseInsensitive, .numeric, .widthInsensitive],
        range: nil, locale: Self.locale)
    }
  }

  /// The order of the UTF-8 bytes is the order of the scalars.
  private static func compareScalars(_ left: String, _ right: String) -> ComparisonResult {
    if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? .orderedAscending : .orderedDescending
  }
}

/// Most texts differ in a letter, and then neither case nor accents count: the letters alone tell the
/// order. It is looked up in a table that Foundation's own comparisons fill. What the table does not
/// know, or letters do not decide, is left to Foundation, which takes a hundred times as long.
enum LetterOrder {
  private static let unknown = UInt8(0)
  private static let end: UInt32 = 0x250
  private static let marks: ClosedRange<UInt32> = 0x300...0x341

  /// The rank of each scalar below `end`.
  private nonisolated(unsafe) static let ranks: UnsafePointer<UInt8> = {
    let ranks = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(end))
    ranks.initialize(repeating: unknown, count: Int(end))
    func order(_ left: UInt8, _ right: UInt8) -> ComparisonResult {
      String(UnicodeScalar(left)).compare(
        String(UnicodeScalar(right)), options: .caseInsensitive, range: nil,
        locale: TextOrder.locale)
    }
    let ascii = (UInt8(0x20)...0x7E).sorted { order($0, $1) == .orderedAscending }
    var rank = unknown
    for (index, scalar) in ascii.enumerated() {
      if index == 0 || order(ascii[index - 1], scalar) != .orderedSame { rank += 1 }
      ranks[Int(scalar)] = rank
    }
    for scalar in (0xC0..<end).compactMap(UnicodeScalar.init) {
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      // Letters with more marks, and marks by themselves, are left to Foundation.
      guard let letter = parts.first, letter.isASCII, parts.count == 2,
        marks.contains(parts.last!.value)
      else { continue }
      ranks[Int(scalar.value)] = ranks[Int(letter.value)]
    }
    return UnsafePointer(ranks)
  }()

  /// Nil if letters do not tell. With `numbers`, digits that follow each other are one amount.
  static func compare(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, numbers: Bool
  ) -> ComparisonResult? {
    let ranks = ranks
    var (one, other) = (Letters(bytes: left), Letters(bytes: right))
    while true {
      if numbers, let left = one.number(), let right = other.number() {
        if left.count != right.count {
          return left.count < right.count ? .orderedAscending : .orderedDescending
        }
        for (left, right) in zip(left, right) where left != right {
          return left < right ? .orderedAscending : .orderedDescending
        }
        one.index = left.endIndex
        other.index = right.endIndex
        continue
      }
      guard let first = one.next(ranks), let second = other.next(ranks) else { return nil }
      if first != second { return first < second ? .orderedAscending : .orderedDescending }
      if first == Letters.over { return nil }
    }
  }

  private struct Letters {
    static let over = UInt8(0)
    let bytes: UnsafeRawBufferPointer
    var index = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The rank of the next letter, or `over` at the end; nil if that is not known.
    mutating func next(_ ranks: UnsafePointer<UInt8>) -> UInt8? {
      guard index < bytes.count else { return Self.over }
      let byte = bytes[index]
      index += 1
      var scalar = UInt32(byte)
      if byte >= 0x80 {
        guard (0xC2...0xDF).contains(byte), index < bytes.count, bytes[index] & 0xC0 == 0x80
        else { return nil }
        scalar = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index] & 0x3F)
        index += 1
      }
      guard scalar < end, ranks[Int(scalar)] != unknown else { return nil }
      return ranks[Int(scalar)]
    }

    /// The digits that come next, without zeros in front; nil if there are none.
    func number() -> Slice<UnsafeRawBufferPointer>? {
      let digits = bytes[index...].prefix { (0x30...0x39).contains($0) }
      return digits.isEmpty ? nil : digits.drop { $0 == 0x30 }
    }
  }
}
