/// A set of the threads of one run, by number.
///
/// Nearly all runs have at most 64, which fit a machine word; the others are kept beside it.
struct ThreadSet: Hashable, Sequence, Codable {
  /// A run has at most this many threads.
  static let limit = 1_024

  private static let wordSize = 64

  private var bits: UInt64 = 0
  /// The threads from 64 on; nil if there are none, and no longer than it has to be.
  private var more: [UInt64]?

  init() {}
  init(_ thread: Int) { insert(thread) }

  var isEmpty: Bool { bits == 0 && more == nil }
  var count: Int {
    bits.nonzeroBitCount + (more?.reduce(0) { $0 + $1.nonzeroBitCount } ?? 0)
  }
  /// The lowest number, or nil of an empty set.
  var first: Int? {
    if bits != 0 { return bits.trailingZeroBitCount }
    var iterator = makeIterator()
    return iterator.next()
  }

  static func == (one: ThreadSet, two: ThreadSet) -> Bool {
    one.bits == two.bits && (one.more == nil && two.more == nil || one.more == two.more)
  }

  func contains(_ thread: Int) -> Bool {
    guard thread >= Self.wordSize else { return bits & (1 << UInt64(thread)) != 0 }
    let word = thread / Self.wordSize - 1
    guard let more, word < more.count else { return false }
    return more[word] & (1 << UInt64(thread % Self.wordSize)) != 0
  }

  /// How many have a lower number.
  func count(below thread: Int) -> Int {
    guard thread >= Self.wordSize else {
      return (bits & ((1 << UInt64(thread)) - 1)).nonzeroBitCount
    }
    return filter { $0 < thread }.count
  }

  mutating func insert(_ thread: Int) {
    guard thread >= Self.wordSize else {
      bits |= 1 << UInt64(thread)
      return
    }
    let word = thread / Self.wordSize - 1
    var words = more ?? []
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(thread % Self.wordSize)
    more = words
  }

  mutating func remove(_ thread: Int) {
    guard thread >= Self.wordSize else {
      bits &= ~(1 << UInt64(thread))
      return
    }
    let word = thread / Self.wordSize - 1
    guard var words = more, word < words.count else { return }
    words[word] &= ~(1 << UInt64(thread % Self.wordSize))
    keep(words)
  }

  func subtracting(_ other: ThreadSet) -> ThreadSet {
    var rest = self
    rest.bits &= ~other.bits
    guard var words = more, let others = other.more else { return rest }
    for index in words.indices.prefix(others.count) { words[index] &= ~others[index] }
    rest.keep(words)
    return rest
  }

  private mutating func keep(_ words: [UInt64]) {
    more = words.lastIndex { $0 != 0 }.map { Array(words[...$0]) }
  }

  struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt64
    fileprivate var more: [UInt64]?
    fileprivate var word = 0

    mutating func next() -> Int? {
      while rest == 0 {
        guard let more, word < more.count else { return nil }
        rest = more[word]
        word += 1
      }
      let lowest = rest.trailingZeroBitCount
      rest &= rest - 1
      return word * ThreadSet.wordSize + lowest
    }
  }

  func makeIterator() -> Iterator { Iterator(rest: bits, more: more) }

  /// As in a loop, but without a copy of the set.
  func visit(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    guard let more else { return }
    for (word, bits) in more.enumerated() {
      for bit in 0..<Self.wordSize where bits & (1 << UInt64(bit)) != 0 {
        body((word + 1) * Self.wordSize + bit)
      }
    }
  }
}
