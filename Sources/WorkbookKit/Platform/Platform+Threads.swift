public import Foundation
internal import Interleaving
internal import Synchronization

/// The sleeps of a run, by thread and line.
///
/// A loop that sleeps until something has happened could go round for ever before it does. So after
/// two rounds it looks at a clock that nobody sets, so often that the scheduler lets it wait until
/// nobody else can go on. That is as long as one can sleep.
final class Naps: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private struct Spot: Hashable {
    let thread: String
    let file: String
    let line: UInt
  }

  private let clock: Cell<Void>
  private var counts: [Spot: Int] = [:]

  init(_ runtime: Runtime) { clock = runtime.cell("the clock", ()) }

  func end(file: StaticString, line: UInt) {
    let spot = Spot(thread: Runtime.nameOfThread ?? "", file: "\(file)", line: line)
    counts[spot, default: 0] += 1
    let looks = counts[spot]! > 2 ? (ExplorationOptions().looks ?? 0) + 1 : 1
    for _ in 0..<looks { clock.read(file: file, line: line) }
  }
}

extension Platform {
  /// A thread of the program's own.
  public final class Thread: @unchecked Sendable {
    // @unchecked Sendable because it is put together by one thread, which then starts it.
    public var name: String?
    private let block: () -> Void

    public init(block: @escaping () -> Void) { self.block = block }

    public func start(file: StaticString = #fileID, line: UInt = #line) {
      Runtime.current.thread(name ?? "thread", file: file, line: line, block)
    }

    public static func detachNewThread(
      file: StaticString = #fileID, line: UInt = #line, _ block: @escaping () -> Void
    ) {
      Runtime.current.thread("thread", file: file, line: line, block)
    }

    public static var isMainThread: Bool { Runtime.current.main.isCurrent }
    public static var current: Current { Current() }

    /// What can be asked of the thread that asks.
    public struct Current {
      public var isMainThread: Bool { Thread.isMainThread }
      public var name: String? { Runtime.nameOfThread }
    }

    /// Sleeps, which is no promise of any order.
    public static func sleep(
      forTimeInterval interval: TimeInterval, file: StaticString = #fileID, line: UInt = #line
    ) {
      let runtime = Runtime.current
      runtime.sleep(for: .seconds(interval), file: file, line: line)
      if runtime.kind == .controlled { naps.current.end(file: file, line: line) }
    }

    private static let naps = PerRun(Naps.init)
  }

  /// A timer of the main run loop.
  public final class Timer: Sendable {
    private let isOff = Atomic(false)
    private let block: UncheckedBox<(Timer) -> Void>

    private init(_ block: @escaping (Timer) -> Void) { self.block = UncheckedBox(block) }

    public var isValid: Bool { !isOff.load(ordering: .relaxed) }
    public func invalidate() { isOff.store(true, ordering: .relaxed) }

    @discardableResult
    public static func scheduledTimer(
      withTimeInterval interval: TimeInterval, repeats: Bool, file: StaticString = #fileID,
      line: UInt = #line, block: @escaping (Timer) -> Void
    ) -> Timer {
      let timer = Timer(block)
      timer.fire(after: .seconds(interval), repeats, file, line)
      return timer
    }

    private func fire(after delay: Duration, _ repeats: Bool, _ file: StaticString, _ line: UInt) {
      let runtime = Runtime.current
      runtime.after(delay, on: runtime.main, file: file, line: line) { [self] in
        guard isValid else { return }
        block.value(self)
        if repeats, isValid { fire(after: delay, true, file, line) } else { invalidate() }
      }
    }
  }

  /// Foundation's, but for the queues that notifications are delivered on.
  public final class NotificationCenter: Sendable {
    public static let `default` = NotificationCenter()

    private var center: Foundation.NotificationCenter { .default }

    /// As there, whoever posts a notification waits until it is delivered on `queue`.
    public func addObserver(
      forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
      using block: @escaping (Notification) -> Void
    ) -> any NSObjectProtocol {
      let block = UncheckedBox(block)
      return center.addObserver(forName: name, object: object, queue: nil) { note in
        guard let queue else { return block.value(note) }
        queue.runAndWait { block.value(note) }
      }
    }

    public func removeObserver(_ observer: Any) { center.removeObserver(observer) }

    public func removeObserver(_ observer: Any, name: NSNotification.Name?, object: Any?) {
      center.removeObserver(observer, name: name, object: object)
    }

    public func post(_ notification: Notification) { center.post(notification) }

    public func post(
      name: NSNotification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil
    ) {
      center.post(name: name, object: object, userInfo: userInfo)
    }
  }

  /// There is nothing to drain on Linux.
  public static func autoreleasepool<Result>(
    invoking body: () throws -> Result
  ) rethrows -> Result { try body() }
}
