/// The rows of 64 neighbouring keys.
///
/// It allocates its memory itself: an array in a class checks every access, for overlaps and for its
/// bounds, and that costs more than the access. Packed rows are kept by their holders, so that filling a page counts
/// references once for each holder, not for each row.
final class RowPage: @unchecked Sendable {
  // @unchecked Sendable because the lock of the row cache guards it.
  static let sizeBits = 6
  static let size = 1 << sizeBits

  private struct Entry {
    /// A row of values.
    var row: Row?
    /// Where a packed row is, and the number of its holder.
    var packed: PackedRow?
    var holder = -1
    var version: Int64 = 0
    /// Seconds of the runtime at which it was read or written.
    var time = 0.0

    var isEmpty: Bool { row == nil && packed == nil }
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
  /// What keeps packed rows of this page, and how many.
  @exclusivity(unchecked) private var holders: [(holder: RowHolder?, rows: Int)] = []
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) var isRead = false

  init() { entries.initialize(repeating: Entry(), count: Self.size) }

  deinit {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  /// 0 where there is no row.
  @inline(__always)
  func version(at index: Int) -> Int64 { entries[index].version }

  func time(at index: Int) -> Double { entries[index].time }

  /// Notes that a row was found to be the present one at `time`.
  func confirm(_ index: Int, _ time: Double) { entries[index].time = time }

  func row(at index: Int) -> Row? {
    if let row = entries[index].row { return row }
    guard let packed = entries[index].packed, let holder = holders[entries[index].holder].holder
    else { return nil }
    let row = Row(packed, in: holder)
    if !packed.isLong { return row }
    _ = put(row.unpacked, at: index, entries[index].time)
    return entries[index].row
  }

  /// Puts a row of values in its place; true if there was none.
  func put(_ row: Row, at index: Int, _ time: Double) -> Bool {
    let isNew = makeRoom(at: index)
    entries[index].row = row
    (entries[index].version, entries[index].time) = (row.version, time)
    return isNew
  }

  /// Puts packed rows in their places, unless there are newer ones, up to the first one of another
  /// page. Gives that one's place in `rows`, and how many are new.
  func put(
    _ rows: ArraySlice<Int>, of holder: RowHolder, page: Int64, _ time: Double
  ) -> (next: Int, new: Int) {
    let (number, before) = (freeHolder, count)
    holders[number].holder = holder
    var next = rows.startIndex
    var put = 0
    while next < rows.endIndex {
      let row = holder.row(at: rows[next])
      let (key, version) = (row.key, row.version)
      if key >> Int64(Self.sizeBits) != page { break }
      next += 1
      let index = Int(key) & (Self.size - 1)
      if entries[index].version > version { continue }
      _ = makeRoom(at: index)
      entries[index].packed = row
      entries[index].holder = number
      (entries[index].version, entries[index].time) = (version, time)
      put += 1
    }
    holders[number].rows = put
    if put == 0 { holders[number].holder = nil }
    return (next, count - before)
  }

  /// Takes a row out; false if there was none.
  func take(_ index: Int) -> Bool {
    if entries[index].isEmpty { return false }
    giveUp(index)
    count -= 1
    return true
  }

  /// Empties a place for a row to come; true if it was empty.
  @inline(__always)
  private func makeRoom(at index: Int) -> Bool {
    if entries[index].isEmpty {
      count += 1
      return true
    }
    giveUp(index)
    return false
  }

  @inline(never)
  private func giveUp(_ index: Int) {
    let number = entries[index].holder
    entries[index] = Entry()
    if number < 0 { return }
    holders[number].rows -= 1
    if holders[number].rows == 0 { holders[number].holder = nil }
  }

  /// The number of a place that keeps nothing.
  private var freeHolder: Int {
    if let free = holders.firstIndex(where: { $0.holder == nil }) { return free }
    holders.append((nil, 0))
    return holders.count - 1
  }
}
