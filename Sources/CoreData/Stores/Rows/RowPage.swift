/// The rows of 64 neighbouring keys, each as a `Row` or packed.
///
/// Its memory is its own, because the checks that arrays in a class make at every access would
/// cost more than the access.
final class RowPage: @unchecked Sendable {
  // @unchecked Sendable because the lock of the row cache guards it.
  static let sizeBits = 6
  static let size = 1 << sizeBits
  /// Bytes of rows that are no longer packed are given back only together with all others, so a
  /// page with so many packs no more.
  private static let mostBytes = 1 << 16

  private struct Entry {
    /// nil while the row is packed, or if there is none.
    var row: Row?
    /// Where the packed row begins; -1 if there is none.
    var packed = -1
    var version: Int64 = 0
    /// Seconds of the runtime at which it was read or written.
    var time = 0.0

    var isEmpty: Bool { row == nil && packed < 0 }
  }

  private let firstKey: Int64
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
  @exclusivity(unchecked) private var packed = PackedRows()
  /// How many rows are packed.
  @exclusivity(unchecked) private var packings = 0
  /// Whoever packed them, and makes rows of them again.
  @exclusivity(unchecked) private var reader: RowReader?
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) var isRead = false

  init(firstKey: Int64) {
    self.firstKey = firstKey
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  /// How many bytes its packed rows take.
  var packedBytes: Int { packed.end }

  /// Makes room for packed rows that take so many bytes.
  func reserve(packedBytes bytes: Int) { packed.reserve(bytes) }

  deinit {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  func version(at index: Int) -> Int64? {
    entries[index].isEmpty ? nil : entries[index].version
  }

  func time(at index: Int) -> Double { entries[index].time }

  /// The places that have a row.
  var places: [Int] { (0..<Self.size).filter { !entries[$0].isEmpty } }

  /// Notes that a row was found to be the present one at `time`.
  func confirm(_ index: Int, _ time: Double) { entries[index].time = time }

  /// The row; from now on it is packed no more.
  func row(at index: Int) -> Row? {
    if let row = entries[index].row { return row }
    guard entries[index].packed >= 0, let reader else { return nil }
    let row = reader.row(
      key: firstKey + Int64(index), version: entries[index].version,
      packed.row(at: entries[index].packed))
    entries[index].row = row
    forgetPacked(index)
    return row
  }

  /// Puts a row in its place; true if there was none.
  func put(_ row: Row, at index: Int, _ time: Double) -> Bool {
    let wasEmpty = entries[index].isEmpty
    entries[index].time = time
    if entries[index].row === row { return false }
    entries[index].row = row
    entries[index].version = row.version
    forgetPacked(index)
    if wasEmpty { count += 1 }
    return wasEmpty
  }

  /// Takes a row out; false if there was none.
  func take(_ index: Int) -> Bool {
    if entries[index].isEmpty { return false }
    entries[index].row = nil
    forgetPacked(index)
    count -= 1
    return true
  }

  // MARK: Packed rows

  /// Lets `pack` put the row that belongs in an empty place into few bytes. All rows of a page are
  /// packed by one reader.
  @inline(__always)
  func pack(
    at index: Int, version: Int64, _ time: Double, by reader: RowReader,
    pack: (inout PackedRows) throws -> Void
  ) rethrows {
    if self.reader == nil { self.reader = reader }
    notePacking(at: index, version, time)
    try packed.appendRow(pack)
  }

  /// Puts the row that another page has in this place, packed as it is there; nil if that cannot
  /// be done, true if there was none.
  func putPacked(_ other: RowPage, at index: Int) -> Bool? {
    guard other.entries[index].packed >= 0, packed.end < Self.mostBytes,
      reader == nil || reader === other.reader
    else { return nil }
    let wasThere = take(index)
    reader = other.reader
    notePacking(at: index, other.entries[index].version, other.entries[index].time)
    packed.appendRow(of: other.packed, at: other.entries[index].packed)
    return !wasThere
  }

  @inline(__always)
  private func notePacking(at index: Int, _ version: Int64, _ time: Double) {
    entries[index].packed = packed.nextRow
    entries[index].version = version
    entries[index].time = time
    packings += 1
    count += 1
  }

  private func forgetPacked(_ index: Int) {
    if entries[index].packed < 0 { return }
    entries[index].packed = -1
    packings -= 1
    if packings > 0 { return }
    packed.removeAll()
    reader = nil
  }
}
