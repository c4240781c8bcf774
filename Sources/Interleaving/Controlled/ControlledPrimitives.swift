/// A private serial queue of a controlled run.
final class ControlledQueue: QueueCore {
  private let core: ControlledCore
  private let id: Int

  init(core: ControlledCore, id: Int) {
    self.core = core
    self.id = id
  }

  var isCurrent: Bool {
    guard let thread = ThreadState.virtual, thread.isOf(core) else { return false }
    return thread.queues.last == id
  }

  func rename(_ name: String) { core.renameQueue(id, name) }

  var isHeld: Bool {
    guard let thread = ThreadState.virtual, thread.isOf(core) else { return false }
    return thread.queues.contains(id)
  }

  func async(at place: SourcePlace, _ block: @escaping () -> Void) {
    guard let thread = core.caller("enqueues a block", object: id, at: place) else { return }
    let model = core.model
    let queue = model.object(id, as: QueueModel.self)
    if queue.thread == nil {
      let made = model.makeThread(
        queue.name, queue: id, parent: nil, at: place, core: core)
      guard let made else { return core.refuseThread(at: place) }
      queue.thread = made.id
    }
    thread.work = .async(block)
    core.point(thread, Operation(kind: .enqueue, object: id, place: place))
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    guard let thread = core.caller("enqueues a block", object: id, at: place) else {
      if isHeld { core.refuseOwnBlock(of: id, at: place) }
      return inline(block)
    }
    thread.work = .turn(of: thread.id)
    let depth = thread.queues.count
    core.point(thread, Operation(kind: .enqueue, object: id, place: place))
    guard core.isGoingOn else { return inline(block) }
    let queue = core.model.object(id, as: QueueModel.self)
    // It may be inside of the queue already, and waits for itself then.
    if thread.queues.count == depth {
      core.pause(thread, Operation(kind: .turn, object: id, place: place))
      guard core.isGoingOn else { return inline(block) }
    }
    block()
    if core.isGoingOn { core.model.finishBlock(of: queue, by: thread) }
  }

  /// In a run that is being unwound nothing waits any more.
  private func inline(_ block: () -> Void) {
    let thread = ThreadState.virtual
    thread?.queues.append(id)
    block()
    _ = thread?.queues.popLast()
  }
}

/// The main queue of a controlled run; being on it means being on the main thread.
final class ControlledMainQueue: QueueCore {
  private let core: ControlledCore
  private let id: Int

  init(core: ControlledCore, id: Int) {
    self.core = core
    self.id = id
  }

  var isCurrent: Bool {
    guard let thread = ThreadState.virtual, thread.isOf(core) else { return false }
    return thread.id == 0
  }

  /// There is one main queue, and everybody knows its name.
  func rename(_ name: String) {}

  var isHeld: Bool { isCurrent }

  func async(at place: SourcePlace, _ block: @escaping () -> Void) {
    guard let thread = core.caller("enqueues a block", object: id, at: place) else { return }
    thread.work = .async(block)
    core.point(thread, Operation(kind: .enqueue, object: id, place: place))
  }

  func sync(at place: SourcePlace, _ block: () -> Void) {
    guard let thread = core.caller("enqueues a block", object: id, at: place) else {
      if isHeld { core.refuseOwnBlock(of: id, at: place) }
      return block()
    }
    var didRun = false
    withoutActuallyEscaping(block) { block in
      let once = {
        didRun = true
        block()
      }
      thread.work = .onMain(once, waiter: thread.id)
      core.point(thread, Operation(kind: .enqueue, object: id, place: place))
      if core.isGoingOn {
        core.pause(thread, Operation(kind: .finishOnMain, object: id, place: place))
      }
      if !didRun {
        core.model.forgetBlock(of: thread, on: id)
        once()
      }
    }
  }
}

/// An object of a controlled run that threads operate on, by its number.
struct ControlledObject: Sendable {
  let core: ControlledCore
  let id: Int

  /// A scheduling point, if the calling thread is one of the run; false if it is not.
  @discardableResult
  func point(
    _ kind: OperationKind, _ what: @autoclosure () -> String, at place: SourcePlace
  ) -> Bool {
    guard let thread = core.caller(what(), object: id, at: place) else { return false }
    core.point(thread, Operation(kind: kind, object: id, place: place))
    return true
  }
}

final class ControlledLock: LockCore {
  private let object: ControlledObject

  init(_ object: ControlledObject) { self.object = object }

  func lock(at place: SourcePlace) { object.point(.lock, "takes a lock", at: place) }
  func `try`(at place: SourcePlace) -> Bool {
    object.attempt(.tryLock, "tries to take a lock", at: place)
  }
  func unlock(at place: SourcePlace) { object.point(.unlock, "gives a lock back", at: place) }
}

final class ControlledSemaphore: SemaphoreCore {
  private let object: ControlledObject

  init(_ object: ControlledObject) { self.object = object }

  func wait(at place: SourcePlace) {
    guard !object.point(.wait, "waits for a signal", at: place) else { return }
    object.core.parkBeforeWaiting()
  }

  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    object.attempt(.timedWait, within: limit, "waits for a signal", at: place)
  }
  func signal(at place: SourcePlace) { object.point(.signal, "signals", at: place) }
}

final class ControlledCompletion: CompletionCore {
  private let object: ControlledObject

  init(_ object: ControlledObject) { self.object = object }

  func wait(at place: SourcePlace) {
    guard !object.point(.awaitCompletion, "waits for a completion", at: place) else { return }
    object.core.parkBeforeWaiting()
  }

  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    _ = object.attempt(.poll, within: limit, "waits for a completion", at: place)
    guard object.core.isGoingOn else { return true }
    return object.core.model.object(object.id, as: CompletionModel.self).completed != nil
  }

  func complete(at place: SourcePlace) { object.point(.complete, "completes", at: place) }

  var isComplete: Bool {
    guard object.point(.poll, "asks for a completion", at: SourcePlace()) else { return true }
    return object.core.model.object(object.id, as: CompletionModel.self).completed != nil
  }
}

/// The end of a controlled thread, for `ThreadHandle.join`.
final class ControlledEnd: CompletionCore {
  private let core: ControlledCore
  private let thread: Int?

  init(core: ControlledCore, thread: Int?) {
    self.core = core
    self.thread = thread
  }

  func wait(at place: SourcePlace) {
    guard let thread, let caller = core.caller("joins a thread", at: place) else { return }
    let model = core.model
    guard model.mustWait(caller, forEndOf: model.threads[thread]) else { return }
    core.pause(caller, Operation(kind: .join, object: thread, place: place))
  }

  func wait(atMost limit: Duration, at place: SourcePlace) -> Bool {
    wait(at: place)
    return true
  }

  func complete(at place: SourcePlace) {}
  var isComplete: Bool { true }
}
