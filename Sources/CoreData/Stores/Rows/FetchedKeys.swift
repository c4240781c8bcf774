/// The rows that a fetch of faults found, in order: keys, and what the IDs made of them will have
/// in common. An object that a context has already is found by its key, without an ID.
struct FetchedKeys: RandomAccessCollection {
  private var keys: [Int64] = []
  /// What the keys from a place on have in common.
  private var scopes: [(scope: IDScope, start: Int)] = []

  var startIndex: Int { 0 }
  var endIndex: Int { keys.count }
  subscript(index: Int) -> Int64 { keys[index] }

  /// Says what the keys to come have in common.
  mutating func begin(_ scope: IDScope) {
    if let last = scopes.last, last.scope === scope { return }
    scopes.append((scope, keys.count))
  }

  @inline(__always)
  mutating func append(_ key: Int64) { keys.append(key) }

  /// Calls `body` for each stretch of keys that have the same scope.
  func forEachStretch(_ body: (IDScope, ArraySlice<Int64>) -> Void) {
    for (index, (scope, start)) in scopes.enumerated() {
      let end = index + 1 < scopes.count ? scopes[index + 1].start : keys.count
      body(scope, keys[start..<end])
    }
  }
}
