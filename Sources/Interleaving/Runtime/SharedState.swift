internal import Synchronization

/// Whether an operation looks or changes.
public enum AccessKind: String, Sendable, Hashable, Encodable {
  /// It looks.
  case read
  /// It changes.
  case write
}

/// A thing that operations of an engine read and write. Made by `Runtime.resource(_:)`.
public final class Resource: Sendable {
  /// Its name in reports.
  public let name: String
  /// Its number in the run, given in the order of creation.
  let id: Int
  /// Whether two threads may use it in no order.
  let guardsItself: Bool

  init(name: String, id: Int, guardsItself: Bool) {
    self.name = name
    self.id = id
    self.guardsItself = guardsItself
  }
}

/// A variable that threads share. Every read and write is one scheduling point, and the race
/// detector watches it; two threads that increment it can lose an update.
public final class Cell<Value>: @unchecked Sendable {
  // @unchecked Sendable because `stored` is touched only under `mutex`.
  /// Its name in reports.
  public let name: String
  private let runtime: Runtime
  private let home: Home
  private let resource: Resource
  private let mutex = Mutex<Void>(())
  private var stored: Value
  /// Whether the run is compared with another one, which has to see what is in it.
  private let showsContents: Bool
  /// Whether some thread of a controlled run is inside of `modify`.
  private let isChanging = Atomic(false)

  init(name: String, value: Value, runtime: Runtime, home: Home) {
    self.name = name
    self.stored = value
    self.runtime = runtime
    self.home = home
    self.resource = runtime.core.makeResource(name, guardsItself: false, isCell: true)
    showsContents = runtime.core.keepsContents
    keepContents()
  }

  private func keepContents() {
    if showsContents { runtime.core.keep(stored, of: resource) }
  }

  /// The value. A scheduling point.
  public func read(file: StaticString = #fileID, line: UInt = #line) -> Value {
    home.check(name, at: SourcePlace(file: file, line: line))
    if isInsideModify(at: SourcePlace(file: file, line: line)) { return stored }
    runtime.access(resource, .read, "reads \(name)", file: file, line: line)
    return mutex.withLock { _ in stored }
  }

  /// Sets the value. A scheduling point.
  ///
  /// - Parameters:
  ///   - value: What is in it from now on.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func write(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    home.check(name, at: SourcePlace(file: file, line: line))
    if isInsideModify(at: SourcePlace(file: file, line: line)) { return }
    runtime.access(resource, .write, "writes \(name)", file: file, line: line)
    mutex.withLock { _ in stored = value }
    keepContents()
  }

  /// Reads and changes the value in one indivisible step.
  ///
  /// ```swift
  /// let ticket = counter.modify { value in
  ///   value += 1
  ///   return value
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - change: Gets the value to change. It may not touch the cell itself.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws; what it changed by then stays.
  @discardableResult
  public func modify<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ change: (inout Value) throws -> Result
  ) rethrows -> Result {
    home.check(name, at: SourcePlace(file: file, line: line))
    if isInsideModify(at: SourcePlace(file: file, line: line)) {
      var copy = stored
      return try change(&copy)
    }
    runtime.access(resource, .write, "changes \(name)", file: file, line: line)
    // Live, the lock itself ends the process of who comes again.
    if runtime.kind == .live { return try mutex.withLock { _ in try change(&stored) } }
    return try changeAlone(change)
  }

  /// Keeps all other threads of the run out, as the lock does for live ones, but not the scheduler.
  private func changeAlone<Result>(
    _ change: (inout Value) throws -> Result
  ) rethrows -> Result {
    runtime.core.beginChange(of: resource)
    isChanging.store(true, ordering: .relaxed)
    ThreadState.current.changing.append(ObjectIdentifier(self))
    // A copy, so that `change` can look at the cell and be told.
    var value = mutex.withLock { _ in stored }
    defer {
      mutex.withLock { _ in stored = value }
      _ = ThreadState.current.changing.popLast()
      isChanging.store(false, ordering: .relaxed)
      runtime.core.endChange(of: resource)
      keepContents()
    }
    return try change(&value)
  }

  /// Whether the calling thread is inside of `modify` of this very cell, where it must not touch it.
  private func isInsideModify(at place: SourcePlace) -> Bool {
    guard isChanging.load(ordering: .relaxed), let state = ThreadState.existing,
      state.changing.contains(ObjectIdentifier(self))
    else { return false }
    let thread = Runtime.nameOfThread ?? "a thread"
    runtime.core.fail(
      "\(thread) touches \(name) inside of `modify` of it, where only what `modify` hands in "
        + "may be changed", at: place)
    return true
  }

  /// The value, for reading and writing as `cell[]`. Each is a scheduling point, told with the line
  /// that does it.
  public subscript(file: StaticString = #fileID, line: UInt = #line) -> Value {
    get { read(file: file, line: line) }
    set { write(newValue, file: file, line: line) }
  }

  /// The same where the line does not matter, as in `atEnd`: who reads a property cannot be told, so
  /// reports leave the line out. Elsewhere `cell[]`, `read` and `write` are better.
  public var value: Value {
    get { read() }
    set { write(newValue) }
  }
}
