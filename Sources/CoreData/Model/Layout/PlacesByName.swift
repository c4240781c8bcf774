/// Where the properties of an entity are kept, by their names. Every access by name comes by, and
/// nearly all names are short: these are found by their bytes, as two numbers, because hashing a
/// text takes longer than reading a value.
struct PlacesByName: Sendable {
  typealias Place = EntityLayout.Place

  /// The bytes of a name of at most sixteen, and how many they are.
  private struct ShortName: Equatable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var count = 0

    /// nil if the name is longer, or empty.
    @inline(__always)
    init?(_ name: String) {
      let count = name.utf8.count
      guard count > 0, count <= 16 else { return nil }
      let halves = name.utf8.withContiguousStorageIfAvailable { Self.halves(of: $0) }
      guard let halves else { return nil }
      (first, last, self.count) = (halves.first, halves.last, count)
    }

    /// The first and the last bytes, which overlap.
    @inline(__always)
    private static func halves(
      of bytes: UnsafeBufferPointer<UInt8>
    ) -> (first: UInt64, last: UInt64) {
      let (raw, count) = (UnsafeRawBufferPointer(bytes), bytes.count)
      if count >= 8 {
        return (
          raw.loadUnaligned(as: UInt64.self),
          raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        )
      }
      if count >= 4 {
        return (
          UInt64(raw.loadUnaligned(as: UInt32.self)),
          UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        )
      }
      return (UInt64(raw[0]) << 8 | UInt64(raw[count / 2]), UInt64(raw[count - 1]))
    }

    /// Two multiplications by odd constants that are known to mix well (2^64 divided by the golden
    /// ratio, and the first factor of SplitMix64); their upper bits depend on all bytes.
    @inline(__always)
    var hash: Int {
      let mixed = (first ^ last &* Self.goldenRatio) &* Self.splitMix
      return Int(truncatingIfNeeded: mixed >> 32) ^ count
    }

    private static var goldenRatio: UInt64 { 0x9E37_79B9_7F4A_7C15 }
    private static var splitMix: UInt64 { 0xBF58_476D_1CE4_E5B9 }
  }

  private let all: [String: Place]
  /// A hash table whose size is a power of two.
  private var short: [(name: ShortName, place: Place)?]

  init(_ places: [String: Place]) {
    all = places
    var size = 4
    while size < 2 * places.count + 1 { size *= 2 }
    short = Array(repeating: nil, count: size)
    for (name, place) in places {
      guard let name = ShortName(name) else { continue }
      var index = name.hash & (size - 1)
      while short[index] != nil { index = (index + 1) & (size - 1) }
      short[index] = (name, place)
    }
  }

  subscript(name: String) -> Place? {
    guard let wanted = ShortName(name) else { return all[name] }
    var index = wanted.hash & (short.count - 1)
    while let entry = short[index] {
      if entry.name == wanted { return entry.place }
      index = (index + 1) & (short.count - 1)
    }
    // The same letters may be written with other bytes.
    return all[name]
  }
}
