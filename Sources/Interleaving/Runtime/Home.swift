/// Which runtime a thing belongs to, and where it was made.
///
/// A thing that outlives its exploration, or was made by the live runtime, is not the scheduler's to
/// order: inside another exploration its operations would go by unseen.
struct Home: Sendable {
  /// The number of its runtime; 0 is the live one.
  let runtime: Int
  let kind: StaticString
  let place: SourcePlace

  /// Tells the run that the calling thread is part of, if the thing belongs elsewhere.
  @inline(__always)
  func check(_ name: @autoclosure () -> String, at user: SourcePlace) {
    guard let thread = ThreadState.virtual, thread.runtime != runtime else { return }
    thread.core.noteStranger(
      "\(kind) \(name())", of: runtime == 0 ? "the live runtime" : "another run",
      madeAt: place, usedAt: user, by: thread)
  }
}
