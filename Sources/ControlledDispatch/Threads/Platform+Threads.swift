public import Foundation
internal import Interleaving

extension Platform {
  /// A thread of the program's own.
  open class Thread: @unchecked Sendable {
    // @unchecked Sendable because it is put together by one thread, which then starts it.
    public var name: String?
    /// Kept, and of no effect.
    public var qualityOfService = QualityOfService.default
    public var stackSize = 0
    private let block: (() -> Void)?
    private let state = WorkState("a thread")

    public init() { block = nil }
    @preconcurrency
    public init(block: @escaping @Sendable () -> Void) { self.block = block }

    open func main() { block?() }

    public func start(file: StaticString = #fileID, line: UInt = #line) {
      Runtime.current.thread(name ?? "thread", file: file, line: line) { [self] in
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
    /// The same object each time that one thread asks, and another one in each run.
    public static var current: Current {
      guard let number = Runtime.numberOfThread else { return Current.ofRealThread }
      let all = known.current
      if let current = all.value[number] { return current }
      let current = Current()
      all.value[number] = current
      return current
    }
    private static let known = PerRun { _ in UncheckedVariable<[Int: Current]>([:]) }

    public static var callStackSymbols: [String] { Foundation.Thread.callStackSymbols }

    @available(*, unavailable, message: "not controlled: exit() of a thread; return from its block")
    public static func exit() {}

    /// What can be asked of the thread that asks.
    public final class Current: @unchecked Sendable {
      // @unchecked Sendable because what is kept with a thread is that thread's own.
      public var isMainThread: Bool { Thread.isMainThread }
      public var name: String? { Runtime.nameOfThread }
      /// What is kept with the thread, as long as its run lasts.
      public let threadDictionary = NSMutableDictionary()

      /// Where no run is on.
      fileprivate static var ofRealThread: Current {
        let kept = Foundation.Thread.current.threadDictionary
        if let current = kept["controlled dispatch"] as? Current { return current }
        let current = Current()
        kept["controlled dispatch"] = current
        return current
      }
    }

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
