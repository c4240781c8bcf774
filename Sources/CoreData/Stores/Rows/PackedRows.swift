/// The bytes of rows while they are read, one row after the other.
///
/// To write down what SQLite says costs a fraction of making values with their text, which is done
/// for those that are needed.
///
/// Memory of its own, for the reason that `RowPage` has.
struct PackedRows: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var end = 0

  init(capacity: Int = 0) {
    start = .allocate(byteCount: capacity, alignment: 8)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// What was appended from a place on, in memory that the caller frees. Mostly it is not copied,
  /// because as much room was made as was needed the last time.
  mutating func take(from first: Int = 0) -> UnsafeRawPointer {
    let count = end - first
    if first == 0, end > capacity - capacity / 4 {
      let taken = start
      capacity = count + count / 16
      start = .allocate(byteCount: capacity, alignment: 8)
      end = 0
      return UnsafeRawPointer(taken)
    }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
    copy.copyMemory(from: start + first, byteCount: count)
    end = first
    return UnsafeRawPointer(copy)
  }

  /// Words are read where they are, so a row begins where words do.
  @inline(__always)
  mutating func beginRow() -> Int {
    end = (end + 7) & ~7
    return end
  }

  @inline(__always)
  mutating func appendZeros(_ count: Int) {
    makeRoom(for: count)
    (start + end).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    end += count
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.baseAddress else { return }
    makeRoom(for: bytes.count)
    (start + end).copyMemory(from: first, byteCount: bytes.count)
    end += bytes.count
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
