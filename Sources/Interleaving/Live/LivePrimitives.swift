internal import Dispatch
internal import Foundation
internal import Synchronization

/// The main queue; being on it means being on the main thread, or, where `main` is an async
/// function and the main thread is gone, on the thread that drains the main queue.
final class LiveMainQueue: QueueCore {
  private static let mark = DispatchSpecificKey<Bool>()
  private let races = LiveRaces.shared

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
    let once = OneShot(races.handedOver(block))
    LiveActivity.shared.begin()
    DispatchQueue.main.async { [identity] in
      ThreadState.current.inside(identity) { once.run() }
      LiveActivity.shared.end()
    }
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    let (before, after) = (races.moment(), LiveRaces.Moment.ifWatching)
    defer { races.take(after) }
    withoutActuallyEscaping(block) { block in
      let once = OneShot { [races] in
        races.take(before)
        block()
        races.give(after)
      }
      DispatchQueue.main.sync { [identity] in ThreadState.current.inside(identity) { once.run() } }
    }
  }
}

final class LiveLock: LockCore {
  private let lock = NSLock()
  private let moment = LiveRaces.Moment.ifWatching

  func lock(at place: SourcePlace) {
    lock.lock()
    LiveRaces.shared.take(moment)
  }
  func `try`(at place: SourcePlace) -> Bool {
    guard lock.try() else { return false }
    LiveRaces.shared.take(moment)
    return true
  }
  func unlock(at place: SourcePlace) {
    LiveRaces.shared.give(moment)
    lock.unlock()
  }
}

final class LiveSemaphore: SemaphoreCore {
  // Dispatch traps when a semaphore is destroyed below its first value, so it starts at 0.
  private let semaphore = DispatchSemaphore(value: 0)
  private let moment = LiveRaces.Moment.ifWatching
  init(_ value: Int) { for _ in 0..<value { semaphore.signal() } }

  func wait(at place: SourcePlace) {
    semaphore.wait()
    LiveRaces.shared.take(moment)
  }
  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    guard semaphore.wait(timeout: .now() + limit / .seconds(1)) == .success else { return false }
    LiveRaces.shared.take(moment)
    return true
  }
  func signal(at place: SourcePlace) {
    LiveRaces.shared.give(moment)
    semaphore.signal()
  }
}

final class LiveCompletion: CompletionCore {
  private let group = DispatchGroup()
  private let done = Atomic(false)
  private let moment = LiveRaces.Moment.ifWatching

  init() { group.enter() }
  deinit { if !isComplete { group.leave() } }

  func wait(at place: SourcePlace) {
    group.wait()
    LiveRaces.shared.take(moment)
  }
  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    guard group.wait(timeout: .now() + limit / .seconds(1)) == .success else { return false }
    LiveRaces.shared.take(moment)
    return true
  }
  func complete(at place: SourcePlace) {
    LiveRaces.shared.give(moment)
    if !done.exchange(true, ordering: .acquiringAndReleasing) { group.leave() }
  }
  var isComplete: Bool {
    guard done.load(ordering: .acquiring) else { return false }
    LiveRaces.shared.take(moment)
    return true
  }
}
