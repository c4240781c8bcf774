/// Rows as a fetch leaves them: their values as bytes, one row after the other.
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

  /// Keeps the memory for other rows.
  mutating func begin() { end = 0 }

  /// All that was appended.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: end) }

  /// Appends what `pack` appends, and before it how many bytes that is.
  @inline(__always)
  mutating func appendRow(_ pack: (inout PackedRows) throws -> Void) rethrows {
    // Words are read where they are, so they begin where words do.
    appendZeros((8 - end & 7) & 7 + 8)
    let first = end
    try pack(&self)
    put(end - first, at: first - 8)
  }

  /// Where the next row will begin.
  var nextRow: Int { end + (8 - end & 7) & 7 + 8 }

  /// Appends a row that begins at a place of others.
  mutating func appendRow(of other: borrowing PackedRows, at place: Int) {
    appendRow { $0.append(other.row(at: place)) }
  }

  @inline(__always)
  mutating func appendZeros(_ count: Int) {
    makeRoom(for: count)
    (start + end).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    end += count
  }

  /// Writes over what was appended before.
  @inline(__always)
  mutating func put<Number: BitwiseCopyable>(_ number: Number, at place: Int) {
    start.storeBytes(of: number, toByteOffset: place, as: Number.self)
  }

  @inline(__always)
  mutating func setBit(_ bit: Int, at place: Int) {
    let byte = start.load(fromByteOffset: place, as: UInt8.self)
    put(byte | 1 << UInt8(bit), at: place)
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
  func row(at place: Int) -> UnsafeRawBufferPointer {
    let count = start.load(fromByteOffset: place - 8, as: Int.self)
    return UnsafeRawBufferPointer(start: start + place, count: count)
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
