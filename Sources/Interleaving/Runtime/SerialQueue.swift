internal import Synchronization

/// A queue that runs one block at a time, first in, first out.
public final class SerialQueue: Sendable {
  let core: any QueueCore
  private let title: Mutex<String>
  private let home: Home

  init(name: String, core: any QueueCore, home: Home) {
    self.core = core
    self.home = home
    title = Mutex(name)
  }

  /// What reports call it.
  public var name: String { title.withLock { $0 } }

  /// Gives it another name, for queues that learn only later what they are for.
  ///
  /// - Parameter name: What reports call it from now on.
  public func rename(_ name: String) {
    title.withLock { $0 = name }
    core.rename(name)
  }

  /// Whether the calling code runs as a block of this queue. For the main queue: whether it runs
  /// on the main thread, whatever else it is inside of.
  public var isCurrent: Bool { core.isCurrent }

  /// Whether the calling thread is inside a block of this queue, innermost or not: whatever it
  /// does now excludes every other block of the queue.
  public var isHeld: Bool { core.isHeld }

  /// Enqueues `block` and returns at once; the block never runs inline.
  ///
  /// - Parameters:
  ///   - block: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func async(
    file: StaticString = #fileID, line: UInt = #line, _ block: sending @escaping () -> Void
  ) {
    asyncUnchecked(file: file, line: line, block)
  }

  /// The same without the compiler's look at what `block` takes along.
  ///
  /// ```swift
  /// let room = Room()
  /// queue.asyncUnchecked { room.name = "Pier" }
  /// room.name = "Quay"
  /// ```
  ///
  /// - Parameters:
  ///   - block: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func asyncUnchecked(
    file: StaticString = #fileID, line: UInt = #line, _ block: @escaping () -> Void
  ) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.async(at: place, block)
  }

  /// Runs `block` when its turn comes and returns what it returned. On any queue but main the block
  /// runs on the caller's thread while that thread holds the queue.
  ///
  /// Called from inside a block of this very queue it waits for itself. Live, Dispatch ends the
  /// process for that or hangs; controlled, it is told as the deadlock it is.
  ///
  /// ```swift
  /// let count = queue.sync { images.count }
  /// ```
  ///
  /// - Parameters:
  ///   - block: What runs.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What `block` returns.
  /// - Throws: What `block` throws.
  // Inlinable because a generic function that is not specialised costs more than the hop.
  @inlinable
  public func sync<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ block: () throws -> Result
  ) rethrows -> Result {
    func run() -> Swift.Result<Result, any Error> {
      var result: Swift.Result<Result, any Error>?
      waitAndRun(file, line) { result = Swift.Result { try block() } }
      return result!
    }
    // The error can only be one that `block` threw, so this function throws only if it does.
    func rethrow(_ error: any Error, _ block: () throws -> Result) rethrows -> Result {
      try withoutActuallyEscaping(block) { _ in try { throw error }() }
    }
    switch run() {
    case .success(let value): return value
    case .failure(let error): return try rethrow(error, block)
    }
  }

  /// The same for an engine whose calls nest: from a block of this queue, `block` runs at once.
  @inlinable
  package func syncOrRun<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ block: () throws -> Result
  ) rethrows -> Result {
    isCurrent ? try block() : try sync(file: file, line: line, block)
  }

  @usableFromInline
  func waitAndRun(_ file: StaticString, _ line: UInt, _ block: () -> Void) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.sync(at: place, block)
  }
}
