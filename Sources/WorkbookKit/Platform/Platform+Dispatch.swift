public import Dispatch
internal import Interleaving
internal import Synchronization

extension Platform {
  /// A queue of Dispatch. The compiler takes a class for Dispatch's own that is called like it.
  public final class Queue: Sendable {
    public typealias Attributes = Dispatch.DispatchQueue.Attributes

    private enum Kind { case main, serial, concurrent }

    public let label: String
    private let kind: Kind
    private let serial: PerRun<SerialQueue>
    private let barriers: PerRun<Barriers>

    public static let main = Queue("main", .main)
    private static let shared = Queue("global queue", .concurrent)

    public static func global(qos: DispatchQoS.QoSClass = .default) -> Queue { shared }

    public convenience init(
      label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
      target: Queue? = nil
    ) {
      self.init(label, attributes.contains(.concurrent) ? .concurrent : .serial)
    }

    private init(_ label: String, _ kind: Kind) {
      self.label = label
      self.kind = kind
      serial = PerRun { kind == .main ? $0.main : $0.queue(label) }
      barriers = PerRun(Barriers.init)
    }

    /// Where the next block goes: blocks of a concurrent queue have nothing to do with each other.
    private var next: SerialQueue {
      kind == .concurrent ? Runtime.current.queue(label) : serial.current
    }

    public func async(
      group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
      execute work: @escaping () -> Void
    ) {
      group?.enter(file: file, line: line)
      let work = inTurn(flags, work)
      next.async(file: file, line: line) {
        work()
        group?.leave(file: file, line: line)
      }
    }

    public func async(
      group: DispatchGroup? = nil, file: StaticString = #fileID, line: UInt = #line,
      execute item: DispatchWorkItem
    ) {
      async(group: group, flags: item.flags, file: file, line: line) { item.perform() }
    }

    public func asyncAfter(
      deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      file: StaticString = #fileID, line: UInt = #line, execute work: @escaping () -> Void
    ) {
      guard let delay = deadline.delay else { return }
      Runtime.current.after(
        delay, on: next, file: file, line: line, inTurn(flags, work))
    }

    public func asyncAfter(
      deadline: DispatchTime, file: StaticString = #fileID, line: UInt = #line,
      execute item: DispatchWorkItem
    ) {
      asyncAfter(deadline: deadline, file: file, line: line) { item.perform() }
    }

    public func sync<Result>(
      flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
      execute work: () throws -> Result
    ) rethrows -> Result {
      guard kind == .concurrent else {
        return try serial.current.sync(file: file, line: line, work)
      }
      let turn = barriers.current.enter(flags)
      defer { turn?.end() }
      turn?.waitForOthers()
      return try work()
    }

    public func sync(
      file: StaticString = #fileID, line: UInt = #line, execute item: DispatchWorkItem
    ) {
      sync(flags: item.flags, file: file, line: line) { item.perform() }
    }

    /// Whether the calling code runs on this queue.
    var isCurrent: Bool { kind != .concurrent && serial.current.isCurrent }

    public static func concurrentPerform(
      iterations: Int, file: StaticString = #fileID, line: UInt = #line, execute: (Int) -> Void
    ) {
      let group = DispatchGroup()
      withoutActuallyEscaping(execute) { execute in
        for iteration in 0..<iterations {
          shared.async(group: group, file: file, line: line) { execute(iteration) }
        }
        group.wait(file: file, line: line)
      }
    }

    private func inTurn(
      _ flags: DispatchWorkItemFlags, _ work: @escaping () -> Void
    ) -> () -> Void {
      guard kind == .concurrent, let turn = barriers.current.enter(flags) else { return work }
      return {
        turn.waitForOthers()
        work()
        turn.end()
      }
    }
  }

  /// The deadline of something that happens later. Time is virtual, so only the delay counts.
  public struct DispatchTime: Sendable {
    /// Nil for never.
    let delay: Duration?

    public static func now() -> DispatchTime { DispatchTime(delay: .zero) }
    public static let distantFuture = DispatchTime(delay: nil)

    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime {
      DispatchTime(delay: time.delay.map { $0 + .seconds(seconds) })
    }

    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
      let more: Duration? =
        switch interval {
        case .seconds(let count): .seconds(count)
        case .milliseconds(let count): .milliseconds(count)
        case .microseconds(let count): .microseconds(count)
        case .nanoseconds(let count): .nanoseconds(count)
        default: nil
        }
      return DispatchTime(delay: time.delay.flatMap { delay in more.map { delay + $0 } })
    }
  }
}

/// Who is inside a concurrent queue. As long as nobody asks for a barrier, nobody waits.
///
///     async          goes in at once, unless behind a barrier
///     async barrier  waits for all that came before; all that come later wait for it
final class Barriers: Sendable {
  struct Turn {
    fileprivate let others: [Completion]
    fileprivate let mine: Completion

    func waitForOthers() { for other in others { other.wait() } }
    func end() { mine.complete() }
  }

  private let runtime: Runtime
  private let state = Mutex<(inside: [Completion], barrier: Completion?)>(([], nil))

  init(_ runtime: Runtime) { self.runtime = runtime }

  /// Nil for a block that need not wait and that nobody can wait for.
  func enter(_ flags: DispatchWorkItemFlags) -> Turn? {
    let mine = runtime.completion("block of a concurrent queue")
    return state.withLock { state in
      guard flags.contains(.barrier) else {
        state.inside.append(mine)
        return Turn(others: state.barrier.map { [$0] } ?? [], mine: mine)
      }
      defer { state = ([], mine) }
      return Turn(others: state.inside + (state.barrier.map { [$0] } ?? []), mine: mine)
    }
  }
}
