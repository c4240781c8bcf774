internal import Foundation

/// What the module knows about the thread that asks: its runtime and the queues it is inside of.
final class ThreadState {
  /// The controlled runtime this thread belongs to; nil on every other thread.
  var runtime: Runtime?
  /// The thread of that runtime which runs here.
  var virtual: VirtualThread?
  /// Where the live runtime started this thread.
  var startedAt: SourcePlace?
  /// As whom the races of a live run know what this thread does now.
  var party: LiveRaces.Party?
  /// The scheduler is at work here: what the language's runtime marks meanwhile, or what is handed
  /// to a real thread, is none of the program's doing.
  private(set) var isOwnAffair = false
  /// The cells that this thread is changing.
  let changing = GrowingList<ObjectIdentifier>(capacity: 1)
  /// The innermost block of a queue that this thread is running.
  private var innermost: UnsafePointer<Frame>?

  /// A block that a thread is inside of, and the one around it. It lives on the thread's stack, as
  /// long as the block does, so that a hop allocates nothing.
  private struct Frame {
    let queue: UnsafeRawPointer
    let outer: UnsafePointer<Frame>?
  }

  func isInnermost(_ queue: UnsafeRawPointer) -> Bool { innermost?.pointee.queue == queue }

  func isInside(_ queue: UnsafeRawPointer) -> Bool {
    var frame = innermost
    while let known = frame {
      if known.pointee.queue == queue { return true }
      frame = known.pointee.outer
    }
    return false
  }

  func inside(_ queue: UnsafeRawPointer, _ body: () -> Void) {
    let outer = innermost
    let frame = Frame(queue: queue, outer: outer)
    withUnsafePointer(to: frame) {
      innermost = $0
      body()
      innermost = outer
    }
  }

  /// Runs what is no doing of the program's.
  func asOwnAffair<Result>(_ body: () -> Result) -> Result {
    let outer = isOwnAffair
    isOwnAffair = true
    defer { isOwnAffair = outer }
    return body()
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

  /// The thread of a run which the calling thread is, if it is one. Each step asks, so it counts no
  /// reference to the state.
  static var virtual: VirtualThread? {
    guard let known = pthread_getspecific(key) else { return nil }
    return Unmanaged<ThreadState>.fromOpaque(known)._withUnsafeGuaranteedRef { $0.virtual }
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
