import Interleaving
import TemplateExercise

/// Locks each step.
struct LocksEachStep: TemplateExerciseTask {
  func count(in total: Cell<Int>, with lock: Lock) {
    let before = lock.withLock { total.read() }
    lock.withLock { total.write(before + 1) }
  }
}
