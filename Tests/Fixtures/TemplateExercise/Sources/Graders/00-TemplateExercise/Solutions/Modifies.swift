import Interleaving
import TemplateExercise

/// Reading and writing are one step.
struct Modifies: TemplateExerciseTask {
  func count(in total: Cell<Int>, with lock: Lock) {
    total.modify { $0 += 1 }
  }
}
