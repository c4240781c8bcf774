/// Rows as a fetch of faults leaves them: their values as bytes, one row after the other.
///
/// Most faults of a long list never fire. To write down what SQLite says costs a fraction of making
/// a row with its ID, its values and their text, which is done for the ones that somebody needs.
///
/// Its memory is its own, because the checks that arrays in a class make at every access would cost
/// more than the access.
struct PackedRows: ~Copyable {
  private var start = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 8)
  private var capacity = 0
  private(set) var end = 0

  deinit { start.deallocate() }

  mutating func removeAll() { self = PackedRows() }

  /// Makes room for so many bytes at once. To grow to them would be to copy them several times.
  mutating func reserve(_ bytes: Int) {
    if bytes > capacity { grow(to: bytes) }
  }

  /// Appends what `pack` appends, and before it how many bytes that is.
  @inline(__always)
  mutating func appendRow(_ pack: (inout PackedRows) throws -> Void) rethrows {
    let first = end
    append(0)
    try pack(&self)
    start.storeBytes(of: end - first, toByteOffset: first, as: Int.self)
  }

  /// Appends a row that begins at a place of others.
  mutating func appendRow(of other: borrowing PackedRows, at place: Int) {
    let count = other.start.loadUnaligned(fromByteOffset: place, as: Int.self)
    append(UnsafeRawBufferPointer(start: other.start + place, count: count))
  }

  @inline(__always)
  mutating func append<Number: BitwiseCopyable>(_ number: Number) {
    makeRoom(for: MemoryLayout<Number>.size)
    start.storeBytes(of: number, toByteOffset: end, as: Number.self)
    end += MemoryLayout<Number>.size
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.baseAddress else { return }
    makeRoom(for: bytes.count)
    (start + end).copyMemory(from: first, byteCount: bytes.count)
    end += bytes.count
  }

  /// The row that begins at a place.
  func row(at place: Int) -> PackedBytes {
    var bytes = PackedBytes(next: UnsafeRawPointer(start + place))
    let _: Int = bytes.take()
    return bytes
  }

  @inline(__always)
  private mutating func makeRoom(for count: Int) {
    if end + count > capacity { grow(to: end + count) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    capacity = max(needed, 2 * capacity, 512)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    larger.copyMemory(from: start, byteCount: end)
    start.deallocate()
    start = larger
  }
}

/// Where the next packed value is.
struct PackedBytes {
  fileprivate(set) var next: UnsafeRawPointer

  @inline(__always)
  mutating func take<Number: BitwiseCopyable>(_: Number.Type = Number.self) -> Number {
    let number = next.loadUnaligned(as: Number.self)
    next += MemoryLayout<Number>.size
    return number
  }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
    defer { next += count }
    return UnsafeRawBufferPointer(start: next, count: count)
  }
}
