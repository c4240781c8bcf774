/// What one thread at a time can hold.
public enum Holdable: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// A lock.
  case lock(name: String)
  /// The thread that runs a block of a queue holds it.
  case queue(name: String)

  /// The name of the lock or queue.
  public var name: String {
    switch self {
    case .lock(let name), .queue(let name): name
    }
  }

  public var description: String {
    switch self {
    case .lock(let name): "lock \(name)"
    case .queue(let name): "queue \(name)"
    }
  }
}

/// What a thread can wait for.
public enum Want: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// A lock that another thread holds.
  case lock(name: String)
  /// Its turn on a queue.
  case turn(queue: String)
  /// The end of its block, which another thread has to run.
  case block(queue: String)
  /// The end of another thread.
  case end(thread: String)
  /// A signal of a semaphore.
  case signal(semaphore: String)
  /// A completion.
  case completion(name: String)
  /// A task: it has to be resumed.
  case continuation

  public var description: String {
    switch self {
    case .lock(let name): "lock \(name)"
    case .turn(let queue): "its turn on queue \(queue)"
    case .block(let queue): "its block on queue \(queue)"
    case .end(let thread): "the end of \(thread)"
    case .signal(let semaphore): "a signal of semaphore \(semaphore)"
    case .completion(let name): name
    case .continuation: "a continuation that no thread can resume"
    }
  }

  /// What another thread would have to let go of.
  public var held: Holdable? {
    switch self {
    case .lock(let name): .lock(name: name)
    case .turn(let queue), .block(let queue): .queue(name: queue)
    case .end, .signal, .completion, .continuation: nil
    }
  }
}

extension SharedObject {
  /// A lock or a queue, as reports name it.
  var holdable: Holdable { self is QueueModel ? .queue(name: name) : .lock(name: name) }
}

extension RunModel {
  /// What `thread`, which stands or waits, needs before it can go on.
  func want(of thread: VirtualThread) -> Want {
    let id = thread.pending.object
    if thread.pending.kind == .join { return .end(thread: threads[id].name) }
    let name = objects[id].name
    return switch thread.pending.kind {
    case .turn: .turn(queue: name)
    case .finishOnMain: .block(queue: name)
    case .wait, .timedWait: object(id, as: SemaphoreModel.self).want ?? .signal(semaphore: name)
    case .lock: .lock(name: name)
    default: .completion(name: name)
    }
  }
}
