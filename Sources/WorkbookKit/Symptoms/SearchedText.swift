internal import Foundation

/// A report, a log or a sentence in which signs are looked for: bytes, because what people paste is
/// not always text, with the colours of a terminal taken out. Signs are found in letters of any
/// size. Millions of lines are fine.
struct SearchedText {
  /// The text with its letters made small, and a zero behind it: what the C library searches, which
  /// is quick in debug too.
  private let bytes: [UInt8]
  /// The same as it was written.
  private let written: [UInt8]

  init(_ data: Data) {
    let written = [UInt8](unsafeUninitializedCapacity: data.count + 1) { target, length in
      length = data.withUnsafeBytes { Self.clean($0, into: target) }
      target[length] = 0
      length += 1
    }
    self.written = written
    bytes = [UInt8](unsafeUninitializedCapacity: written.count) { target, length in
      var index = 0
      while index < written.count {
        let byte = written[index]
        target[index] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        index += 1
      }
      length = written.count
    }
  }

  private var count: Int { bytes.count - 1 }

  init(_ text: String) { self.init(Data(text.utf8)) }

  /// Spaces for tabs, zeros and the like, nothing for escape sequences.
  private static func clean(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (read, written) = (0, 0)
    while read < source.count {
      var byte = source[read]
      read += 1
      if byte == 0x1B, read < source.count, source[read] == UInt8(ascii: "[") {
        read += 1
        while read < source.count, source[read] < 0x40 || source[read] > 0x7E { read += 1 }
        read += 1
        continue
      }
      if byte < 32 && byte != 10 { byte = 32 }
      target[written] = byte
      written += 1
    }
    return written
  }

  /// Where a sign is first found; nil where it is not.
  func position(of sign: Sign) -> Int? {
    guard let first = sign.groups.first else { return nil }
    return first.compactMap { position(of: $0, besides: sign.groups.dropFirst()) }.min()
  }

  /// The first occurrence of a word in whose line every group has one.
  private func position(of word: String, besides groups: ArraySlice<[String]>) -> Int? {
    var from = 0
    while let found = find(word, from: from) {
      let line = line(around: found)
      if groups.isEmpty { return found }
      let text = String(decoding: bytes[line], as: UTF8.self)
      if groups.allSatisfy({ group in group.contains { text.utf8Contains($0) } }) { return found }
      from = line.upperBound
    }
    return nil
  }

  private func find(_ word: String, from start: Int) -> Int? {
    bytes.withUnsafeBytes { all in
      let text = all.baseAddress!.assumingMemoryBound(to: CChar.self)
      return strstr(text + start, word).map { UnsafePointer($0) - text }
    }
  }

  /// The lines that have one of the words, each as it was written, in their order.
  func lines(with words: [String]) -> [String] {
    var starts: [Int: Range<Int>] = [:]
    for word in words {
      var from = 0
      while let found = find(word, from: from) {
        let line = line(around: found)
        starts[line.lowerBound] = line
        from = line.upperBound
      }
    }
    return starts.keys.sorted().compactMap { starts[$0] }.map {
      String(decoding: written[$0], as: UTF8.self)
    }
  }

  private func line(around position: Int) -> Range<Int> {
    let before = bytes[..<position].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let after = bytes[position..<count].firstIndex(of: 10) ?? count
    return before..<after
  }
}

extension String {
  fileprivate func utf8Contains(_ word: String) -> Bool { strstr(self, word) != nil }
}

extension Symptom {
  /// What a text tells of, in the order in which it does.
  static func found(in data: Data, among symptoms: [Symptom] = all) -> [Symptom] {
    let text = SearchedText(data)
    let places = symptoms.compactMap { symptom -> (Symptom, Int)? in
      let place = symptom.signs.compactMap { text.position(of: $0) }.min()
      return place.map { (symptom, $0) }
    }
    // Stable: of two at one place, the one that stands first in the table.
    return places.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }
}
