internal import Foundation

/// Property lists out of files, read only when Foundation survives it.
enum SoundPropertyList {
  /// nil for data that is no property list, binary or XML.
  static func list(from data: Data) -> Any? {
    guard data.starts(with: "<?xml".utf8) || BinaryPropertyList(data)?.isSound == true else {
      return nil
    }
    return try? PropertyListSerialization.propertyList(from: data, format: nil)
  }
}

/// A binary property list, looked through without building anything. Foundation's reader ends the
/// process over some that are damaged: over sets, which no property list has, and over whatever it
/// makes nothing of where it expects an object.
///
///     bplist00 | objects … | offsets of the objects | sizes, counts and places of these
struct BinaryPropertyList {
  private static let start = Array("bplist00".utf8)
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int
  private let top: Int
  /// Where the objects end.
  private let end: Int

  /// nil for data without the frame of one.
  init?(_ data: Data) {
    let bytes = Array(data)
    let trailer = bytes.count - Self.trailerSize
    guard bytes.starts(with: Self.start), trailer > Self.start.count else { return nil }
    func number(_ place: Int, _ size: Int) -> Int? { Self.number(bytes, trailer + place, size) }
    guard let offsetSize = number(6, 1), (1...8).contains(offsetSize),
      let referenceSize = number(7, 1), (1...8).contains(referenceSize),
      let count = number(8, 8), let top = number(16, 8), let end = number(24, 8),
      end > Self.start.count, end < trailer, count > 0,
      count <= (trailer - end) / offsetSize
    else { return nil }
    let offsets = (0..<count).compactMap {
      Self.number(bytes, end + $0 * offsetSize, offsetSize)
    }
    guard offsets.count == count else { return nil }
    (self.bytes, self.offsets, self.end) = (bytes, offsets, end)
    (self.referenceSize, self.top) = (referenceSize, top)
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    let number = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }

  /// What an object is, so far as the reader has to know.
  private enum Object {
    case text
    case scalar
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  /// Whether every object that can be reached is one that a property list may hold, lies where
  /// objects lie, and does not hold itself.
  var isSound: Bool {
    var heights: [Int: Int?] = [:]
    return height(top, depth: 0, &heights) != nil
  }

  /// A reader calls itself for every level; no value of an app is that deep.
  private static let mostLevels = 500

  /// How many levels an object holds; nil if it is not sound. `heights` knows the objects that are
  /// finished, and has nil for those whose parts are being looked at.
  private func height(_ number: Int, depth: Int, _ heights: inout [Int: Int?]) -> Int? {
    if let known = heights[number] { return known }
    guard depth < Self.mostLevels, let object = object(number) else { return nil }
    heights[number] = .some(nil)
    let parts: [Int]
    switch object {
    case .text, .scalar: parts = []
    case .array(let members): parts = members
    case .dictionary(let keys, let values):
      guard keys.allSatisfy(isText) else { return nil }
      parts = values
    }
    var most = 0
    for part in parts {
      guard let height = height(part, depth: depth + 1, &heights), height < Self.mostLevels else {
        return nil
      }
      most = max(most, height)
    }
    heights[number] = most + 1
    return most + 1
  }

  private func isText(_ number: Int) -> Bool {
    if case .text? = object(number) { true } else { false }
  }

  /// nil for what is damaged.
  private func object(_ number: Int) -> Object? {
    guard offsets.indices.contains(number) else { return nil }
    let offset = offsets[number]
    guard offset >= Self.start.count, offset < end else { return nil }
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0xF))
    switch kind {
    case 0x0: return low == 8 || low == 9 ? .scalar : nil
    // Sixteen bytes hold the numbers above Int64.max.
    case 0x1: return low <= 4 ? scalar(offset + 1, 1 << low) : nil
    case 0x2: return low == 2 || low == 3 ? scalar(offset + 1, 1 << low) : nil
    case 0x3: return low == 3 ? scalar(offset + 1, 8) : nil
    case 0x4: return run(offset, 1) { _, _ in .scalar }
    case 0x5:
      return run(offset, 1) { start, size in
        bytes[start..<start + size].allSatisfy { $0 < 0x80 } ? .text : nil
      }
    case 0x6: return run(offset, 2) { _, _ in .text }
    // A reference of a keyed archive.
    case 0x8: return low < 4 ? scalar(offset + 1, low + 1) : nil
    case 0xA: return run(offset, referenceSize) { references($0, $1).map(Object.array) }
    case 0xD:
      return run(offset, 2 * referenceSize) { start, size in
        guard let keys = references(start, size / 2),
          let values = references(start + size / 2, size / 2)
        else { return nil }
        return .dictionary(keys: keys, values: values)
      }
    default: return nil
    }
  }

  private func scalar(_ start: Int, _ size: Int) -> Object? {
    start + size <= end ? .scalar : nil
  }

  /// An object with a count, which stands in the lower half of its first byte or, if it is 15, as
  /// a number behind it.
  private func run(
    _ offset: Int, _ unit: Int, _ read: (_ start: Int, _ size: Int) -> Object?
  ) -> Object? {
    var (count, start) = (Int(bytes[offset] & 0xF), offset + 1)
    if count == 0xF {
      guard start < end, bytes[start] & 0xF0 == 0x10, bytes[start] & 0xF <= 3 else { return nil }
      let size = 1 << Int(bytes[start] & 0xF)
      guard start + 1 + size <= end, let told = Self.number(bytes, start + 1, size) else {
        return nil
      }
      (count, start) = (told, start + 1 + size)
    }
    guard count <= (end - start) / unit else { return nil }
    return read(start, count * unit)
  }

  private func references(_ start: Int, _ size: Int) -> [Int]? {
    let places = stride(from: start, to: start + size, by: referenceSize)
    let found = places.compactMap { Self.number(bytes, $0, referenceSize) }
    return found.count * referenceSize == size ? found : nil
  }
}
