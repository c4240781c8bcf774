/// A lock that the thread which has it may take again; it is free when it was given back as often.
public final class RecursiveLock: Sendable {
  private struct State {
    var owner: ThreadIdentity?
    var depth = 0

    mutating func take(by thread: ThreadIdentity) -> Bool {
      guard owner == nil || owner == thread else { return false }
      owner = thread
      depth += 1
      return true
    }
  }

  private let monitor: Monitor<State>

  fileprivate init(_ name: String, in runtime: Runtime, at place: SourcePlace) {
    monitor = Monitor(name, "lock", State(), in: runtime, at: place)
  }

  /// Its name in reports.
  public var name: String { monitor.name }

  /// Takes the lock, once more if the thread has it already.
  public func lock(file: StaticString = #fileID, line: UInt = #line) {
    let (place, thread) = (SourcePlace(file: file, line: line), ThreadState.identity)
    monitor.wait("takes lock \(name)", for: .lock(name: name), at: place) {
      $0.take(by: thread)
    }
    monitor.hold(at: place)
  }

  /// Takes the lock if no other thread has it.
  ///
  /// - Returns: Whether the thread has the lock now.
  public func `try`(file: StaticString = #fileID, line: UInt = #line) -> Bool {
    let place = SourcePlace(file: file, line: line)
    let thread = ThreadState.identity
    let isTaken = monitor.attempt("tries to take lock \(name)", at: place) {
      $0.take(by: thread)
    }
    if isTaken { monitor.hold(at: place) }
    return isTaken
  }

  /// Waits for it so long at most.
  ///
  /// - Parameters:
  ///   - limit: How long at the most, in the time of the runtime.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Whether the thread has the lock now.
  public func lock(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let (place, thread) = (SourcePlace(file: file, line: line), ThreadState.identity)
    let isTaken = monitor.wait(
      "takes lock \(name)", for: .lock(name: name), atMost: limit, at: place,
      until: { $0.take(by: thread) })
    if isTaken { monitor.hold(at: place) }
    return isTaken
  }

  /// Gives the lock back, once for each time it was taken.
  public func unlock(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    monitor.release()
    let isMistaken = monitor.change("gives lock \(name) back", at: place) { state in
      guard state.owner == ThreadState.identity else { return true }
      state.depth -= 1
      if state.depth == 0 { state.owner = nil }
      return false
    }
    if isMistaken { monitor.refuse("unlocks \(name), which it does not hold", at: place) }
  }

  /// Runs the body while holding the lock.
  ///
  /// - Parameters:
  ///   - body: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is given back.
  public func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    lock(file: file, line: line)
    defer { unlock(file: file, line: line) }
    return try body()
  }
}

extension Runtime {
  /// A new lock that its thread may take more than once.
  ///
  /// ```swift
  /// let lock = runtime.recursiveLock("model")
  /// lock.withLock { lock.withLock { model.update() } }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func recursiveLock(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> RecursiveLock {
    RecursiveLock(name, in: self, at: SourcePlace(file: file, line: line))
  }
}
