internal import Foundation
internal import Synchronization

/// Takes away the differences that `[c]`, `[d]` and `[cd]` ignore, as Foundation's
/// `folding(options:locale:)` does, but from a table.
///
/// Foundation folds a text scalar by scalar, and asks much about each. Only a combining mark looks
/// around: behind a letter of Europe's scripts it goes, elsewhere it may stay. So what becomes of a
/// scalar is asked once and kept, and a text with a mark elsewhere is left to Foundation.
final class TextFolding: Sendable {
  typealias Options = NSComparisonPredicate.Options

  /// UTF-8, the first byte lowest, with the number of bytes in the highest byte, and above it
  /// whether marks that follow stay.
  private typealias Entry = UInt64

  /// A combining mark, which goes with what is before it.
  private static let mark: Entry = 0xFF << 56
  /// Something that does not fit an entry.
  private static let unknown: Entry = 0xFE << 56
  private static let keepsMarks: Entry = 0x80 << 56
  /// The most bytes that become of one.
  private static let growth = 3

  private let compareOptions: String.CompareOptions
  private let lowersASCII: Bool
  private let pages: Pages

  private static let all = (1...3).map { TextFolding(Options(rawValue: $0)) }

  /// The folding of these options; nil if they ignore nothing.
  static func of(_ options: Options) -> TextFolding? {
    let ignored = options.intersection([.caseInsensitive, .diacriticInsensitive])
    return ignored.isEmpty ? nil : all[Int(ignored.rawValue) - 1]
  }

  private init(_ options: Options) {
    var compareOptions: String.CompareOptions = []
    if options.contains(.caseInsensitive) { compareOptions.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { compareOptions.insert(.diacriticInsensitive) }
    self.compareOptions = compareOptions
    lowersASCII = options.contains(.caseInsensitive)
    pages = Pages()
  }

  /// Calls `body` with the folded text.
  func withFolded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // Entries are written whole, so the last one needs room behind it.
    let room = text.count * Self.growth + MemoryLayout<Entry>.size
    let folded = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
      fold(text, into: buffer).map { body(UnsafeBufferPointer(rebasing: buffer[..<$0])) }
    }
    if let folded { return folded }
    var slowly = String(decoding: text, as: UTF8.self).folding(options: compareOptions, locale: nil)
    return slowly.withUTF8(body)
  }

  func folded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { withFolded($0) { String(decoding: $0, as: UTF8.self) } }
  }

  /// The number of bytes written; nil if Foundation has to do it.
  private func fold(
    _ text: UnsafeBufferPointer<UInt8>, into folded: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard let source = text.baseAddress, let target = folded.baseAddress else { return 0 }
    var (position, end) = (0, 0)
    // At the beginning there is nothing that a mark could go with.
    var staysMark = true
    while position < text.count {
      let byte = source[position]
      if byte < 0x80 {
        let isCapital = lowersASCII && byte &- 0x41 < 26
        target[end] = isCapital ? byte | 0x20 : byte
        position += 1
        end += 1
        staysMark = false
        continue
      }
      guard let (scalar, length) = Self.scalar(source + position, text.count - position) else {
        return nil
      }
      let entry = entry(of: scalar)
      if entry >= Self.unknown {
        if entry == Self.unknown || staysMark { return nil }
      } else {
        UnsafeMutableRawPointer(target + end).storeBytes(of: entry.littleEndian, as: Entry.self)
        end += Int(entry >> 56 & 7)
        staysMark = entry & Self.keepsMarks != 0
      }
      position += length
    }
    return end
  }

  /// The scalar that begins there; nil if what is there is not UTF-8.
  @inline(__always)
  private static func scalar(
    _ bytes: UnsafePointer<UInt8>, _ available: Int
  ) -> (UInt32, length: Int)? {
    let first = UInt32(bytes[0])
    func tail(_ index: Int) -> UInt32? {
      index < available && bytes[index] & 0xC0 == 0x80 ? UInt32(bytes[index] & 0x3F) : nil
    }
    switch first {
    case 0xC2...0xDF:
      guard let second = tail(1) else { return nil }
      return ((first & 0x1F) << 6 | second, 2)
    case 0xE0...0xEF:
      guard let second = tail(1), let third = tail(2) else { return nil }
      let value = (first & 0x0F) << 12 | second << 6 | third
      return value < 0x800 || (0xD800...0xDFFF).contains(value) ? nil : (value, 3)
    case 0xF0...0xF4:
      guard let second = tail(1), let third = tail(2), let fourth = tail(3) else { return nil }
      let value = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
      return value < 0x10000 || value > 0x10FFFF ? nil : (value, 4)
    default: return nil
    }
  }

  @inline(__always)
  private func entry(of scalar: UInt32) -> Entry {
    if let page = pages[scalar] { return page[Int(scalar & 0xFF)] }
    return pages.keep((0..<256).map { makeEntry(scalar & ~0xFF | $0) }, for: scalar)[
      Int(scalar & 0xFF)]
  }

  private func makeEntry(_ value: UInt32) -> Entry {
    guard let scalar = Unicode.Scalar(value), let bytes = bytes(of: "\(scalar)") else {
      return Self.unknown
    }
    if bytes.isEmpty { return Self.mark }
    guard bytes.count <= min(7, String(scalar).utf8.count * Self.growth) else {
      return Self.unknown
    }
    // Not an accent: those go with everything.
    let dropsMarks = self.bytes(of: "\(scalar)\u{20D7}") == bytes
    return bytes.reversed().reduce(0) { $0 << 8 | Entry($1) } | Entry(bytes.count) << 56
      | (dropsMarks ? 0 : Self.keepsMarks)
  }

  /// What Foundation makes of a text between two letters that stay as they are.
  private func bytes(of text: String) -> [UInt8]? {
    let folded = Array("a\(text)b".folding(options: compareOptions, locale: nil).utf8)
    guard folded.first == UInt8(ascii: "a"), folded.last == UInt8(ascii: "b") else { return nil }
    return Array(folded.dropFirst().dropLast())
  }

  /// What is known, by 256 scalars. Pages are made once, and stay.
  private final class Pages: Sendable {
    private struct Page: ~Copyable { let start = Atomic<UnsafePointer<Entry>?>(nil) }

    private nonisolated(unsafe) let pages: UnsafeMutablePointer<Page>

    init() {
      pages = .allocate(capacity: 0x1100)
      for index in 0..<0x1100 { (pages + index).initialize(to: Page()) }
    }

    @inline(__always)
    subscript(scalar: UInt32) -> UnsafePointer<Entry>? {
      (pages + Int(scalar >> 8)).pointee.start.load(ordering: .acquiring)
    }

    func keep(_ entries: [Entry], for scalar: UInt32) -> UnsafePointer<Entry> {
      let made = UnsafeMutablePointer<Entry>.allocate(capacity: entries.count)
      made.initialize(from: entries, count: entries.count)
      let (isKept, other) = (pages + Int(scalar >> 8)).pointee.start.compareExchange(
        expected: nil, desired: UnsafePointer(made), ordering: .acquiringAndReleasing)
      guard !isKept, let other else { return UnsafePointer(made) }
      made.deallocate()
      return other
    }
  }
}
