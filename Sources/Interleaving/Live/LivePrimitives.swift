internal import Dispatch
internal import Foundation
internal import Synchronization

/// A private serial queue.
final class LiveQueue: QueueCore {
  private let queue: DispatchQueue
  /// What a thread remembers it by. Dispatch keeps its queue until every block has run, so a block
  /// need not keep anything: two cores that count references to one object slow each other down.
  private let identity: ObjectIdentifier

  init(_ name: String) {
    queue = DispatchQueue(label: name)
    identity = ObjectIdentifier(queue)
  }

  var isCurrent: Bool { ThreadState.current.isInnermost(identity) }
  var isHeld: Bool { ThreadState.current.isInside(identity) }

  /// A Dispatch queue keeps the label it was born with.
  func rename(_ name: String) {}

  func async(at place: SourcePlace, _ block: @escaping () -> Void) {
    let once = OneShot(block)
    LiveActivity.shared.begin()
    queue.async { [identity] in
      ThreadState.current.inside(identity) { once.run() }
      LiveActivity.shared.end()
    }
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    queue.sync { ThreadState.current.inside(identity) { block() } }
  }
}

/// The main queue; being on it means being on the main thread, or, where `main` is an async
/// function and the main thread is gone, on the thread that drains the main queue.
final class LiveMainQueue: QueueCore {
  private static let mark = DispatchSpecificKey<Bool>()

  init() { DispatchQueue.main.setSpecific(key: Self.mark, value: true) }

  var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mark) != nil
      || ThreadState.existing?.isInside(ObjectIdentifier(self)) == true
  }
  var isHeld: Bool { isCurrent }

  /// There is one main queue, and everybody knows its name.
  func rename(_ name: String) {}

  func async(at place: SourcePlace, _ block: @escaping () -> Void) {
    let once = OneShot(block)
    LiveActivity.shared.begin()
    DispatchQueue.main.async {
      ThreadState.current.inside(ObjectIdentifier(self)) { once.run() }
      LiveActivity.shared.end()
    }
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    withoutActuallyEscaping(block) { block in
      let once = OneShot(block)
      DispatchQueue.main.sync { ThreadState.current.inside(ObjectIdentifier(self)) { once.run() } }
    }
  }
}

final class LiveLock: LockCore {
  private let lock = NSLock()
  func lock(at place: SourcePlace) { lock.lock() }
  func unlock(at place: SourcePlace) { lock.unlock() }
}

final class LiveSemaphore: SemaphoreCore {
  // Dispatch traps when a semaphore is destroyed below its first value, so it starts at 0.
  private let semaphore = DispatchSemaphore(value: 0)
  init(_ value: Int) { for _ in 0..<value { semaphore.signal() } }
  func wait(at place: SourcePlace) { semaphore.wait() }
  func signal(at place: SourcePlace) { semaphore.signal() }
}

final class LiveCompletion: CompletionCore {
  private let group = DispatchGroup()
  private let done = Atomic(false)
  init() { group.enter() }
  deinit { if !isComplete { group.leave() } }
  func wait(at place: SourcePlace) { group.wait() }
  func complete(at place: SourcePlace) {
    if !done.exchange(true, ordering: .acquiringAndReleasing) { group.leave() }
  }
  var isComplete: Bool { done.load(ordering: .acquiring) }
}
