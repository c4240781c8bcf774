import Foundation
import LongTests
import Testing

@testable import CoreData

struct TextFoldingTests {
  private static let foundations: [(UInt, String.CompareOptions)] = [
    (1, .caseInsensitive), (2, .diacriticInsensitive),
    (3, [.caseInsensitive, .diacriticInsensitive]),
  ]

  private func expectSame(_ text: String) throws {
    for (number, options) in Self.foundations {
      let folding = try #require(TextFolding.of(.init(rawValue: number)))
      let wanted = text.folding(options: options, locale: nil)
      let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
      #expect(
        Array(folding.folded(text).utf8) == Array(wanted.utf8), "\(scalars) by option \(number)")
    }
  }

  @Test(arguments: [
    "", "Straße", "ẞ", "İstanbul ıI", "Σίσυφος", "cafe\u{301}", "\u{301}x", "\u{2165}\u{20D7}",
    "ﬁ ﬃ", "한글", "\u{1D400}", "\u{0}A\u{0}", "Å\u{30A}\u{30A}", "👩‍👩‍👧 É",
  ])
  func `texts are folded as Foundation folds them`(text: String) throws { try expectSame(text) }

  @Test func `texts of random scalars are folded as Foundation folds them`() throws {
    var random = SeededRandom(seed: 7)
    let all = (1..<0x20000).compactMap { Unicode.Scalar(UInt32($0)) }
    let european = all.filter { $0.value < 0x600 || (0x1E00..<0x2200).contains($0.value) }
    for number in LongTests.all(Array(0..<6_000), orFirst: 1_500) {
      let pool = number % 3 == 0 ? all : european
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        scalars.append(try #require(pool.randomElement(using: &random)))
      }
      try expectSame(String(scalars))
    }
  }

  @Test func `bytes that are no text are folded as the text that they are read as`() throws {
    let folding = try #require(TextFolding.of([.caseInsensitive]))
    let broken: [[UInt8]] = [
      [0xC3], [0x41, 0xC3, 0x41], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFF, 0x41], [0x80],
    ]
    for bytes in broken {
      let folded = bytes.withUnsafeBufferPointer { text in
        folding.withFolded(text) { Array($0) }
      }
      let wanted = String(decoding: bytes, as: UTF8.self).folding(
        options: .caseInsensitive, locale: nil)
      #expect(folded == Array(wanted.utf8), "\(bytes)")
    }
  }

  @Test func `a text is found at its beginning, at its end, overlapping itself, and not beyond`() {
    func holds(
      _ text: String, _ kind: CoreData.NSComparisonPredicate.Operator, _ other: String
    ) -> Bool {
      TextMatching.holds(kind, text, other, [.caseInsensitive, .diacriticInsensitive])
    }
    #expect(holds("aaab", .contains, "AAB"))
    #expect(holds("Übel", .contains, "u"))
    #expect(holds("abc", .contains, "C"))
    #expect(!holds("ab", .contains, "abc"))
    #expect(!holds("aba", .contains, "abab"))
    #expect(holds("", .contains, ""))
    #expect(holds("x", .beginsWith, ""))
    #expect(!holds("", .beginsWith, "x"))
    #expect(holds("Größe", .endsWith, "OSSE"))
    #expect(!holds("e", .endsWith, "osse"))
    #expect(holds("ab", .in, "xABx"))
  }
}
