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
