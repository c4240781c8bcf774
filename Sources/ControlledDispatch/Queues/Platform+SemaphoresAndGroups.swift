public import Dispatch
internal import Interleaving
internal import Synchronization

extension Platform {
  /// A semaphore of Dispatch.
  public final class DispatchSemaphore: Sendable {
    private let semaphore: PerRun<CountingSemaphore>
    /// How many more times it was taken than given.
    private let taken = Synchronization.Atomic(0)

    public convenience init(value: Int, file: StaticString = #fileID, line: UInt = #line) {
      self.init(named("DispatchSemaphore", file, line), value: value, file, line)
    }

    init(
      _ name: String, value: Int, _ file: StaticString = #fileID, _ line: UInt = #line
    ) {
      semaphore = PerRun { $0.semaphore(name, value: value, file: file, line: line) }
    }

    deinit {
      let isOver = Runtime.current.kind == .live || Runtime.current.isUnwinding
      precondition(
        isOver || taken.load(ordering: .relaxed) <= 0,
        "a semaphore is let go of that was taken more often than given")
    }

    public func wait(file: StaticString = #fileID, line: UInt = #line) {
      semaphore.current.wait(file: file, line: line)
      taken.add(1, ordering: .relaxed)
    }

    @discardableResult
    public func wait(
      wallTimeout: DispatchWallTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      wait(timeout: wallTimeout.time, file: file, line: line)
    }

    @discardableResult
    public func wait(
      timeout: DispatchTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      guard let delay = timeout.delay else {
        wait(file: file, line: line)
        return .success
      }
      // What is free is taken. Whether a signal comes before the end of the time is open, as it is
      // on a machine that is busy.
      let isTaken = semaphore.current.wait(atMost: delay, file: file, line: line)
      if isTaken { taken.add(1, ordering: .relaxed) }
      return isTaken ? .success : .timedOut
    }

    @discardableResult
    public func signal(file: StaticString = #fileID, line: UInt = #line) -> Int {
      taken.subtract(1, ordering: .relaxed)
      semaphore.current.signal(file: file, line: line)
      return 0
    }
  }

  /// A group of Dispatch: a waiting thread goes on when as many have left as have entered.
  public final class DispatchGroup: Sendable {
    private struct Members {
      var count = 0
      var waiting: [@Sendable () -> Void] = []
    }

    private let members = PerRun { $0.atomic("members of a group", Members()) }

    public init() {}

    public func enter(file: StaticString = #fileID, line: UInt = #line) {
      members.current.change("changes", file: file, line: line) { $0.count += 1 }
    }

    public func leave(file: StaticString = #fileID, line: UInt = #line) {
      let waiting = members.current.change("changes", file: file, line: line) { members in
        members.count -= 1
        precondition(members.count >= 0, "leave() without enter()")
        guard members.count == 0 else { return [@Sendable () -> Void]() }
        defer { members.waiting = [] }
        return members.waiting
      }
      for go in waiting { go() }
    }

    // As they are handed on: `queue.async(execute: group.leave)`.
    @_disfavoredOverload public func enter() { enter(file: #fileID, line: #line) }

    @_disfavoredOverload public func leave() { leave(file: #fileID, line: #line) }

    /// Calls `go` when the group is empty.
    private func whenEmpty(file: StaticString, line: UInt, _ go: @escaping @Sendable () -> Void) {
      let isEmpty = members.current.change("changes", file: file, line: line) { members in
        if members.count > 0 { members.waiting.append(go) }
        return members.count == 0
      }
      if isEmpty { go() }
    }

    public func wait(file: StaticString = #fileID, line: UInt = #line) {
      _ = wait(timeout: .distantFuture, file: file, line: line)
    }

    @discardableResult
    public func wait(
      timeout: DispatchTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      let empty = Runtime.current.semaphore("end of a group")
      whenEmpty(file: file, line: line) { empty.signal(file: file, line: line) }
      guard let delay = timeout.delay else {
        empty.wait(file: file, line: line)
        return .success
      }
      return empty.wait(atMost: delay, file: file, line: line) ? .success : .timedOut
    }

    @discardableResult
    public func wait(
      wallTimeout: DispatchWallTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      wait(timeout: wallTimeout.time, file: file, line: line)
    }

    public func notify(
      queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line, work: DispatchWorkItem
    ) {
      notify(flags: work.flags, queue: queue, file: file, line: line) { work.perform() }
    }

    public func notify(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
      file: StaticString = #fileID, line: UInt = #line, execute work: @escaping () -> Void
    ) {
      let (work, flags) = (UncheckedBox(work), UncheckedBox(flags))
      whenEmpty(file: file, line: line) {
        queue.async(flags: flags.value, file: file, line: line) { work.value() }
      }
    }
  }

  /// A block that can be waited for, and cancelled before it begins.
  public final class DispatchWorkItem: Sendable {
    private let isBarrier: Bool
    private let block: UncheckedBox<() -> Void>
    private let end = DispatchGroup()
    private let isOff = Flag("whether a work item is cancelled")
    private let hasEnded = Synchronization.Atomic(false)

    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      block: @escaping () -> Void
    ) {
      isBarrier = flags.contains(.barrier)
      self.block = UncheckedBox(block)
      end.enter()
    }

    var flags: DispatchWorkItemFlags { isBarrier ? .barrier : [] }

    public func perform() {
      if !isCancelled { block.value() }
      // It may be performed again; who has waited for it has waited for the first time.
      if !hasEnded.exchange(true, ordering: .relaxed) { end.leave() }
    }

    public func cancel() { isOff.set(true) }
    public var isCancelled: Bool { isOff.isSet }

    public func wait(file: StaticString = #fileID, line: UInt = #line) {
      end.wait(file: file, line: line)
    }

    @discardableResult
    public func wait(
      timeout: DispatchTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      end.wait(timeout: timeout, file: file, line: line)
    }

    @discardableResult
    public func wait(
      wallTimeout: DispatchWallTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      end.wait(timeout: wallTimeout.time, file: file, line: line)
    }

    public func notify(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
      file: StaticString = #fileID, line: UInt = #line, execute work: @escaping () -> Void
    ) {
      end.notify(
        qos: qos, flags: flags, queue: queue, file: file, line: line, execute: work)
    }

    public func notify(
      queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line,
      execute work: DispatchWorkItem
    ) {
      end.notify(queue: queue, file: file, line: line, work: work)
    }
  }
}
