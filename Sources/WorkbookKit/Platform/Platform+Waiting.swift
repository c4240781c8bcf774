public import Dispatch
internal import Interleaving
internal import Synchronization

extension Platform {
  /// A semaphore of Dispatch.
  public final class DispatchSemaphore: Sendable {
    private let semaphore: PerRun<CountingSemaphore>

    public init(value: Int) { semaphore = PerRun { $0.semaphore("semaphore", value: value) } }

    public func wait(file: StaticString = #fileID, line: UInt = #line) {
      semaphore.current.wait(file: file, line: line)
    }

    @discardableResult
    public func wait(
      timeout: DispatchTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      TimedWait.wait(semaphore.current, timeout.delay, file: file, line: line)
        ? .success : .timedOut
    }

    @discardableResult
    public func signal(file: StaticString = #fileID, line: UInt = #line) -> Int {
      semaphore.current.signal(file: file, line: line)
      return 0
    }
  }

  /// A group of Dispatch: whoever waits goes on when as many have left as have entered.
  public final class DispatchGroup: Sendable {
    private struct Members {
      var count = 0
      var waiting: [@Sendable () -> Void] = []
    }

    private let members = PerRun { UncheckedBox($0.cell("members of a group", Members())) }

    public init() {}

    public func enter(file: StaticString = #fileID, line: UInt = #line) {
      members.current.value.modify(file: file, line: line) { $0.count += 1 }
    }

    public func leave(file: StaticString = #fileID, line: UInt = #line) {
      let waiting = members.current.value.modify(file: file, line: line) { members in
        members.count -= 1
        precondition(members.count >= 0, "leave() without enter()")
        guard members.count == 0 else { return [@Sendable () -> Void]() }
        defer { members.waiting = [] }
        return members.waiting
      }
      for go in waiting { go() }
    }

    /// Calls `go` when nobody is in the group.
    private func whenEmpty(file: StaticString, line: UInt, _ go: @escaping @Sendable () -> Void) {
      let isEmpty = members.current.value.modify(file: file, line: line) { members in
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
      return TimedWait.wait(empty, timeout.delay, file: file, line: line) ? .success : .timedOut
    }

    public func notify(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: Queue,
      file: StaticString = #fileID, line: UInt = #line, execute work: @escaping () -> Void
    ) {
      let work = UncheckedBox(work)
      whenEmpty(file: file, line: line) {
        queue.async(file: file, line: line) { work.value() }
      }
    }
  }

  /// A block that can be waited for, and cancelled before it begins.
  public final class DispatchWorkItem: Sendable {
    private let isBarrier: Bool
    private let block: UncheckedBox<() -> Void>
    private let end = DispatchGroup()
    private let isOff = Atomic(false)

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
      end.leave()
    }

    public func cancel() { isOff.store(true, ordering: .relaxed) }
    public var isCancelled: Bool { isOff.load(ordering: .relaxed) }

    public func wait(file: StaticString = #fileID, line: UInt = #line) {
      end.wait(file: file, line: line)
    }

    @discardableResult
    public func wait(
      timeout: DispatchTime, file: StaticString = #fileID, line: UInt = #line
    ) -> DispatchTimeoutResult {
      end.wait(timeout: timeout, file: file, line: line)
    }

    public func notify(
      queue: Queue, file: StaticString = #fileID, line: UInt = #line,
      execute work: @escaping () -> Void
    ) {
      end.notify(queue: queue, file: file, line: line, execute: work)
    }
  }

  /// A lock that is not recursive.
  public final class NSLock: Sendable {
    private let core = PerRun { $0.lock("lock") }

    public init() {}

    public func lock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.lock(file: file, line: line)
    }

    public func unlock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.unlock(file: file, line: line)
    }

    public func withLock<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
      try core.current.withLock(file: file, line: line, body)
    }
  }
}

/// Carries something from one thread of a run to another.
struct UncheckedBox<Value>: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time; whether the program may share
  // the value is what the run is to show.
  let value: Value
  init(_ value: Value) { self.value = value }
}
