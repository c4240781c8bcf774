/// References to one object that are counted before they are needed, many in a row.
///
/// Whoever counts a reference waits until all that was written before has arrived in memory. In a
/// row there is little to wait for.
struct PrecountedReferences<Object: AnyObject>: ~Copyable {
  private let object: Object
  private var count = 0
  private let inAdvance: Int

  init(_ object: Object, inAdvance: Int = 64) {
    self.object = object
    self.inAdvance = inAdvance
  }

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
    for _ in 0..<inAdvance { _ = Unmanaged.passUnretained(object).retain() }
    count = inAdvance
  }
}
