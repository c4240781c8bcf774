internal import Foundation

/// The beginning of what a child wrote, and how much it wrote in all.
struct CapturedOutput: Sendable {
  private(set) var kept = Data()
  private(set) var total = 0
  let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    total += bytes.count
    let room = limit - kept.count
    if room > 0 { kept.append(contentsOf: bytes.prefix(room)) }
  }

  /// How many bytes were dropped.
  var dropped: Int { total - kept.count }

  var text: String { String(decoding: kept, as: UTF8.self) }
}

/// Cuts a stream of bytes into lines.
struct LineSplitter {
  private var rest = Data()
  /// A line longer than this is no message of ours.
  static let longestLine = 16 << 20

  mutating func append(_ bytes: UnsafeRawBufferPointer) -> [Data] {
    rest.append(contentsOf: bytes)
    var lines: [Data] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Data(rest[rest.startIndex..<end]))
      rest = Data(rest[rest.index(after: end)...])
    }
    if rest.count > Self.longestLine { rest.removeAll() }
    return lines
  }
}
