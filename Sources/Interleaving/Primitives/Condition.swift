/// A lock with a condition to wait for while it is given back: what `NSCondition` is.
///
/// Waiting is always a loop: `while !isReady { condition.wait() }`. A signal wakes the thread that
/// has waited longest, and one that no thread waits for is lost. ``WeakerPromise`` has what POSIX allows
/// beside that.
public final class Condition: Sendable {
  fileprivate struct State {
    var owner: ThreadIdentity?
    /// Numbers of those who wait, in the order in which they came.
    var waiting: [Int] = []
    var signalled: Set<Int> = []
    /// Signals that any one of these may take.
    var open: [Set<Int>] = []
    /// Threads whose wait has ended early once.
    var early: Set<ThreadIdentity> = []
    var count = 0

    mutating func take(by thread: ThreadIdentity) -> Bool {
      guard owner == nil else { return false }
      owner = thread
      return true
    }

    /// Whether the one of that number goes on.
    mutating func wakes(_ number: Int) -> Bool {
      if signalled.remove(number) != nil { return true }
      guard let index = open.firstIndex(where: { $0.contains(number) }) else { return false }
      open.remove(at: index)
      leave(number)
      return true
    }

    func mayWake(_ number: Int) -> Bool {
      signalled.contains(number) || open.contains { $0.contains(number) }
    }

    mutating func leave(_ number: Int) {
      waiting.removeAll { $0 == number }
      // Signals that this one could have taken are for the others.
      for index in open.indices { open[index].remove(number) }
      open.removeAll(where: \.isEmpty)
    }

    /// Wakes any one of those that wait and that no other signal will wake.
    mutating func signalAnyOne() {
      if waiting.count > open.count { open.append(Set(waiting)) }
    }

    mutating func signal(_ number: Int) {
      for waiter in waiting.prefix(number) { signalled.insert(waiter) }
      waiting.removeFirst(min(number, waiting.count))
    }
  }

  private let monitor: Monitor<State>

  fileprivate init(_ name: String, in runtime: Runtime, at place: SourcePlace) {
    monitor = Monitor(name, "condition", State(), in: runtime, at: place)
  }

  /// Its name in reports.
  public var name: String { monitor.name }

  /// Waits until the condition's lock is free and takes it.
  public func lock(file: StaticString = #fileID, line: UInt = #line) {
    take(at: SourcePlace(file: file, line: line))
  }

  private func take(at place: SourcePlace) {
    let thread = ThreadState.identity
    monitor.wait("takes lock \(name)", for: .lock(name: name), at: place) {
      $0.take(by: thread)
    }
    monitor.hold(at: place)
  }

  /// Gives the condition's lock back.
  public func unlock(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    monitor.release()
    let isMistaken = monitor.change("gives lock \(name) back", at: place) { state in
      guard state.owner == ThreadState.identity else { return true }
      state.owner = nil
      return false
    }
    if isMistaken { monitor.refuse("unlocks \(name), which it does not hold", at: place) }
  }

  /// Runs the body while holding the condition's lock.
  ///
  /// ```swift
  /// condition.withLock {
  ///   while items.isEmpty { condition.wait() }
  ///   use(items.removeFirst())
  /// }
  /// ```
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

  /// Gives the lock back, waits for a signal, and takes the lock again.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    if mayWakeEarly {
      let words = "wakes early, without a signal of condition \(name)"
      _ = wait(atMost: .nanoseconds(1), at: place, words)
      return
    }
    nonisolated(unsafe) var number = 0
    monitor.release()
    if monitor.runtime.core.allows(.anyWaiterWakes) {
      // All that the signal may wake are awake, and the first one to take it goes on.
      monitor.wait(
        "waits for condition \(name)", for: want, at: place, first: { number = $0.wait() },
        until: { $0.mayWake(number) })
      let words = "is woken at condition \(name)"
      while !monitor.change(words, at: place, { $0.wakes(number) }) {
        monitor.wait(
          "waits for condition \(name)", for: want, at: place, until: { $0.mayWake(number) })
      }
    } else {
      monitor.wait(
        "waits for condition \(name)", for: want, at: place, first: { number = $0.wait() },
        until: { $0.wakes(number) })
    }
    // The thread that signalled, or any other, may take the lock first.
    take(at: place)
  }

  /// Whether the wait that begins now may end without a signal. The thread has the lock.
  private var mayWakeEarly: Bool {
    guard monitor.runtime.core.allows(.earlyWakeUps) else { return false }
    let thread = ThreadState.identity
    return monitor.look { !$0.early.contains(thread) }
  }

  /// The same for so long at most; false if no signal came.
  ///
  /// - Parameters:
  ///   - limit: How long at the most, in the time of the runtime.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Whether a signal came.
  public func wait(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    wait(atMost: limit, at: SourcePlace(file: file, line: line), nil)
  }

  private func wait(atMost limit: Duration, at place: SourcePlace, _ words: String?) -> Bool {
    nonisolated(unsafe) var number = 0
    let thread = ThreadState.identity
    monitor.release()
    let isSignalled = monitor.wait(
      "waits for condition \(name)", for: want, atMost: limit, at: place,
      first: { number = $0.wait() }, until: { $0.wakes(number) }, orElse: words,
      givingUp: { state in
        if words != nil { state.early.insert(thread) }
        state.leave(number)
      })
    take(at: place)
    return isSignalled
  }

  private var want: Want { .completion(name: "a signal of condition \(name)") }

  /// Wakes the thread that has waited longest.
  public func signal(file: StaticString = #fileID, line: UInt = #line) {
    let wakesAny = monitor.runtime.core.allows(.anyWaiterWakes)
    monitor.change("signals condition \(name)", at: SourcePlace(file: file, line: line)) {
      if wakesAny { $0.signalAnyOne() } else { $0.signal(1) }
    }
  }

  /// Wakes everybody who waits.
  public func broadcast(file: StaticString = #fileID, line: UInt = #line) {
    monitor.change("wakes all at condition \(name)", at: SourcePlace(file: file, line: line)) {
      $0.open = []
      $0.signal($0.waiting.count)
    }
  }
}

extension Condition.State {
  fileprivate mutating func wait() -> Int {
    owner = nil
    count += 1
    waiting.append(count)
    return count
  }
}

extension Runtime {
  /// A new lock with a condition.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func condition(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Condition {
    Condition(name, in: self, at: SourcePlace(file: file, line: line))
  }
}
