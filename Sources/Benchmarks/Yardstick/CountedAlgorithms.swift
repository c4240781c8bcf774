internal import Interleaving

/// Programs that go on by what they read.
extension CountedProgram {
  static let algorithms: [CountedProgram] =
    [(5, 64), (10, 3_328), (15, 147_456)].map { size, count in
      CountedProgram(name: "lastzero", size: size, executions: count) { lastZero(size, $0) }
    }
    + [(12, 8), (15, 4_096)].map { size, count in
      CountedProgram(name: "indexer", size: size, executions: count) { indexer(size, $0) }
    }
    + [2, 3, 4, 5, 6, 7].map { size in
      CountedProgram(
        name: "lockinc", size: size, executions: (1...size).reduce(1, *)
      ) { lockedIncrements(size, $0) }
    }
    + [CountedProgram(name: "fib_bench", size: 0, executions: 218_243) { fibonacci($0) }]

  /// Each writer reads its neighbour's cell and writes its own; a reader looks for the last zero.
  private static func lastZero(_ size: Int, _ runtime: Runtime) {
    let cells = (0...size).map { runtime.atomic("cell \($0)", 0) }
    runtime.thread("reader") {
      var index = size
      while cells[index].load() != 0 { index -= 1 }
    }
    for index in 1...size {
      runtime.thread("writer \(index)") { cells[index].store(cells[index - 1].load() + 1) }
    }
  }

  /// Four entries of each thread into a table of 128, at the next free place from where they belong.
  private static func indexer(_ threads: Int, _ runtime: Runtime) {
    let size = 128
    let table = (0..<size).map { runtime.atomic("place \($0)", 0) }
    for thread in 0..<threads {
      runtime.thread("T\(thread)") {
        for number in 1...4 {
          let entry = number * 11 + thread
          var place = entry * 7 % size
          while !table[place].compareExchange(expected: 0, desired: entry).exchanged {
            place = (place + 1) % size
          }
        }
      }
    }
  }

  private static func lockedIncrements(_ threads: Int, _ runtime: Runtime) {
    let (lock, x) = (runtime.lock("lock"), runtime.cell("x", 0))
    for number in 1...threads {
      runtime.thread("T\(number)") { lock.withLock { x.write(x.read() + 1) } }
    }
  }

  /// Two threads add each other's number to their own; the third looks how far they have come.
  private static func fibonacci(_ runtime: Runtime) {
    let (x, y) = (runtime.atomic("x", 1), runtime.atomic("y", 1))
    runtime.thread("T1") { for _ in 1...5 { x.store(x.load() + y.load()) } }
    runtime.thread("T2") { for _ in 1...5 { y.store(x.load() + y.load()) } }
    runtime.thread("T3") { if x.load() <= 144 { _ = y.load() } }
  }
}
