internal import Dispatch
internal import Synchronization

extension [Experiment] {
  /// Explores all of them, as many at a time as there are processors. What is found does not depend
  /// on it: each exploration has threads of its own.
  public func explored(forStory: Bool = false) throws -> [ExperimentResult] {
    let found = Mutex<[Int: Result<ExperimentResult, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { try self[index].explore(forStory: forStory) }
      found.withLock { $0[index] = result }
    }
    return try found.withLock { found in try indices.map { try found[$0]!.get() } }
  }
}
