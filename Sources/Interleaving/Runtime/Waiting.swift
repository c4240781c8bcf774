/// A mutual-exclusion lock. It is not recursive.
public final class Lock: Sendable {
  public let name: String
  let core: any LockCore

  init(name: String, core: any LockCore) {
    self.name = name
    self.core = core
  }

  public func lock(file: StaticString = #fileID, line: UInt = #line) {
    core.lock(at: SourcePlace(file: file, line: line))
  }

  public func unlock(file: StaticString = #fileID, line: UInt = #line) {
    core.unlock(at: SourcePlace(file: file, line: line))
  }

  /// Holds the lock while `body` runs.
  public func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    lock(file: file, line: line)
    defer { unlock(file: file, line: line) }
    return try body()
  }
}

/// A counting semaphore.
public final class Semaphore: Sendable {
  public let name: String
  let core: any SemaphoreCore

  init(name: String, core: any SemaphoreCore) {
    self.name = name
    self.core = core
  }

  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    core.wait(at: SourcePlace(file: file, line: line))
  }

  public func signal(file: StaticString = #fileID, line: UInt = #line) {
    core.signal(at: SourcePlace(file: file, line: line))
  }
}

/// A condition that becomes true once and stays true.
public final class Completion: Sendable {
  public let name: String
  let core: any CompletionCore

  init(name: String, core: any CompletionCore) {
    self.name = name
    self.core = core
  }

  /// Returns once `complete` has been called.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    core.wait(at: SourcePlace(file: file, line: line))
  }

  /// Lets everybody who waits, now or later, go on. Calling it again changes nothing.
  public func complete(file: StaticString = #fileID, line: UInt = #line) {
    core.complete(at: SourcePlace(file: file, line: line))
  }

  public var isComplete: Bool { core.isComplete }
}

/// A thread that was started; `join` waits for its end.
public final class ThreadHandle: Sendable {
  public let name: String
  let ended: Completion

  init(name: String, ended: Completion) {
    self.name = name
    self.ended = ended
  }

  public func join(file: StaticString = #fileID, line: UInt = #line) {
    ended.wait(file: file, line: line)
  }
}
