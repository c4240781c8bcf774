// What a lock made of a monitor says of itself besides its steps: who holds it, which reports of
// deadlocks need, and what comes before what, which the race detector needs.

extension Monitor {
  /// The calling thread has it now, and relies on what was done before it was given back.
  func hold(at place: SourcePlace) {
    runtime.core.take(resource)
    runtime.core.hold(resource, at: place)
  }

  /// The calling thread is about to give it back.
  func release() {
    runtime.core.letGo(resource)
    runtime.core.give(resource)
  }

  /// The calling thread did something that it must not do.
  func refuse(_ what: String, at place: SourcePlace) {
    guard !runtime.isUnwinding else { return }
    runtime.core.fail("\(Runtime.nameOfThread ?? "a thread") \(what)", at: place)
  }
}
