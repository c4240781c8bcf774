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
    /// One thread at a time, in an order that somebody decides.
    case controlled
  }

  /// Dispatch and real threads.
  public static let live = Runtime(core: LiveCore())

  /// The runtime of the thread that asks: its controlled one, or else the live one.
  public static var current: Runtime { ThreadState.current.runtime ?? live }

  /// The name of the controlled thread that asks; nil on a thread that is not controlled.
  public static var nameOfThread: String? { ThreadState.current.virtual?.name }

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
  public func queue(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> SerialQueue {
    SerialQueue(name: name, core: core.makeQueue(name), home: home("queue", file, line))
  }

  /// A new mutual-exclusion lock. It is not recursive.
  public func lock(_ name: String, file: StaticString = #fileID, line: UInt = #line) -> Lock {
    Lock(name: name, core: core.makeLock(name), home: home("lock", file, line))
  }

  /// A new counting semaphore.
  public func semaphore(
    _ name: String, value: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> CountingSemaphore {
    CountingSemaphore(
      name: name, core: core.makeSemaphore(name, value: value),
      home: home("semaphore", file, line))
  }

  /// A new one-shot condition that threads can wait for.
  public func completion(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Completion {
    Completion(
      name: name, core: core.makeCompletion(name), home: home("completion", file, line))
  }

  private func home(_ kind: StaticString, _ file: StaticString, _ line: UInt) -> Home {
    Home(runtime: core.number, kind: kind, place: SourcePlace(file: file, line: line))
  }

  /// Starts a thread. An error it throws is a failure of the program.
  @discardableResult
  public func thread(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () throws -> Void
  ) -> ThreadHandle {
    core.startThread(name, at: SourcePlace(file: file, line: line), body)
  }

  /// A new shared variable whose every read and write is a scheduling point.
  public func cell<Value>(
    _ name: String, _ value: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Cell<Value> {
    Cell(name: name, value: value, runtime: self, home: home("cell", file, line))
  }
}

// MARK: Resources that an engine declares

extension Runtime {
  /// A thing that operations of an engine read and write: a store, a cache, a context. One that
  /// guards itself, as a database does, may be used by two threads in no order: that is no race.
  public func resource(_ name: String, guardsItself: Bool = false) -> Resource {
    core.makeResource(name, guardsItself: guardsItself, isCell: false)
  }

  /// A scheduling point before an operation on `resource`, with what it comes to. Two accesses
  /// depend on each other when they touch the same resource and one of them writes.
  public func access(
    _ resource: Resource, _ kind: AccessKind, _ fact: @autoclosure () -> any Fact,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    core.access(
      resource, kind, core.isTracing ? fact() : nil, at: SourcePlace(file: file, line: line))
  }

  /// The same in words: `evicts the oldest`.
  public func access(
    _ resource: Resource, _ kind: AccessKind, _ words: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    access(
      resource, kind,
      SchedulerFact.accessed(resource: resource.name, kind: kind, words: words()), file: file,
      line: line)
  }

  /// Tells the race detector of an access without making it a scheduling point.
  public func touch(
    _ resource: Resource, _ kind: AccessKind, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.touch(resource, kind, at: SourcePlace(file: file, line: line))
  }

  /// Throws `RunAbandoned` when the run is being unwound (deadlock found, cut short, stopped).
  /// Throwing operations of an engine call it first, so that a doomed run ends quickly.
  public func checkpoint() throws { if core.isUnwinding { throw RunAbandoned() } }

  /// True while a doomed run is being unwound: nothing blocks any more, nothing is scheduled.
  public var isUnwinding: Bool { core.isUnwinding }
}

// MARK: Time

extension Runtime {
  /// Time since the runtime began: virtual and per thread when controlled, real when live.
  ///
  /// Virtual time flows like time on a machine with a core for every thread: a thread's clock
  /// advances by what it spends or sleeps, and jumps ahead to whatever it had to wait for.
  public var now: Duration { core.now }

  /// Models work that takes `duration`: free in real time when controlled, nothing when live
  /// (there the work itself takes its time).
  public func spend(_ duration: Duration, _ words: @autoclosure () -> String) {
    spend(duration, SchedulerFact.spent(nanoseconds: duration.nanoseconds, words: words()))
  }

  /// The same for an engine, which knows what takes so long.
  public func spend(_ duration: Duration, _ fact: @autoclosure () -> any Fact) {
    core.spend(duration, core.isTracing ? fact() : nil)
  }

  /// Sleeps. Controlled, it costs no real time and orders nothing: a sleeping thread may be
  /// overtaken by any amount of other work, and may itself overtake it.
  public func sleep(
    for duration: Duration, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.sleep(for: duration, at: SourcePlace(file: file, line: line))
  }

  /// Runs `block` on `queue` once `delay` has passed.
  public func after(
    _ delay: Duration, on queue: SerialQueue, file: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping () -> Void
  ) {
    core.after(delay, on: queue, at: SourcePlace(file: file, line: line), block)
  }
}

// MARK: Outcomes and the event log

extension Runtime {
  /// Names how this run of the program ended. The last name given counts.
  public func outcome(_ name: String) { core.outcome(name, isFinal: false) }

  /// Names how this run ended for an engine that saw what the program cannot know of; nothing the
  /// program says counts any more.
  public func finalOutcome(_ name: String) { core.outcome(name, isFinal: true) }

  /// Declares the run a failure and says why.
  public func fail(
    _ reason: String, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.fail(reason, at: SourcePlace(file: file, line: line))
  }

  /// Runs `block` on the main thread when every thread has ended and every queue is empty;
  /// the usual place to look at the result and name the outcome.
  public func atEnd(_ block: @escaping () throws -> Void) { core.atEnd(block) }

  /// Whether events are kept at all; ask before building an expensive one.
  public var isTracing: Bool { core.isTracing }

  /// The longest time that one block has occupied the main queue so far, in virtual time.
  public var longestMainStall: Duration { core.longestMainStall }

  /// Leaves what `body` does out of the log: for setting up, before the story begins.
  public func untraced(_ body: () throws -> Void) rethrows { try core.untraced(body) }

  /// Lets the program say something in the log of the run: `note("screen", "shows 3 rooms")`.
  ///
  /// The text is made whether or not the run is told, so that making it, which may touch what is
  /// shared, does not make a difference.
  public func note(
    _ topic: String, _ text: String, file: StaticString = #fileID, line: UInt = #line
  ) {
    note(SchedulerFact.noted(topic: topic, text: text), file: file, line: line)
  }

  /// Adds what an engine saw to the log of the run. The fact is made only if the run is told, so
  /// making it must change nothing.
  public func note(
    _ fact: @autoclosure () -> any Fact, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard core.isTracing else { return }
    core.note(fact(), at: SourcePlace(file: file, line: line))
  }
}

/// Thrown through a program whose run has ended before the program did.
public struct RunAbandoned: Error, CustomStringConvertible {
  /// The error.
  public init() {}
  public var description: String { "the run was ended here; this is not an error of the program" }
}
