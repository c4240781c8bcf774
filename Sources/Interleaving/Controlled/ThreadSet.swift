/// A set of the threads of one run, by number.
struct ThreadSet: Hashable, Sequence {
  /// A run has at most this many threads, so that a set fits a machine word.
  static let limit = 64

  private var bits: UInt64 = 0

  init() {}
  init(_ thread: Int) { bits = 1 << UInt64(thread) }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }
  /// The lowest number, or nil of an empty set.
  var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

  func contains(_ thread: Int) -> Bool { bits & (1 << UInt64(thread)) != 0 }
  mutating func insert(_ thread: Int) { bits |= 1 << UInt64(thread) }
  mutating func remove(_ thread: Int) { bits &= ~(1 << UInt64(thread)) }
  mutating func formUnion(_ other: ThreadSet) { bits |= other.bits }
  func subtracting(_ other: ThreadSet) -> ThreadSet { ThreadSet(bits: bits & ~other.bits) }
  func intersects(_ other: ThreadSet) -> Bool { bits & other.bits != 0 }

  private init(bits: UInt64) { self.bits = bits }

  struct Iterator: IteratorProtocol {
    var rest: UInt64
    mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      let lowest = rest.trailingZeroBitCount
      rest &= rest - 1
      return lowest
    }
  }

  func makeIterator() -> Iterator { Iterator(rest: bits) }
}
