public import IndependentEnumerator

/// What the engine is known not to do yet. Each line that goes away makes the comparison stricter.
public enum Today {
  /// Families in which the engine misses orders, and what it is that it misses.
  public static func missing(in family: Family) -> String? {
    switch family {
    case .threads, .queues, .main, .tasks, .actors, .callbacks, .mainActor, .timers: nil
    case .streams, .mixed:
      "what a stream is given by a thread and by a task comes in one order only"
    }
  }

  /// Whether signals of one semaphore, and completions of one completion, commute. While the engine
  /// runs them in every order, either will do.
  static let relations = [true, false]

  /// Whether a schedule of the engine is what the enumerator counts as one.
  static func countsClasses(of family: Family) -> Bool {
    switch family {
    case .threads, .queues, .main, .tasks, .callbacks: true
    case .actors, .mainActor, .streams, .timers, .mixed: false
    }
  }
}
