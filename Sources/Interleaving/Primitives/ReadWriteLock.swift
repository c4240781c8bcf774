/// A lock that several threads may have at once to read, and one alone to write.
///
/// It is given to those who wait in the order in which they came: once a writer waits, further
/// readers wait behind it. A thread that reads and wants to read again, with a writer between, waits
/// for itself, as POSIX allows. With ``WeakerPromise/anyOneHasTheLock`` it is given in any order.
public final class ReadWriteLock: Sendable {
  struct State {
    var readers = 0
    var isWritten = false

    func canTake(toWrite: Bool) -> Bool { !isWritten && (!toWrite || readers == 0) }

    mutating func take(toWrite: Bool) -> Bool {
      guard canTake(toWrite: toWrite) else { return false }
      if toWrite { isWritten = true } else { readers += 1 }
      return true
    }
  }

  let monitor: Monitor<State>
  /// What readers have done; only a writer may rely on it.
  private let read: Resource
  /// Whether it is given in the order in which threads came.
  private let isInTurn: Bool

  init(
    _ name: String, _ kind: StaticString, isInTurn: Bool, in runtime: Runtime,
    at place: SourcePlace
  ) {
    self.isInTurn = isInTurn
    monitor = Monitor(name, kind, State(), isInTurn: isInTurn, in: runtime, at: place)
    read = runtime.core.makeResource(name, guardsItself: true, isCell: false)
  }

  /// Its name in reports.
  public var name: String { monitor.name }

  /// Waits until no thread writes, and keeps writers out.
  public func lockToRead(file: StaticString = #fileID, line: UInt = #line) {
    lock(toWrite: false, at: SourcePlace(file: file, line: line))
  }

  /// Waits until no thread reads or writes, and keeps all others out.
  public func lockToWrite(file: StaticString = #fileID, line: UInt = #line) {
    lock(toWrite: true, at: SourcePlace(file: file, line: line))
  }

  /// Takes it to read if that is possible at once.
  ///
  /// - Returns: Whether the thread has the lock to read now.
  public func tryToRead(file: StaticString = #fileID, line: UInt = #line) -> Bool {
    attempt(toWrite: false, at: SourcePlace(file: file, line: line))
  }

  /// Takes it to write if that is possible at once.
  ///
  /// - Returns: Whether the thread has the lock to write now.
  public func tryToWrite(file: StaticString = #fileID, line: UInt = #line) -> Bool {
    attempt(toWrite: true, at: SourcePlace(file: file, line: line))
  }

  /// Gives back what the thread took last.
  public func unlock(file: StaticString = #fileID, line: UInt = #line) {
    unlock(at: SourcePlace(file: file, line: line))
  }

  /// Runs the body beside other readers.
  ///
  /// - Parameters:
  ///   - body: What runs; it may change nothing that the lock guards.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is given back.
  public func reading<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    lockToRead(file: file, line: line)
    defer { unlock(file: file, line: line) }
    return try body()
  }

  /// Runs the body alone.
  ///
  /// - Parameters:
  ///   - body: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is given back.
  public func writing<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    lockToWrite(file: file, line: line)
    defer { unlock(file: file, line: line) }
    return try body()
  }
}

extension ReadWriteLock {
  private func lock(toWrite: Bool, at place: SourcePlace) {
    if isInTurn {
      enter(toWrite: toWrite, words(toWrite), for: .lock(name: name), at: place)?.wait(at: place)
    } else {
      // All that could have it now are awake, and the first one to take it has it.
      while !monitor.attempt(words(toWrite), at: place, { $0.take(toWrite: toWrite) }) {
        monitor.wait(
          "waits for lock \(name)", for: .lock(name: name), at: place,
          until: { $0.canTake(toWrite: toWrite) })
      }
    }
    begin(toWrite: toWrite, at: place)
  }

  private func words(_ toWrite: Bool) -> String {
    "takes lock \(name) to \(toWrite ? "write" : "read")"
  }

  /// Gets in line; nil if the lock can be had at once.
  func enter(
    toWrite: Bool, _ words: @autoclosure () -> String, for want: Want, at place: SourcePlace
  ) -> Monitor<State>.Waiter? {
    monitor.enter(words(), for: want, at: place) { $0.take(toWrite: toWrite) }
  }

  /// It is the calling thread's now.
  func begin(toWrite: Bool, at place: SourcePlace) {
    monitor.hold(at: place)
    if toWrite { monitor.runtime.core.take(read) }
  }

  private func attempt(toWrite: Bool, at place: SourcePlace) -> Bool {
    let isTaken = monitor.attempt("tries: \(words(toWrite))", at: place) {
      $0.take(toWrite: toWrite)
    }
    if isTaken { begin(toWrite: toWrite, at: place) }
    return isTaken
  }

  func unlock(at place: SourcePlace) {
    let core = monitor.runtime.core
    core.letGo(monitor.resource)
    // While one writes no other reads, so what is given here is what the thread had.
    core.give(monitor.isWritten ? monitor.resource : read)
    let isMistaken = monitor.change("gives lock \(name) back", at: place) { state in
      guard state.isWritten || state.readers > 0 else { return true }
      if state.isWritten { state.isWritten = false } else { state.readers -= 1 }
      return false
    }
    if isMistaken { monitor.refuse("unlocks \(name), which is not held", at: place) }
  }
}

extension Monitor<ReadWriteLock.State> {
  /// Whether a thread writes; for one that has the lock.
  fileprivate var isWritten: Bool { look { $0.isWritten } }
}

extension Runtime {
  /// A new lock that many may have to read or one to write.
  ///
  /// ```swift
  /// let lock = runtime.readWriteLock("rooms")
  /// let count = lock.reading { rooms.count }
  /// lock.writing { rooms.removeAll() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func readWriteLock(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> ReadWriteLock {
    ReadWriteLock(
      name, "lock", isInTurn: !core.allows(.anyOneHasTheLock), in: self,
      at: SourcePlace(file: file, line: line))
  }
}
