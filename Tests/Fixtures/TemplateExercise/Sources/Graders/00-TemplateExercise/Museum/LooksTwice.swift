import Interleaving
import TemplateExercise

/// Looks a second time before it writes.
struct LooksTwice: TemplateExerciseTask {
  func count(in total: Cell<Int>, with lock: Lock) {
    let before = total.read()
    if total.read() == before { total.write(before + 1) }
  }
}
