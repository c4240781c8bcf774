extension SharedObject {
  /// The object as a sentence names it.
  var words: String {
    switch self {
    case is LockModel: "lock \(name)"
    case let queue as QueueModel: "\(queue.kind) \(name)"
    case is SemaphoreModel: "semaphore \(name)"
    default: name
    }
  }
}

extension RunModel {
  /// An operation as the rest of a sentence that begins with the thread: `takes lock A`.
  func words(_ operation: Operation) -> String {
    if operation.kind == .begin { return "begins" }
    guard operation.kind == .join || objects.indices.contains(operation.object) else {
      return "has made no step yet"
    }
    return fact(of: operation, isAwaited: false).words
  }

  /// The step that `thread` stands before. A thread that waits for the block it enqueues says so.
  func words(_ thread: VirtualThread) -> String {
    guard thread.pending.kind == .enqueue, thread.work?.keepsCallerWaiting == true else {
      return words(thread.pending)
    }
    return fact(of: thread).words
  }

  /// The same as a choice, with what comes of it: a queue that is idle is no reason to wait.
  func prospect(of thread: VirtualThread) -> String {
    guard thread.pending.kind == .enqueue, let work = thread.work, work.keepsCallerWaiting,
      case let queue = object(thread.pending.object, as: QueueModel.self), queue.isIdle
    else { return words(thread) }
    if case .onMain = work { return "has a block run on \(queue.words), which is idle" }
    return "enters \(queue.words), which is idle"
  }
}
