/// A private serial queue of a controlled run.
final class ControlledQueue: QueueCore {
  private let core: ControlledCore
  private let id: Int

  init(core: ControlledCore, id: Int) {
    self.core = core
    self.id = id
  }

  var isCurrent: Bool {
    guard let thread = ThreadState.current.virtual, thread.core === core else { return false }
    return thread.queues.last == id
  }

  func rename(_ name: String) { core.renameQueue(id, name) }

  var isHeld: Bool {
    guard let thread = ThreadState.current.virtual, thread.core === core else { return false }
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
      return inline(block)
    }
    thread.work = .turn(of: thread.id)
    core.point(thread, Operation(kind: .enqueue, object: id, place: place))
    guard core.isGoingOn else { return inline(block) }
    let queue = core.model.object(id, as: QueueModel.self)
    if queue.runner != thread.id || thread.queues.last != id {
      core.pause(thread, Operation(kind: .turn, object: id, place: place))
      guard core.isGoingOn else { return inline(block) }
    }
    block()
    if core.isGoingOn { core.model.finishBlock(of: queue, by: thread) }
  }

  /// In a run that is being unwound nothing waits any more.
  private func inline(_ block: () -> Void) {
    let thread = ThreadState.current.virtual
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
    guard let thread = ThreadState.current.virtual, thread.core === core else { return false }
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

final class ControlledLock: LockCore {
  private let core: ControlledCore
  private let id: Int

  init(core: ControlledCore, id: Int) {
    self.core = core
    self.id = id
  }

  func lock(at place: SourcePlace) {
    guard let thread = core.caller("takes a lock", object: id, at: place) else { return }
    core.point(thread, Operation(kind: .lock, object: id, place: place))
  }

  func unlock(at place: SourcePlace) {
    guard let thread = core.caller("gives a lock back", object: id, at: place) else { return }
    core.point(thread, Operation(kind: .unlock, object: id, place: place))
  }
}

final class ControlledSemaphore: SemaphoreCore {
  private let core: ControlledCore
  private let id: Int

  init(core: ControlledCore, id: Int) {
    self.core = core
    self.id = id
  }

  func wait(at place: SourcePlace) {
    guard let thread = core.caller("waits for a signal", object: id, at: place) else { return }
    core.point(thread, Operation(kind: .wait, object: id, place: place))
  }

  func signal(at place: SourcePlace) {
    guard let thread = core.caller("signals", object: id, at: place) else { return }
    core.point(thread, Operation(kind: .signal, object: id, place: place))
  }
}

final class ControlledCompletion: CompletionCore {
  private let core: ControlledCore
  private let id: Int

  init(core: ControlledCore, id: Int) {
    self.core = core
    self.id = id
  }

  func wait(at place: SourcePlace) {
    guard let thread = core.caller("waits for a completion", object: id, at: place) else { return }
    core.point(thread, Operation(kind: .awaitCompletion, object: id, place: place))
  }

  func complete(at place: SourcePlace) {
    guard let thread = core.caller("completes", object: id, at: place) else { return }
    core.point(thread, Operation(kind: .complete, object: id, place: place))
  }

  var isComplete: Bool {
    let place = SourcePlace()
    guard let thread = core.caller("asks for a completion", object: id, at: place) else {
      return true
    }
    core.point(thread, Operation(kind: .poll, object: id, place: place))
    return core.model.object(id, as: CompletionModel.self).completed != nil
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

  func complete(at place: SourcePlace) {}
  var isComplete: Bool { true }
}
