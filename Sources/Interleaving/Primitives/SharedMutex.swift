/// A value that one thread at a time may touch: what `Mutex` of the standard library is, and seen by
/// the scheduler.
public final class SharedMutex<Value>: @unchecked Sendable {
  // @unchecked Sendable because `value` is touched only while `lock` is held.
  private let lock: Lock
  private var value: Value

  fileprivate init(_ lock: Lock, _ value: Value) {
    self.lock = lock
    self.value = value
  }

  /// Its name in reports.
  public var name: String { lock.name }

  /// Holds the lock while `body` runs. Not recursive.
  ///
  /// - Parameters:
  ///   - body: Gets the value to read and change.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; what it changed by then stays.
  public func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock(file: file, line: line) { try body(&value) }
  }

  /// The same if the lock is free; else nil.
  ///
  /// - Parameters:
  ///   - body: Gets the value to read and change.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `body` returns; nil if another thread has the lock.
  /// - Throws: What `body` throws; what it changed by then stays.
  public func withLockIfAvailable<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    guard lock.try(file: file, line: line) else { return nil }
    defer { lock.unlock(file: file, line: line) }
    return try body(&value)
  }
}

extension Runtime {
  /// A new value behind a lock.
  ///
  /// ```swift
  /// let rooms = runtime.mutex("rooms", ["lobby"])
  /// rooms.withLock { $0.append("garden") }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - value: What is in it first.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func mutex<Value>(
    _ name: String, _ value: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> SharedMutex<Value> {
    SharedMutex(lock(name, file: file, line: line), value)
  }
}
