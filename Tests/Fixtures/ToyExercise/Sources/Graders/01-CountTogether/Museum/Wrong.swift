import CountTogether
import Interleaving

struct LocksWriting: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for _ in 0..<times {
      let count = total.read()
      lock.withLock { total.write(count + 1) }
    }
  }
}

struct AddsAtOnce: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    lock.withLock { total.modify { $0 += times } }
  }
}

struct LocksTwice: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    lock.withLock {
      for _ in 0..<times {
        lock.withLock { total.write(total.read() + 1) }
      }
    }
  }
}

struct TakesManySteps: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for step in 0..<(6 * times) {
      lock.withLock { total.modify { $0 += step % 6 == 0 ? 1 : 0 } }
    }
  }
}
