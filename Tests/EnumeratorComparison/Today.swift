public import IndependentEnumerator

/// What the engine is known not to do yet. Each line that goes away makes the comparison stricter.
public enum Today {
  /// Families in which the engine misses orders, and what it is that it misses.
  public static func missing(in family: Family) -> String? {
    switch family {
    case .streams, .mixed:
      "what a stream is given by a thread and by a task comes in one order only"
    default: nil
    }
  }
}
