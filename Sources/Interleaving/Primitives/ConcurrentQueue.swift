/// A queue that runs several blocks at a time, begun in the order in which they came. A *barrier* runs
/// alone: after everything that came before it, and before everything that comes after.
///
/// Each block has a thread of its own; Dispatch lends one, of which there are as many as needed.
public final class ConcurrentQueue: Sendable {
  private let order: ReadWriteLock

  fileprivate init(_ name: String, in runtime: Runtime, at place: SourcePlace) {
    order = ReadWriteLock(name, "queue", isInTurn: true, in: runtime, at: place)
  }

  /// Its name in reports.
  public var name: String { order.name }

  /// Enqueues `block` and returns at once.
  ///
  /// - Parameters:
  ///   - isBarrier: Whether it runs alone: after what came before it, and before what comes after.
  ///   - block: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func async(
    isBarrier: Bool = false, file: StaticString = #fileID, line: UInt = #line,
    _ block: sending @escaping () -> Void
  ) {
    let place = SourcePlace(file: file, line: line)
    let (order, turn) = (order, enter(isBarrier, "enqueues", at: place))
    _ = order.monitor.runtime.core.startThread("\(name) block", at: place) {
      turn?.wait(at: place)
      order.begin(toWrite: isBarrier, at: place)
      block()
      order.unlock(at: place)
    }
  }

  /// Runs `block` on the calling thread when its turn has come.
  ///
  /// - Parameters:
  ///   - isBarrier: Whether it runs alone: after what came before it, and before what comes after.
  ///   - block: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `block` returns.
  /// - Throws: What `block` throws.
  public func sync<Result>(
    isBarrier: Bool = false, file: StaticString = #fileID, line: UInt = #line,
    _ block: () throws -> Result
  ) rethrows -> Result {
    let place = SourcePlace(file: file, line: line)
    enter(isBarrier, "waits for", at: place)?.wait(at: place)
    order.begin(toWrite: isBarrier, at: place)
    defer { order.unlock(at: place) }
    return try block()
  }

  private func enter(
    _ isBarrier: Bool, _ verb: String, at place: SourcePlace
  ) -> Monitor<ReadWriteLock.State>.Waiter? {
    order.enter(
      toWrite: isBarrier, "\(verb) a \(isBarrier ? "barrier" : "block") on queue \(name)",
      for: .turn(queue: name), at: place)
  }
}

extension Runtime {
  /// A new queue that runs blocks side by side.
  ///
  /// ```swift
  /// let queue = runtime.concurrentQueue("rooms")
  /// let count = queue.sync { rooms.count }
  /// queue.async(isBarrier: true) { rooms.removeAll() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func concurrentQueue(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> ConcurrentQueue {
    ConcurrentQueue(name, in: self, at: SourcePlace(file: file, line: line))
  }
}
