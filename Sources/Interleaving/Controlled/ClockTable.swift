/// The vector clocks of one run: rows of one counter for each thread.
///
/// A row has two halves. The *order* half knows every pair of dependent operations, also two
/// writes of one cell; the explorer swaps what it leaves unordered. The *sync* half knows only
/// what a program may rely on (locks, queues, signals, start and end of threads); an access that
/// it leaves unordered is a data race. A row also carries the virtual time.
final class ClockTable {
  typealias Row = Int

  private static let half = ThreadSet.limit
  private static let width = 2 * half
  private var counters: UnsafeMutablePointer<Int16>
  private var times: UnsafeMutablePointer<Int64>
  private var capacity = 256
  private(set) var rows = 0
  /// How many threads the run has so far; the columns beyond are all zero.
  var threads = 0

  init() {
    counters = .allocate(capacity: capacity * Self.width)
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

  /// A new row of zeros.
  func make() -> Row {
    reserve()
    counters.advanced(by: rows * Self.width).update(repeating: 0, count: Self.width)
    times[rows] = 0
    rows += 1
    return rows - 1
  }

  /// A new row with the contents of `row`.
  func copy(_ row: Row) -> Row {
    reserve()
    counters.advanced(by: rows * Self.width)
      .update(from: counters + row * Self.width, count: Self.width)
    times[rows] = times[row]
    rows += 1
    return rows - 1
  }

  func clear(_ row: Row) {
    counters.advanced(by: row * Self.width).update(repeating: 0, count: Self.width)
    times[row] = 0
  }

  /// Everything before `other` is now before `row`.
  func join(_ row: Row, _ other: Row) {
    joinOrder(row, other)
    joinSync(row, other)
  }

  /// The same in the sync half only.
  func joinSync(_ row: Row, _ other: Row) {
    let (one, two) = (counters + row * Self.width, counters + other * Self.width)
    for column in Self.half..<(Self.half + threads) where two[column] > one[column] {
      one[column] = two[column]
    }
    if times[other] > times[row] { times[row] = times[other] }
  }

  /// The same in the order half only.
  func joinOrder(_ row: Row, _ other: Row) {
    let (one, two) = (counters + row * Self.width, counters + other * Self.width)
    for column in 0..<threads where two[column] > one[column] { one[column] = two[column] }
  }

  /// `row` relies on nothing any more but on what `thread` did itself.
  func forgetSync(_ row: Row, but thread: Int) {
    let counters = counters + row * Self.width + Self.half
    for column in 0..<threads where column != thread { counters[column] = 0 }
  }

  func order(_ row: Row, _ thread: Int) -> Int16 { counters[row * Self.width + thread] }
  func sync(_ row: Row, _ thread: Int) -> Int16 { counters[row * Self.width + Self.half + thread] }
  func tickOrder(_ row: Row, _ thread: Int) { counters[row * Self.width + thread] += 1 }
  func tickSync(_ row: Row, _ thread: Int) {
    counters[row * Self.width + Self.half + thread] += 1
  }
  func time(_ row: Row) -> Int64 { times[row] }
  func advance(_ row: Row, by nanoseconds: Int64) { times[row] += nanoseconds }

  private func reserve() {
    guard rows == capacity else { return }
    let (oldCounters, oldTimes) = (counters, times)
    counters = .allocate(capacity: 2 * capacity * Self.width)
    times = .allocate(capacity: 2 * capacity)
    counters.update(from: oldCounters, count: capacity * Self.width)
    times.update(from: oldTimes, count: capacity)
    oldCounters.deallocate()
    oldTimes.deallocate()
    capacity *= 2
  }
}
