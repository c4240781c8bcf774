internal import Dispatch
internal import Foundation
internal import Synchronization

/// The main queue; being on it means being on the main thread, or, where `main` is an async
/// function and the main thread is gone, on the thread that drains the main queue.
final class LiveMainQueue: QueueCore {
  private static let mark = DispatchSpecificKey<Bool>()

  init() { DispatchQueue.main.setSpecific(key: Self.mark, value: true) }

  private var identity: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mark) != nil
      || ThreadState.existing?.isInside(identity) == true
  }
  var isHeld: Bool { isCurrent }

  /// There is one main queue, and everybody knows its name.
  func rename(_ name: String) {}

  func async(at place: SourcePlace, _ block: @escaping () -> Void) {
    let once = OneShot(block)
    LiveActivity.shared.begin()
    DispatchQueue.main.async { [identity] in
      ThreadState.current.inside(identity) { once.run() }
      LiveActivity.shared.end()
    }
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    withoutActuallyEscaping(block) { block in
      let once = OneShot(block)
      DispatchQueue.main.sync { [identity] in ThreadState.current.inside(identity) { once.run() } }
    }
  }
}

final class LiveLock: LockCore {
  private let lock = NSLock()
  func lock(at place: SourcePlace) { lock.lock() }
  func `try`(at place: SourcePlace) -> Bool { lock.try() }
  func unlock(at place: SourcePlace) { lock.unlock() }
}

final class LiveSemaphore: SemaphoreCore {
  // Dispatch traps when a semaphore is destroyed below its first value, so it starts at 0.
  private let semaphore = DispatchSemaphore(value: 0)
  init(_ value: Int) { for _ in 0..<value { semaphore.signal() } }
  func wait(at place: SourcePlace) { semaphore.wait() }
  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    semaphore.wait(timeout: .now() + limit / .seconds(1)) == .success
  }
  func signal(at place: SourcePlace) { semaphore.signal() }
}

final class LiveCompletion: CompletionCore {
  private let group = DispatchGroup()
  private let done = Atomic(false)
  init() { group.enter() }
  deinit { if !isComplete { group.leave() } }
  func wait(at place: SourcePlace) { group.wait() }
  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    group.wait(timeout: .now() + limit / .seconds(1)) == .success
  }
  func complete(at place: SourcePlace) {
    if !done.exchange(true, ordering: .acquiringAndReleasing) { group.leave() }
  }
  var isComplete: Bool { done.load(ordering: .acquiring) }
}
