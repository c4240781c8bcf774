internal import Interleaving

/// A program with a bug that few of its orders show.
struct RacyProgram {
  let name: String
  let program: @Sendable (Runtime) throws -> Void

  static let all: [RacyProgram] = [
    RacyProgram(name: "lazy01", program: lazy),
    RacyProgram(name: "deadlock01") { philosophers(2, $0) },
    RacyProgram(name: "carter01", program: carter),
    RacyProgram(name: "bluetooth", program: bluetooth),
    RacyProgram(name: "treiber", program: treiber),
    RacyProgram(name: "wronglock(1,1)") { wrongLock(1, $0) },
    RacyProgram(name: "wronglock(1,3)") { wrongLock(3, $0) },
    RacyProgram(name: "twostage(1,1)") { twoStage(1, 1, $0) },
    RacyProgram(name: "twostage(10,10)") { twoStage(10, 10, $0) },
    RacyProgram(name: "reorder(2,1)") { reorder(2, $0) },
    RacyProgram(name: "reorder(9,1)") { reorder(9, $0) },
    RacyProgram(name: "reorder(19,1)") { reorder(19, $0) },
    RacyProgram(name: "philosophers(5)") { philosophers(5, $0) },
    RacyProgram(name: "philosophers(30)") { philosophers(30, $0) },
  ]

  private static func lazy(_ runtime: Runtime) {
    let (lock, data) = (runtime.lock("lock"), runtime.cell("data", 0))
    for number in 1...2 {
      runtime.thread("T\(number)") { lock.withLock { data.write(data.read() + number) } }
    }
    runtime.thread("T3") { lock.withLock { if data.read() >= 3 { runtime.fail("3") } } }
  }

  private static func reorder(_ setters: Int, _ runtime: Runtime) {
    let (a, b) = (runtime.cell("a", 0), runtime.cell("b", 0))
    for number in 1...setters {
      runtime.thread("setter \(number)") {
        a.write(1)
        b.write(-1)
      }
    }
    runtime.thread("checker") {
      let seen = (a.read(), b.read())
      if seen != (0, 0), seen != (1, -1) { runtime.fail("saw \(seen)") }
    }
  }

  private static func twoStage(_ writers: Int, _ readers: Int, _ runtime: Runtime) {
    let (first, second) = (runtime.lock("first"), runtime.lock("second"))
    let (one, two) = (runtime.cell("one", 0), runtime.cell("two", 0))
    for number in 1...writers {
      runtime.thread("writer \(number)") {
        first.withLock { one.write(1) }
        second.withLock { two.write(one.read() + 1) }
      }
    }
    for number in 1...readers {
      runtime.thread("reader \(number)") {
        let seen = first.withLock { one.read() }
        guard seen != 0 else { return }
        if second.withLock({ two.read() }) != seen + 1 { runtime.fail("half done") }
      }
    }
  }

  private static func wrongLock(_ others: Int, _ runtime: Runtime) {
    let (right, wrong) = (runtime.lock("right"), runtime.lock("wrong"))
    let x = runtime.cell("x", 0)
    runtime.thread("checker") {
      right.withLock {
        let before = x.read()
        x.write(before + 1)
        if x.read() != before + 1 { runtime.fail("changed meanwhile") }
      }
    }
    for number in 1...others {
      runtime.thread("T\(number)") { wrong.withLock { x.write(x.read() + 1) } }
    }
  }

  /// Of each group the first one in takes `gate`, and the last one out gives it back.
  private static func carter(_ runtime: Runtime) {
    let (counting, gate) = (runtime.lock("counting"), runtime.lock("gate"))
    for name in ["A", "B"] {
      let inside = runtime.cell("inside \(name)", 0)
      runtime.thread(name) {
        counting.withLock {
          inside.write(inside.read() + 1)
          if inside.read() == 1 { gate.lock() }
        }
        counting.withLock {
          inside.write(inside.read() - 1)
          if inside.read() == 0 { gate.unlock() }
        }
      }
    }
  }

  private static func bluetooth(_ runtime: Runtime) {
    let (stopping, stopped) = (runtime.atomic("stopping", false), runtime.atomic("stopped", false))
    let pending = runtime.atomic("pending", 0)
    runtime.thread("stopper") {
      stopping.store(true)
      while pending.load() != 0 {}
      stopped.store(true)
    }
    runtime.thread("worker") {
      guard !stopping.load() else { return }
      pending.add(1)
      if stopped.load() { runtime.fail("works though everything has stopped") }
      pending.add(-1)
    }
  }

  /// A stack of nodes 1, 2 and 3 whose top is changed by compare-exchange. While T1 is about to put 2
  /// on top, T2 takes 1 and 2 and puts 1 back: the top is the same and the stack another one.
  private static func treiber(_ runtime: Runtime) {
    let top = runtime.atomic("top", 1)
    let next = [0, 2, 3, 0].enumerated().map { runtime.atomic("after \($0)", $1) }
    func pop() -> Int {
      while true {
        let first = top.load()
        guard first != 0 else { return 0 }
        let second = next[first].load()
        if top.compareExchange(expected: first, desired: second).exchanged { return first }
      }
    }
    func push(_ node: Int) {
      while true {
        let first = top.load()
        next[node].store(first)
        if top.compareExchange(expected: first, desired: node).exchanged { return }
      }
    }
    let taken = runtime.cell("taken", 0)
    runtime.thread("T1") { _ = pop() }
    runtime.thread("T2") {
      let one = pop()
      let two = pop()
      push(one)
      taken.write(two)
    }
    runtime.atEnd { if top.load() == taken.value { runtime.fail("a node is there twice") } }
  }

  private static func philosophers(_ count: Int, _ runtime: Runtime) {
    let forks = (0..<count).map { runtime.lock("fork \($0)") }
    for seat in 0..<count {
      runtime.thread("philosopher \(seat)") {
        forks[seat].withLock { forks[(seat + 1) % count].withLock {} }
      }
    }
  }
}
