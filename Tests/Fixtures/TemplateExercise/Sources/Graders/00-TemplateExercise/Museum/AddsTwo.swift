import Interleaving
import TemplateExercise

/// Adds two to be sure.
struct AddsTwo: TemplateExerciseTask {
  func count(in total: Cell<Int>, with lock: Lock) {
    lock.withLock { total.write(total.read() + 2) }
  }
}
