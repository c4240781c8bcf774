/// Where a concurrent program gets everything that can wait, run or be raced for.
///
/// The same program runs *live* (Dispatch and real threads, nothing in the way) or *controlled*
/// (one thread at a time, every operation a scheduling point that an explorer decides).
/// Code asks `Runtime.current` once, when it is created, and keeps what it got.
public final class Runtime: Sendable {
  /// Which of the two a runtime is.
  public enum Kind: Sendable {
    /// Dispatch and real threads.
    case live
    /// One thread at a time, in an order that is decided step by step.
    case controlled
  }

  /// Dispatch and real threads.
  public static let live = Runtime(core: LiveCore())

  /// The runtime of the thread that asks: its controlled one, or else the live one.
  public static var current: Runtime { ThreadState.current.runtime ?? live }

  /// The name of the controlled thread that asks; nil on a thread that is not controlled.
  public static var nameOfThread: String? { ThreadState.virtual?.name }

  /// The number of the controlled thread that asks, which no other one of its run has; nil on a thread
  /// that is not controlled.
  package static var numberOfThread: Int? { ThreadState.virtual?.id }

  /// Tells the controlled threads of a run apart; nil on one that is not controlled, and on one that
  /// runs for several parties in turn: that of a queue or of tasks.
  public static var keyOfThread: Int? {
    guard let thread = ThreadState.virtual, thread.queue == nil, !thread.isLane else {
      return nil
    }
    return thread.id
  }

  /// Where the code that asks was handed to its thread: the line that started the thread, or the
  /// run if it is the main thread of a controlled one; on the thread of a controlled queue, the line
  /// that enqueued the block. Nil where the runtime did nothing of this.
  public static var placeOfThread: SourcePlace? {
    guard let state = ThreadState.existing else { return nil }
    return state.virtual.map(\.handedOverAt) ?? state.startedAt
  }

  /// Whether its threads run live or controlled.
  public let kind: Kind
  /// The queue bound to the main thread.
  public let main: SerialQueue
  let core: any RuntimeCore

  init(core: any RuntimeCore) {
    self.core = core
    self.kind = core.kind
    self.main = SerialQueue(
      name: "main", core: core.makeMainQueue(),
      home: Home(runtime: core.number, kind: "queue", place: SourcePlace()))
  }
}

// MARK: Things that run and wait

extension Runtime {
  /// A new first-in-first-out queue.
  ///
  /// ```swift
  /// let queue = runtime.queue("images")
  /// queue.async { load() }
  /// let count = queue.sync { images.count }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func queue(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> SerialQueue {
    SerialQueue(name: name, core: core.makeQueue(name), home: home("queue", file, line))
  }

  /// The same, where several are made on one line: under the first of these names that no queue of
  /// the run has, so that each has a lane of its own. Live ones may all be called alike.
  public func queue(
    file: StaticString = #fileID, line: UInt = #line, named name: (_ number: Int) -> String
  ) -> SerialQueue {
    var number = 1
    while core.hasQueue(name(number)) { number += 1 }
    return queue(name(number), file: file, line: line)
  }

  /// A new mutual-exclusion lock. It is not recursive.
  ///
  /// ```swift
  /// let lock = runtime.lock("cache")
  /// lock.withLock { images.removeAll() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func lock(_ name: String, file: StaticString = #fileID, line: UInt = #line) -> Lock {
    Lock(name: name, core: core.makeLock(name), home: home("lock", file, line))
  }

  /// A new counting semaphore.
  ///
  /// ```swift
  /// let ready = runtime.semaphore("ready")
  /// runtime.thread("loader") { ready.signal() }
  /// ready.wait()
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - value: How many waits pass before the first signal.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func semaphore(
    _ name: String, value: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> CountingSemaphore {
    CountingSemaphore(
      name: name, core: core.makeSemaphore(name, value: value),
      home: home("semaphore", file, line))
  }

  /// A new one-shot condition that threads can wait for.
  ///
  /// ```swift
  /// let saved = runtime.completion("saved")
  /// queue.async { saved.complete() }
  /// saved.wait()
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func completion(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Completion {
    Completion(
      name: name, core: core.makeCompletion(name), home: home("completion", file, line))
  }

  func home(_ kind: StaticString, _ file: StaticString, _ line: UInt) -> Home {
    Home(runtime: core.number, kind: kind, place: SourcePlace(file: file, line: line))
  }

  /// Starts a thread. An error it throws is a failure of the program.
  ///
  /// ```swift
  /// let worker = runtime.thread("worker") { counter.write(counter.read() + 1) }
  /// worker.join()
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - body: What the thread does.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The thread, to wait for its end.
  @discardableResult
  public func thread(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: sending @escaping () throws -> Void
  ) -> ThreadHandle {
    core.startThread(name, at: SourcePlace(file: file, line: line), body)
  }

  /// Starts a thread without the compiler's look at what `body` takes along: for programs that show
  /// what comes of it when threads share objects that nothing guards.
  ///
  /// ```swift
  /// let room = Room()
  /// runtime.uncheckedThread("A") { room.name = "Pier" }
  /// runtime.uncheckedThread("B") { room.name = "Quay" }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - body: What the thread does.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The thread, to wait for its end.
  @discardableResult
  public func uncheckedThread(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () throws -> Void
  ) -> ThreadHandle {
    core.startThread(name, at: SourcePlace(file: file, line: line), body)
  }

  /// A cell of this name stands for the time: who looks at it again and again naps, and does not
  /// give up.
  public static var clockName: String { "the clock" }

  /// A new shared variable whose every read and write is a scheduling point.
  ///
  /// ```swift
  /// let counter = runtime.cell("counter", 0)
  /// counter.write(counter.read() + 1)    // two steps: another thread can come in between
  /// counter.modify { $0 += 1 }           // one step
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - value: What is in it first.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func cell<Value>(
    _ name: String, _ value: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Cell<Value> {
    Cell(name: name, value: value, runtime: self, home: home("cell", file, line))
  }
}
