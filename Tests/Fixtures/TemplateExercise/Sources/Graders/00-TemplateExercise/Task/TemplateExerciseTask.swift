public import Interleaving

/// What an answer has to do.
public protocol TemplateExerciseTask: Sendable {
  init()
  /// Adds one to `total`, on one of several threads; all of them are given the same `lock`.
  func count(in total: Cell<Int>, with lock: Lock)
}
