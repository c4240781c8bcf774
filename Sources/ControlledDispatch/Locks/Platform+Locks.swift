public import Foundation
internal import Interleaving

extension Platform {
  /// What has a lock and gives it back. Ours also knows where it is called; one of the reader's need
  /// not.
  public protocol NSLocking {
    @_disfavoredOverload func lock()
    @_disfavoredOverload func unlock()
    func lock(file: StaticString, line: UInt)
    func unlock(file: StaticString, line: UInt)
  }

  /// A lock that is not recursive.
  public final class NSLock: NSLocking, Sendable {
    private let core: PerRun<Lock>
    private let title = UncheckedVariable<String?>(nil)

    public init(file: StaticString = #fileID, line: UInt = #line) {
      core = .made { $0.lock(named("NSLock", file, line), file: file, line: line) }
    }

    public var name: String? {
      get { title.value }
      set { title.value = newValue }
    }

    public func lock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.lock(file: file, line: line)
    }

    public func unlock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.unlock(file: file, line: line)
    }

    // For protocols of the reader's that ask for these.
    @_disfavoredOverload public func lock() { lock(file: #fileID, line: #line) }

    @_disfavoredOverload public func unlock() { unlock(file: #fileID, line: #line) }

    public func `try`(file: StaticString = #fileID, line: UInt = #line) -> Bool {
      core.current.try(file: file, line: line)
    }

    @_disfavoredOverload public func `try`() -> Bool { self.try(file: #fileID, line: #line) }

    /// Who waits with a deadline may give up at any moment: it takes what is free when it looks.
    public func lock(
      before limit: Date, file: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
      if limit.fromNow != nil { return self.try(file: file, line: line) }
      lock(file: file, line: line)
      return true
    }

    public func withLock<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
      try core.current.withLock(file: file, line: line, body)
    }
  }

  /// A lock that the thread which has it may take again.
  public final class NSRecursiveLock: NSLocking, Sendable {
    private let core: PerRun<RecursiveLock>
    private let title = UncheckedVariable<String?>(nil)

    public init(file: StaticString = #fileID, line: UInt = #line) {
      core = .made {
        $0.recursiveLock(named("NSRecursiveLock", file, line), file: file, line: line)
      }
    }

    public var name: String? {
      get { title.value }
      set { title.value = newValue }
    }

    public func lock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.lock(file: file, line: line)
    }

    public func unlock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.unlock(file: file, line: line)
    }

    // For protocols of the reader's that ask for these.
    @_disfavoredOverload public func lock() { lock(file: #fileID, line: #line) }

    @_disfavoredOverload public func unlock() { unlock(file: #fileID, line: #line) }

    public func `try`(file: StaticString = #fileID, line: UInt = #line) -> Bool {
      core.current.try(file: file, line: line)
    }

    @_disfavoredOverload public func `try`() -> Bool { self.try(file: #fileID, line: #line) }

    public func lock(
      before limit: Date, file: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
      if let time = limit.fromNow {
        return core.current.lock(atMost: time, file: file, line: line)
      }
      lock(file: file, line: line)
      return true
    }

    public func withLock<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
      try core.current.withLock(file: file, line: line, body)
    }
  }

  /// A lock with a condition to wait for.
  public final class NSCondition: NSLocking, Sendable {
    private let core: PerRun<Condition>
    private let title = UncheckedVariable<String?>(nil)

    public init(file: StaticString = #fileID, line: UInt = #line) {
      core = .made { $0.condition(named("NSCondition", file, line), file: file, line: line) }
    }

    public var name: String? {
      get { title.value }
      set { title.value = newValue }
    }

    public func lock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.lock(file: file, line: line)
    }

    public func unlock(file: StaticString = #fileID, line: UInt = #line) {
      core.current.unlock(file: file, line: line)
    }

    // For protocols of the reader's that ask for these.
    @_disfavoredOverload public func lock() { lock(file: #fileID, line: #line) }

    @_disfavoredOverload public func unlock() { unlock(file: #fileID, line: #line) }

    public func wait(file: StaticString = #fileID, line: UInt = #line) {
      core.current.wait(file: file, line: line)
    }

    public func wait(
      until limit: Date, file: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
      if let time = limit.fromNow {
        return core.current.wait(atMost: time, file: file, line: line)
      }
      wait(file: file, line: line)
      return true
    }

    public func signal(file: StaticString = #fileID, line: UInt = #line) {
      core.current.signal(file: file, line: line)
    }

    public func broadcast(file: StaticString = #fileID, line: UInt = #line) {
      core.current.broadcast(file: file, line: line)
    }

    public func withLock<Result>(
      file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
      try core.current.withLock(file: file, line: line, body)
    }
  }
}

extension Platform.NSLocking {
  public func lock(file: StaticString, line: UInt) { (lock as () -> Void)() }

  public func unlock(file: StaticString, line: UInt) { (unlock as () -> Void)() }

  public func lock(_ file: StaticString = #fileID, _ line: UInt = #line) {
    lock(file: file, line: line)
  }

  public func unlock(_ file: StaticString = #fileID, _ line: UInt = #line) {
    unlock(file: file, line: line)
  }

  public func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    lock(file: file, line: line)
    defer { unlock(file: file, line: line) }
    return try body()
  }
}

extension PerRun {
  /// One that a run makes at once, so that it is the same for each first user.
  static func made(_ make: @escaping @Sendable (Runtime) -> Thing) -> PerRun {
    let thing = PerRun(make)
    if Runtime.current.kind == .controlled { _ = thing.current }
    return thing
  }
}

/// What reports call something that has no name of its own: `NSLock of Cache.swift:12`.
func named(_ kind: String, _ file: StaticString, _ line: UInt) -> String {
  "\(kind) of \(SourcePlace(file: file, line: line))"
}

extension Date {
  /// How long it is until then, by the clock that the code itself asks; nil for never.
  var fromNow: Duration? {
    self < .distantFuture ? .seconds(max(0, timeIntervalSinceNow)) : nil
  }
}

extension Platform {
  /// The lock of `objc_sync_enter`, one for each object.
  public static func syncEnter(_ object: Any, file: StaticString = #fileID, line: UInt = #line)
    -> Int32
  {
    syncLocks.current.lock(of: object as AnyObject).lock(file: file, line: line)
    return 0
  }

  public static func syncExit(_ object: Any, file: StaticString = #fileID, line: UInt = #line)
    -> Int32
  {
    syncLocks.current.lock(of: object as AnyObject).unlock(file: file, line: line)
    return 0
  }

  private static let syncLocks = PerRun { _ in SyncLocks() }
}

private final class SyncLocks: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private var locks: [ObjectIdentifier: (object: AnyObject, lock: Platform.NSRecursiveLock)] = [:]

  /// The object is kept with it: another one may not take its place.
  func lock(of object: AnyObject) -> Platform.NSRecursiveLock {
    if let known = locks[ObjectIdentifier(object)] { return known.lock }
    let lock = Platform.NSRecursiveLock()
    locks[ObjectIdentifier(object)] = (object, lock)
    return lock
  }
}
