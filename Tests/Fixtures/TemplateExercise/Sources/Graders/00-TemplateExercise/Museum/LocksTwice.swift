import Interleaving
import TemplateExercise

/// Locks inside of the lock.
struct LocksTwice: TemplateExerciseTask {
  func count(in total: Cell<Int>, with lock: Lock) {
    lock.withLock {
      let before = lock.withLock { total.read() }
      total.write(before + 1)
    }
  }
}
