internal import Dispatch
internal import Interleaving
internal import Synchronization

/// Who is inside a concurrent queue. Without a barrier, no block waits.
///
///     async          goes in at once, unless behind a barrier
///     async barrier  waits for all that came before; all that come later wait for it
///
/// To come is a step: who comes before a barrier and who after it makes a difference.
final class Barriers: Sendable {
  struct Turn {
    fileprivate let others: [Completion]
    fileprivate let mine: Completion

    func waitForOthers() { for other in others { other.wait() } }
    func end() { mine.complete() }
  }

  private let runtime: Runtime
  private let door: Resource
  private let state = Mutex<(inside: [Completion], barrier: Completion?)>(([], nil))

  /// The threads that are inside, and whether by a barrier, innermost last.
  private let threads = Mutex<[(thread: String, isBarrier: Bool)]>([])

  init(_ runtime: Runtime, _ label: String) {
    self.runtime = runtime
    door = runtime.resource("queue \(label)", guardsItself: true)
  }

  /// Runs what may go in.
  func inside<Result>(
    _ flags: DispatchWorkItemFlags, _ body: () throws -> Result
  ) rethrows -> Result {
    let thread = Runtime.nameOfThread ?? ""
    threads.withLock { $0.append((thread, flags.contains(.barrier))) }
    defer {
      threads.withLock { threads in
        if let last = threads.lastIndex(where: { $0.thread == thread }) { threads.remove(at: last) }
      }
    }
    return try body()
  }

  var isInside: Bool {
    let thread = Runtime.nameOfThread ?? ""
    return threads.withLock { $0.contains { $0.thread == thread } }
  }

  var isInBarrier: Bool {
    let thread = Runtime.nameOfThread ?? ""
    return threads.withLock { $0.contains { $0.thread == thread && $0.isBarrier } }
  }

  /// The place of a block, from which it may have to wait for others.
  func enter(_ flags: DispatchWorkItemFlags, _ file: StaticString, _ line: UInt) -> Turn {
    let isBarrier = flags.contains(.barrier)
    runtime.access(
      door, isBarrier ? .write : .read, "comes to \(door.name)" + (isBarrier ? ", alone" : ""),
      file: file, line: line)
    let mine = runtime.completion("block of \(door.name)")
    return state.withLock { state in
      guard isBarrier else {
        state.inside.append(mine)
        return Turn(others: state.barrier.map { [$0] } ?? [], mine: mine)
      }
      defer { state = ([], mine) }
      return Turn(others: state.inside + (state.barrier.map { [$0] } ?? []), mine: mine)
    }
  }
}
