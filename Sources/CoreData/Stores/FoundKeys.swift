/// The rows that a fetch of faults found, in order: keys, and what the IDs made of them will have
/// in common. An object that a context has already is found by its key, without an ID.
struct FoundKeys: RandomAccessCollection {
  private var keys: [Int64] = []
  /// What the keys from a place on have in common.
  private var origins: [(origin: IDOrigin, start: Int)] = []

  var startIndex: Int { 0 }
  var endIndex: Int { keys.count }
  subscript(index: Int) -> Int64 { keys[index] }

  /// Says what the keys to come have in common.
  mutating func begin(_ origin: IDOrigin) {
    if let last = origins.last, last.origin === origin { return }
    origins.append((origin, keys.count))
  }

  @inline(__always)
  mutating func append(_ key: Int64) { keys.append(key) }

  /// Calls `body` for each stretch of keys that have the same origin.
  func forEachStretch(_ body: (IDOrigin, ArraySlice<Int64>) -> Void) {
    for (index, (origin, start)) in origins.enumerated() {
      let end = index + 1 < origins.count ? origins[index + 1].start : keys.count
      body(origin, keys[start..<end])
    }
  }
}
