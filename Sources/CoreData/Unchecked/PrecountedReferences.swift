/// References to one object that are counted before they are needed, many in a row.
///
/// Whoever counts a reference waits until all that was written before has arrived in memory. In a
/// row there is little to wait for.
struct PrecountedReferences<Object: AnyObject>: ~Copyable {
  private let object: Object
  private var count = 0

  private static var inAdvance: Int { 64 }

  init(_ object: Object) { self.object = object }

  deinit {
    for _ in 0..<count { Unmanaged.passUnretained(object).release() }
  }

  /// One more reference.
  @inline(__always)
  mutating func take() -> Object {
    if count == 0 { countMore() }
    count -= 1
    return Unmanaged.passUnretained(object).takeRetainedValue()
  }

  @inline(never)
  private mutating func countMore() {
    for _ in 0..<Self.inAdvance { _ = Unmanaged.passUnretained(object).retain() }
    count = Self.inAdvance
  }
}
