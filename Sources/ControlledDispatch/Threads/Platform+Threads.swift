public import Foundation
internal import Interleaving

extension Platform {
  /// A thread of the program's own.
  open class Thread: @unchecked Sendable {
    // @unchecked Sendable because it is put together by one thread, which then starts it.
    public var name: String?
    /// Kept, and of no effect.
    public var qualityOfService = QualityOfService.default
    public var threadPriority = 0.5
    public var stackSize = 0
    /// What is kept with the thread, as long as it is kept itself.
    public let threadDictionary = NSMutableDictionary()
    private let block: (() -> Void)?
    private let state = WorkState("a thread")

    public init() { block = nil }
    @preconcurrency
    public init(block: @escaping @Sendable () -> Void) { self.block = block }

    open func main() { block?() }

    public func start(file: StaticString = #fileID, line: UInt = #line) {
      Runtime.current.thread(name ?? "thread", file: file, line: line) { [self] in
        if let number = Runtime.numberOfThread { Self.known.current.note(self, number) }
        _ = state.begin()
        main()
        state.finish()
      }
    }

    open func cancel() { state.cancel() }
    public var isCancelled: Bool { state.isCancelled }
    public var isFinished: Bool { state.isFinished }
    public var isExecuting: Bool { state.isExecuting }

    @preconcurrency
    public static func detachNewThread(
      file: StaticString = #fileID, line: UInt = #line, _ block: @escaping @Sendable () -> Void
    ) {
      Runtime.current.thread("thread", file: file, line: line, block)
    }

    public static var isMainThread: Bool { Runtime.current.main.isCurrent }
    public var isMainThread: Bool { self === Thread.main }
    /// The same object each time that one thread asks: the one that was started, if there is one.
    public static var current: Thread {
      if isMainThread { return main }
      guard let number = Runtime.numberOfThread else { return ofRealThread }
      return known.current.thread(number) { Thread(adopting: Runtime.nameOfThread) }
    }

    /// The thread of the main queue.
    public static var main: Thread {
      known.current.thread(nil) { Thread(adopting: "main") }
    }

    private static let known = PerRun { _ in KnownThreads() }

    /// Where no run is on.
    private static var ofRealThread: Thread {
      let kept = Foundation.Thread.current.threadDictionary
      if let thread = kept["controlled dispatch"] as? Thread { return thread }
      let thread = Thread(adopting: nil)
      kept["controlled dispatch"] = thread
      return thread
    }

    /// A thread that something else has started.
    private init(adopting name: String?) {
      (self.name, block) = (name, nil)
    }

    public static var callStackSymbols: [String] { Foundation.Thread.callStackSymbols }

    @available(*, unavailable, message: "not controlled: exit() of a thread; return from its block")
    public static func exit() {}

    /// Sleeps, which is no promise of any order.
    public static func sleep(
      forTimeInterval interval: TimeInterval, file: StaticString = #fileID, line: UInt = #line
    ) {
      let runtime = Runtime.current
      runtime.sleep(for: .seconds(interval), file: file, line: line)
      if runtime.kind == .controlled { naps.current.end(file: file, line: line) }
    }

    public static func sleep(
      until date: Date, file: StaticString = #fileID, line: UInt = #line
    ) {
      sleep(forTimeInterval: max(0, date.timeIntervalSinceNow), file: file, line: line)
    }

    private static let naps = PerRun(Naps.init)
  }

  /// There is nothing to drain on Linux.
  public static func autoreleasepool<Result>(
    invoking body: () throws -> Result
  ) rethrows -> Result { try body() }
}

/// The sleeps of a run, by thread and line.
///
/// A loop that sleeps until something has happened could go round without end before it does. So
/// after two rounds it looks at a clock that is never set, so often that the scheduler lets it wait
/// until no other thread can go on. That is as long as one can sleep.
final class Naps: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private struct Spot: Hashable {
    let thread: String
    let file: String
    let line: UInt
  }

  private let clock: Cell<Void>
  private var counts: [Spot: Int] = [:]

  init(_ runtime: Runtime) { clock = runtime.cell(Runtime.clockName, ()) }

  func end(file: StaticString, line: UInt) {
    let spot = Spot(thread: Runtime.nameOfThread ?? "", file: "\(file)", line: line)
    counts[spot, default: 0] += 1
    let looks = counts[spot]! > 2 ? (ExplorationOptions().looks ?? 0) + 1 : 1
    for _ in 0..<looks { clock.read(file: file, line: line) }
  }
}

/// The threads of a run, by their numbers; that of the main queue has none.
private final class KnownThreads: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private var threads: [Int?: Platform.Thread] = [:]

  func note(_ thread: Platform.Thread, _ number: Int) { threads[number] = thread }

  func thread(_ number: Int?, make: () -> Platform.Thread) -> Platform.Thread {
    if let thread = threads[number] { return thread }
    let thread = make()
    threads[number] = thread
    return thread
  }
}
