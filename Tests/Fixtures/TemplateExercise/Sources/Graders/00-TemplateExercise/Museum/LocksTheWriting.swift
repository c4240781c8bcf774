import Interleaving
import TemplateExercise

/// Locks the writing alone.
struct LocksTheWriting: TemplateExerciseTask {
  func count(in total: Cell<Int>, with lock: Lock) {
    let before = total.read()
    lock.withLock { total.write(before + 1) }
  }
}
