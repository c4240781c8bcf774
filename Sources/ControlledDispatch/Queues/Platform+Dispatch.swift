public import Dispatch
internal import Interleaving
internal import Synchronization

extension Platform {
  /// A queue of Dispatch. The compiler knows a class of that name: what `DispatchQueue.main.async`
  /// is given belongs to the main actor.
  public final class DispatchQueue: Sendable {
    public typealias Attributes = Dispatch.DispatchQueue.Attributes
    public typealias AutoreleaseFrequency = Dispatch.DispatchQueue.AutoreleaseFrequency

    /// A free one is concurrent and knows no barriers, like the global ones.
    enum Kind { case main, serial, concurrent, free }

    public let label: String
    public let qos: DispatchQoS
    private let kind: Kind
    /// Blocks of a queue that has a target run in turn with the target's own.
    private let target: DispatchQueue?
    private let serial: PerRun<SerialQueue>
    private let barriers: PerRun<Barriers>
    let specifics: PerRun<QueueSpecifics>

    public static let main = DispatchQueue("main", .main)
    private static let shared = DispatchQueue("global queue", .free)

    public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { shared }

    public convenience init(
      label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
      autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
    ) {
      precondition(
        !attributes.contains(.initiallyInactive),
        "not controlled: queues that begin inactive; make it where it begins")
      self.init(
        label, attributes.contains(.concurrent) ? .concurrent : .serial, qos,
        target.flatMap { $0.isConcurrent ? nil : $0 })
    }

    init(
      _ label: String, _ kind: Kind, _ qos: DispatchQoS = .unspecified,
      _ target: DispatchQueue? = nil
    ) {
      self.label = label
      self.kind = kind
      self.qos = qos
      self.target = target
      serial = PerRun { kind == .main ? $0.main : $0.queue(label) }
      specifics = PerRun { QueueSpecifics($0, label) }
      barriers =
        kind == .concurrent
        ? .made { Barriers($0, label) } : PerRun { Barriers($0, label) }
    }

    private var isConcurrent: Bool { kind == .concurrent || kind == .free }

    /// Where the next block goes: blocks of a concurrent queue have nothing to do with each other.
    private var next: SerialQueue {
      isConcurrent ? Runtime.current.queue(label) : serial.current
    }

    @preconcurrency
    public func async(
      group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
      execute work: @escaping @Sendable () -> Void
    ) {
      group?.enter(file: file, line: line)
      let work = inTurn(flags, underTarget(work, file, line), file, line)
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

    @preconcurrency
    public func asyncAfter(
      deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      file: StaticString = #fileID, line: UInt = #line, execute work: @escaping @Sendable () -> Void
    ) {
      guard let delay = deadline.delay else { return }
      guard kind == .concurrent else {
        return Runtime.current.after(
          delay, on: next, file: file, line: line,
          inTurn(flags, underTarget(work, file, line), file, line))
      }
      // Its turn among barriers comes with the deadline.
      let (timer, flags) = (Runtime.current.queue("timer of \(label)"), UncheckedBox(flags))
      Runtime.current.after(delay, on: timer, file: file, line: line) { [self] in
        async(flags: flags.value, file: file, line: line, execute: work)
      }
    }

    @preconcurrency
    public func asyncAfter(
      wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
      execute work: @escaping @Sendable () -> Void
    ) {
      asyncAfter(
        deadline: wallDeadline.time, qos: qos, flags: flags, file: file, line: line, execute: work)
    }

    public func asyncAfter(
      deadline: DispatchTime, file: StaticString = #fileID, line: UInt = #line,
      execute item: DispatchWorkItem
    ) {
      asyncAfter(deadline: deadline, flags: item.flags, file: file, line: line) { item.perform() }
    }

    public func sync<Result>(
      flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
      execute work: () throws -> Result
    ) rethrows -> Result {
      guard isConcurrent else {
        return try serial.current.sync(file: file, line: line) {
          guard let target else { return try work() }
          return try target.sync(file: file, line: line, execute: work)
        }
      }
      let barriers = barriers.current
      guard kind == .concurrent else { return try barriers.inside([], work) }
      let turn = barriers.enter(flags, file, line)
      defer { turn.end() }
      turn.waitForOthers()
      return try barriers.inside(flags, work)
    }

    public func sync(
      file: StaticString = #fileID, line: UInt = #line, execute item: DispatchWorkItem
    ) {
      sync(flags: item.flags, file: file, line: line) { item.perform() }
    }

    /// Whether the calling code runs on this queue.
    var isCurrent: Bool {
      isConcurrent ? barriers.current.isInside : serial.current.isHeld
    }

    /// Whether the calling code runs on this queue alone.
    var isBarrier: Bool {
      isConcurrent ? barriers.current.isInBarrier : serial.current.isHeld
    }

    private func underTarget(
      _ work: @escaping @Sendable () -> Void, _ file: StaticString, _ line: UInt
    ) -> @Sendable () -> Void {
      guard let target else { return work }
      return { target.sync(file: file, line: line, execute: work) }
    }

    @preconcurrency
    public static func concurrentPerform(
      iterations: Int, file: StaticString = #fileID, line: UInt = #line,
      execute: @Sendable (Int) -> Void
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
      _ flags: DispatchWorkItemFlags, _ work: @escaping @Sendable () -> Void, _ file: StaticString,
      _ line: UInt
    ) -> @Sendable () -> Void {
      guard isConcurrent else { return work }
      let barriers = barriers.current
      guard kind == .concurrent else { return { barriers.inside([], work) } }
      let turn = barriers.enter(flags, file, line)
      let flags = UncheckedBox(flags)
      return {
        turn.waitForOthers()
        barriers.inside(flags.value, work)
        turn.end()
      }
    }
  }
}
