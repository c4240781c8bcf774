/// A mutual-exclusion lock. It is not recursive.
public final class Lock: Sendable {
  /// Its name in reports.
  public let name: String
  let core: any LockCore
  private let home: Home

  init(name: String, core: any LockCore, home: Home) {
    self.name = name
    self.core = core
    self.home = home
  }

  /// Waits until the lock is free and takes it.
  public func lock(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.lock(at: place)
  }

  /// Takes the lock if it is free.
  ///
  /// - Returns: Whether the thread has the lock now.
  public func `try`(file: StaticString = #fileID, line: UInt = #line) -> Bool {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    return core.try(at: place)
  }

  /// Gives the lock back.
  public func unlock(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.unlock(at: place)
  }

  /// Holds the lock while `body` runs.
  ///
  /// ```swift
  /// lock.withLock { images.removeAll() }
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
}

/// A counting semaphore.
public final class CountingSemaphore: Sendable {
  /// Its name in reports.
  public let name: String
  let core: any SemaphoreCore
  private let home: Home

  init(name: String, core: any SemaphoreCore, home: Home) {
    self.name = name
    self.core = core
    self.home = home
  }

  /// Waits until the count is above 0 and lowers it.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.wait(at: place)
  }

  /// Waits for so long at most; false if no signal came.
  public func wait(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    return core.wait(atMost: limit, at: place)
  }

  /// Raises the count and lets one waiter go on.
  public func signal(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.signal(at: place)
  }
}

/// A condition that becomes true once and stays true.
public final class Completion: Sendable {
  /// Its name in reports.
  public let name: String
  let core: any CompletionCore
  private let home: Home

  init(name: String, core: any CompletionCore, home: Home) {
    self.name = name
    self.core = core
    self.home = home
  }

  /// Returns once `complete` has been called.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.wait(at: place)
  }

  /// Waits for so long at most; false if that was too short.
  public func wait(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    return core.wait(atMost: limit, at: place)
  }

  /// Lets everybody who waits, now or later, go on. Calling it again changes nothing.
  public func complete(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.complete(at: place)
  }

  /// Whether it was completed. A scheduling point.
  public var isComplete: Bool { core.isComplete }
}

/// A thread that was started; `join` waits for its end.
public final class ThreadHandle: Sendable {
  /// The name of the thread.
  public let name: String
  let ended: Completion

  init(name: String, ended: Completion) {
    self.name = name
    self.ended = ended
  }

  /// Waits until the thread has ended.
  public func join(file: StaticString = #fileID, line: UInt = #line) {
    ended.wait(file: file, line: line)
  }
}
