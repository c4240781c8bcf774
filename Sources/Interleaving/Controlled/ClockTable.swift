/// The vector clocks of one run: rows of one counter for each thread.
///
/// A row has two halves. The *order* half knows every pair of dependent operations, also two
/// writes of one cell; the explorer swaps what it leaves unordered. The *sync* half knows only
/// what a program may rely on (locks, queues, signals, start and end of threads); an access that
/// it leaves unordered is a data race. A row also carries the virtual time.
final class ClockTable {
  typealias Row = Int

  /// Room for so many threads in each half; it grows with them.
  private var half = 8
  private var width: Int { 2 * half }
  private var counters: UnsafeMutablePointer<Int32>
  private var times: UnsafeMutablePointer<Int64>
  private var capacity = 256
  private(set) var rows = 0
  /// How many threads the run has so far; the columns beyond are all zero.
  private(set) var threads = 0

  init() {
    counters = .allocate(capacity: capacity * 2 * half)
    times = .allocate(capacity: capacity)
  }

  deinit {
    counters.deallocate()
    times.deallocate()
  }

  func reset() {
    rows = 0
    threads = 0
  }

  /// One more thread takes part.
  func addThread() {
    threads += 1
    if threads > half { widen() }
  }

  /// A new row of zeros.
  func make() -> Row {
    reserve()
    counters.advanced(by: rows * width).update(repeating: 0, count: width)
    times[rows] = 0
    rows += 1
    return rows - 1
  }

  /// A new row with the contents of `row`.
  func copy(_ row: Row) -> Row {
    reserve()
    counters.advanced(by: rows * width)
      .update(from: counters + row * width, count: width)
    times[rows] = times[row]
    rows += 1
    return rows - 1
  }

  func clear(_ row: Row) {
    counters.advanced(by: row * width).update(repeating: 0, count: width)
    times[row] = 0
  }

  /// Everything before `other` is now before `row`.
  func join(_ row: Row, _ other: Row) {
    joinOrder(row, other)
    joinSync(row, other)
  }

  /// The same in the sync half only.
  func joinSync(_ row: Row, _ other: Row) {
    let (one, two) = (counters + row * width, counters + other * width)
    for column in half..<(half + threads) where two[column] > one[column] {
      one[column] = two[column]
    }
    if times[other] > times[row] { times[row] = times[other] }
  }

  /// The same in the order half only.
  func joinOrder(_ row: Row, _ other: Row) {
    let (one, two) = (counters + row * width, counters + other * width)
    for column in 0..<threads where two[column] > one[column] { one[column] = two[column] }
  }

  /// The sync half of the first row, and how far behind it that of another one begins.
  var syncHalf: UnsafeMutablePointer<Int32> { counters + half }
  func offset(of row: Row) -> Int { row * width }
  var columns: Int { half }

  func order(_ row: Row, _ thread: Int) -> Int32 { counters[row * width + thread] }
  func sync(_ row: Row, _ thread: Int) -> Int32 { counters[row * width + half + thread] }
  func tickOrder(_ row: Row, _ thread: Int) { counters[row * width + thread] += 1 }
  func tickSync(_ row: Row, _ thread: Int) {
    counters[row * width + half + thread] += 1
  }
  func time(_ row: Row) -> Int64 { times[row] }
  func advance(_ row: Row, by nanoseconds: Int64) { times[row] += nanoseconds }

  private func reserve() {
    guard rows == capacity else { return }
    let (oldCounters, oldTimes) = (counters, times)
    counters = .allocate(capacity: 2 * capacity * width)
    times = .allocate(capacity: 2 * capacity)
    counters.update(from: oldCounters, count: rows * width)
    times.update(from: oldTimes, count: rows)
    RunningNow.follow(self, from: oldCounters + half)
    oldCounters.deallocate()
    oldTimes.deallocate()
    capacity *= 2
  }

  /// Doubles the room for threads, and gives every row its new place.
  private func widen() {
    let (old, before) = (counters, half)
    half = half < 64 ? 2 * half : half + 64
    counters = .allocate(capacity: capacity * width)
    counters.update(repeating: 0, count: rows * width)
    for row in 0..<rows {
      for part in 0...1 {
        (counters + row * width + part * half)
          .update(from: old + (2 * row + part) * before, count: before)
      }
    }
    RunningNow.follow(self, from: old + before)
    old.deallocate()
  }
}
