import Foundation
import LongTests
import Testing

@testable import CoreData

struct TextOrderTests {
  private static let locale = Locale(identifier: "en_US")
  private static let foundations: [(TextOrder, String.CompareOptions)] = [
    (.localized, []), (.localizedCaseInsensitive, .caseInsensitive),
    (.localizedStandard, [.caseInsensitive, .numeric, .widthInsensitive]),
  ]
  private static let pools: [[String]] = [
    (0x20...0x7E).map { String(UnicodeScalar($0)) },
    ["a", "b", "A", "1", "2", "10", " ", "-", "é", "e", "e\u{301}", "\u{301}", "ß", "Å", "å"],
    (0xA0..<0x370).compactMap(UnicodeScalar.init).map { String($0) } + ["a", "b", "z"],
    [
      "日", "本", "α", "Ω", "Я", "я", "😀", "\u{200D}", "ﬁ", "ａ", "Ａ", "’", "\0", "\n", "x", "\u{345}",
    ],
  ]

  /// As texts and as the bytes that SQLite hands over.
  private func expectSame(_ left: String, _ right: String) {
    for (order, options) in Self.foundations {
      let wanted = left.compare(right, options: options, range: nil, locale: Self.locale)
      #expect(order.compare(left, right) == wanted, "\(order): '\(left)', '\(right)'")
      let bytes = Array(left.utf8).withUnsafeBytes { left in
        Array(right.utf8).withUnsafeBytes { order.compare(left, $0) }
      }
      #expect(bytes == wanted, "\(order): '\(left)', '\(right)'")
    }
  }

  @Test(arguments: pools.indices)
  func `random texts are ordered as Foundation orders them`(pool: Int) throws {
    var random = SeededRandom(seed: UInt64(pool))
    let pool = Self.pools[pool]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pool[Int.random(in: 0..<pool.count, using: &random)]
      }.joined()
    }
    for _ in LongTests.all(Array(0..<40_000), orFirst: 2_000) {
      let (common, left, right) = (text(), text(), text())
      expectSame(left, right)
      expectSame(common + left, common + right)
    }
  }

  @Test func `bytes that are no text are ordered as the text that they are read as`() {
    let broken: [[UInt8]] = [
      [0xC3, 0x41], [0x61, 0xC3], [0xC3, 0xC3, 0x81], [0xC1, 0x81], [0x80], [0x61, 0x80], [0xFF],
    ]
    for left in broken {
      for right in broken + [Array("a".utf8), Array("b".utf8), Array("Áz".utf8)] {
        for order in TextOrder.allCases where order != .binary {
          let found = left.withUnsafeBytes { left in
            right.withUnsafeBytes { order.compare(left, $0) }
          }
          let wanted = order.compare(
            String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
          #expect(found == wanted, "\(order): \(left), \(right)")
        }
      }
    }
  }

  @Test func `letters decide most of it without Foundation`() {
    func known(_ left: String, _ right: String, numbers: Bool = false) -> ComparisonResult? {
      Array(left.utf8).withUnsafeBytes { left in
        Array(right.utf8).withUnsafeBytes { LetterOrder.compare(left, $0, numbers: numbers) }
      }
    }
    #expect(known("Éclair", "zoo") == .orderedAscending)
    #expect(known("Harbour", "harbor") == .orderedDescending)
    #expect(known("a", "ab") == .orderedAscending)
    #expect(known("room 10", "room 2") == .orderedAscending)
    #expect(known("room 10", "room 2", numbers: true) == .orderedDescending)
    #expect(known("room 007b", "room 7a", numbers: true) == .orderedDescending)
    #expect(known("a", "A") == nil && known("日", "a") == nil)
  }
}
