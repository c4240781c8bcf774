internal import Interleaving

extension Platform {
  /// `Mutex` of the standard library.
  public struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    private let guarded: Guarded<Value>

    public init(
      _ value: consuming sending Value, file: StaticString = #fileID, line: UInt = #line
    ) {
      guarded = Guarded(value, named("Mutex", file, line), file, line)
    }

    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      file: StaticString = #fileID, line: UInt = #line,
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      guarded.lock.current.lock(file: file, line: line)
      defer { guarded.lock.current.unlock(file: file, line: line) }
      return try body(&guarded.pointer.pointee)
    }

    public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      file: StaticString = #fileID, line: UInt = #line,
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      guard guarded.lock.current.try(file: file, line: line) else { return nil }
      defer { guarded.lock.current.unlock(file: file, line: line) }
      return try body(&guarded.pointer.pointee)
    }
  }

  /// `OSAllocatedUnfairLock` of Apple's `os`, which Linux lacks.
  public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // @unchecked Sendable because the state is touched only while the lock is held.
    private let guarded: Guarded<State>

    public init(
      uncheckedState state: State, file: StaticString = #fileID, line: UInt = #line
    ) {
      guarded = Guarded(state, named("OSAllocatedUnfairLock", file, line), file, line)
    }

    public init(initialState: State, file: StaticString = #fileID, line: UInt = #line) {
      self.init(uncheckedState: initialState, file: file, line: line)
    }

    public func withLock<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: (inout State) throws -> Result
    ) rethrows -> Result {
      try withLockUnchecked(file: file, line: line, body)
    }

    public func withLockUnchecked<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: (inout State) throws -> Result
    ) rethrows -> Result {
      guarded.lock.current.lock(file: file, line: line)
      defer { guarded.lock.current.unlock(file: file, line: line) }
      return try body(&guarded.pointer.pointee)
    }

    public func withLockIfAvailable<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
      guard guarded.lock.current.try(file: file, line: line) else { return nil }
      defer { guarded.lock.current.unlock(file: file, line: line) }
      return try body(&guarded.pointer.pointee)
    }
  }
}

extension Platform.OSAllocatedUnfairLock where State == Void {
  public init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(uncheckedState: (), file: file, line: line)
  }

  public func lock(file: StaticString = #fileID, line: UInt = #line) {
    guarded.lock.current.lock(file: file, line: line)
  }

  public func unlock(file: StaticString = #fileID, line: UInt = #line) {
    guarded.lock.current.unlock(file: file, line: line)
  }

  @_disfavoredOverload public func lock() { lock(file: #fileID, line: #line) }

  @_disfavoredOverload public func unlock() { unlock(file: #fileID, line: #line) }

  public func lockIfAvailable(file: StaticString = #fileID, line: UInt = #line) -> Bool {
    guarded.lock.current.try(file: file, line: line)
  }

  public func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try withLockUnchecked(file: file, line: line) { _ in try body() }
  }
}

extension Platform {
  /// `os_unfair_lock` of Apple's C. It is made where it begins, so it stays one lock wherever it lies;
  /// Apple's is one only at an address of its own.
  public struct CUnfairLock: Sendable {
    private let core: OSAllocatedUnfairLock<Void>

    public init(file: StaticString = #fileID, line: UInt = #line) {
      core = OSAllocatedUnfairLock(uncheckedState: (), file: file, line: line)
    }

    public func lock(file: StaticString, line: UInt) { core.lock(file: file, line: line) }

    public func unlock(file: StaticString, line: UInt) { core.unlock(file: file, line: line) }

    public func lockIfAvailable(file: StaticString, line: UInt) -> Bool {
      core.lockIfAvailable(file: file, line: line)
    }
  }
}

/// A value and its lock.
final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  // @unchecked Sendable because the value is touched only while the lock is held.
  let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  let lock: PerRun<Lock>

  init(_ value: consuming Value, _ name: String, _ file: StaticString, _ line: UInt) {
    lock = .made { $0.lock(name, file: file, line: line) }
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
