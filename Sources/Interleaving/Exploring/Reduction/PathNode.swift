extension DepthFirst {
  /// A step on the path that is being explored.
  struct Node: Codable {
    let enabled: ThreadSet
    let current: UInt16
    var chosen: UInt16
    var signature: Signature
    /// Threads that need no (further) try here.
    var asleep: ThreadSet
    /// Preemptions on the way here, this step not included.
    let preemptions: Int
    /// Those asleep because the part of the exploration keeps them back: in its schedules others come
    /// first.
    var heldBack: ThreadSet

    /// Whether it takes the turn from a thread that could have gone on.
    var isPreemption: Bool { chosen != current && enabled.contains(Int(current)) }
  }
}
