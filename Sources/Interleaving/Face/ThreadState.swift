internal import Foundation

/// What the module knows about the thread that asks: its runtime and the queues it is inside of.
final class ThreadState {
  /// The controlled runtime this thread belongs to; nil on every other thread.
  var runtime: Runtime?
  /// The thread of that runtime which runs here.
  var virtual: VirtualThread?
  /// The queues whose blocks this thread is running, innermost last.
  private(set) var queues: [any QueueCore] = []

  /// The identity of the innermost, for a comparison that touches nothing else.
  private(set) var innermostIdentity: ObjectIdentifier?

  func isInnermost(_ queue: any QueueCore) -> Bool {
    innermostIdentity == ObjectIdentifier(queue)
  }

  func isInside(_ queue: any QueueCore) -> Bool { queues.contains { $0 === queue } }

  func inside<Result>(_ queue: any QueueCore, _ body: () throws -> Result) rethrows -> Result {
    queues.append(queue)
    innermostIdentity = ObjectIdentifier(queue)
    defer {
      queues.removeLast()
      innermostIdentity = queues.last.map { ObjectIdentifier($0) }
    }
    return try body()
  }

  // `pthread_getspecific` costs 2 ns; a task-local or `Thread.current` more than ten times that.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { Unmanaged<ThreadState>.fromOpaque($0!).release() }
    return key
  }()

  /// The state of the calling thread if it ever had one.
  static var existing: ThreadState? {
    pthread_getspecific(key).map { Unmanaged<ThreadState>.fromOpaque($0).takeUnretainedValue() }
  }

  static var current: ThreadState {
    if let known = pthread_getspecific(key) {
      return Unmanaged<ThreadState>.fromOpaque(known).takeUnretainedValue()
    }
    let state = ThreadState()
    pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
    return state
  }
}
