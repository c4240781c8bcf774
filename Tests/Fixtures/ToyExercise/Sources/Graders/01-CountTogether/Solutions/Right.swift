import CountTogether
import Interleaving

struct LocksBoth: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for _ in 0..<times {
      lock.withLock { total.write(total.read() + 1) }
    }
  }
}

struct Modifies: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for _ in 0..<times {
      lock.withLock { total.modify { $0 += 1 } }
    }
  }
}

/// One thread counts for both, so a single one is never seen.
struct LocksAll: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    lock.withLock {
      guard total.read() == 0 else { return }
      for _ in 0..<(2 * times) { total.modify { $0 += 1 } }
    }
  }
}

struct KeepsMain: CountsTogether {
  func prepare(_ runtime: Runtime) { runtime.spend(.milliseconds(100), "thinks") }

  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    LocksBoth().count(times, in: total, with: lock)
  }
}
