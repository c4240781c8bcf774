/// Cancelling, and asking, as steps of a run.
extension ControlledCore {
  func cancel(
    _ task: UnsafeMutableRawPointer, by thread: VirtualThread, _ table: TaskTable,
    at place: SourcePlace
  ) {
    look(.write, by: thread, table, .cancels, at: place)
    let number = TaskTable.identifier(task)
    ThreadState.current.asOwnAffair { _ = table.cancelled.insert(number) }
    runHandlers(of: number, by: thread, table) { TaskCancellation.cancel(task) }
  }

  static func cancelGroup<Group>(of group: Group) {
    let group = unsafeBitCast(group, to: UnsafeMutableRawPointer.self)
    guard let (core, thread, table) = caller, let task = Job.current else {
      return TaskCancellation.cancelGroup(at: group)
    }
    core.look(.write, by: thread, table, .cancelsGroup, at: thread.pending.place)
    let parent = TaskTable.identifier(task)
    ThreadState.current.asOwnAffair { _ = table.cancelledGroups.insert(parent) }
    core.runHandlers(of: parent, by: thread, table) { TaskCancellation.cancelGroup(at: group) }
  }

  /// The thread that cancels runs the handlers. The language's runtime does so in a lock that the task
  /// needs as well, to suspend or to go on; that is nowhere promised, and would let neither go on while
  /// the other waits. So the program's own handlers are run when that lock is free again.
  private func runHandlers(
    of task: UInt32, by thread: VirtualThread, _ table: TaskTable, _ cancel: () -> Void
  ) {
    let state = ThreadState.current
    let claimed = state.asOwnAffair {
      table.cancellations.append(TaskTable.Cancellation(task: task, thread: thread.id))
      return table.claimHandlers(below: task)
    }
    cancel()
    let handlers = state.asOwnAffair {
      table.cancellations[table.cancellation(by: thread.id)].isInRuntime = false
      return claimed.filter { handler in
        handler.isClaimed = TaskCancellation.isCancelled(handler.pointer)
        handler.isCancellers = handler.isClaimed
        return handler.isClaimed
      }
    }
    for handler in handlers { run(handler, by: thread) }
    let ended = state.asOwnAffair {
      if isGoingOn { for handler in handlers { handler.end = model.clocks.copy(thread.row) } }
      return table.cancellations.remove(at: table.cancellation(by: thread.id))
    }
    guard isGoingOn else { return }
    for waiter in ended.waiting {
      model.clocks.join(model.threads[waiter].row, thread.row)
      model.ready.insert(waiter)
    }
  }

  private func run(_ handler: CancellationHandler, by thread: VirtualThread) {
    if isGoingOn {
      ThreadState.current.asOwnAffair { model.clocks.joinSync(thread.row, handler.row) }
    }
    handler.body()
  }

  /// The calling task adds a handler; nil outside of a run.
  static func addHandler(_ body: @escaping @Sendable () -> Void) -> CancellationHandler? {
    askWhetherCancelled()
    guard let (core, thread, table) = caller, let task = Job.current else { return nil }
    return ThreadState.current.asOwnAffair {
      let row = core.model.clocks.make()
      core.model.clocks.join(row, thread.row)
      core.model.clocks.tickSync(thread.row, thread.id)
      let handler = CancellationHandler(
        task: TaskTable.identifier(task), pointer: task, row: row, body: body)
      table.handlers.append(handler)
      return handler
    }
  }

  /// The language's runtime runs a handler: of a task that is cancelled already, or by no step of the
  /// run. One that is claimed is run by the thread that cancels.
  static func runtimeRuns(_ handler: CancellationHandler) {
    if handler.isClaimed { return }
    handler.isClaimed = true
    guard let (core, thread, _) = caller else { return handler.body() }
    core.run(handler, by: thread)
  }

  /// What the handler did comes before what the task does from now on, whether or not that had to
  /// wait for it.
  static func remove(_ handler: CancellationHandler) {
    handler.body = {}
    guard let (core, thread, table) = caller else { return }
    ThreadState.current.asOwnAffair {
      if let end = handler.end { core.model.clocks.join(thread.row, end) }
      table.handlers.removeAll { $0 === handler }
    }
  }

  static func askWhetherCancelled(_ step: TaskStep = .asksWhetherCancelled) {
    guard let (core, thread, table) = caller else { return }
    if case .asksWhetherCancelled = step { thread.asks = true }
    core.look(.read, by: thread, table, step, at: thread.pending.place)
    core.noteUnseenCancellation(table)
  }

  static func isGroupCancelled<Group>(_ group: Group) -> Bool {
    askWhetherCancelled()
    return TaskCancellation.isGroupCancelled(
      at: unsafeBitCast(group, to: UnsafeMutableRawPointer.self))
  }

  /// A task that takes a handler away waits for the thread that cancels it, if that runs this one. Of
  /// one that came too late for that, the task has been the first to know.
  static func wait(for handler: CancellationHandler?) {
    askWhetherCancelled(.takesHandlerAway)
    guard let (core, thread, _) = caller, let task = Job.current, let handler,
      handler.isCancellers, handler.end == nil
    else { return }
    ThreadState.current.asOwnAffair {
      core.waitForHandlers(ofTaskAt: task, by: thread, inRuntimeOnly: false)
    }
  }

  /// Waits as long as a thread runs handlers of the task that is at `pointer`, if one is. As long as
  /// these are the runtime's own, the task can neither suspend nor go on.
  func waitForHandlers(
    ofTaskAt pointer: UnsafeRawPointer, by thread: VirtualThread, inRuntimeOnly: Bool = true
  ) {
    guard isGoingOn, let tasks, !tasks.cancellations.isEmpty, let task = tasks.task(at: pointer),
      let running = tasks.cancellation(of: task, notBy: thread.id, inRuntimeOnly: inRuntimeOnly)
    else { return }
    let canceller = tasks.cancellations[running].thread
    tasks.cancellations[running].waiting.insert(thread.id)
    pause(thread, Operation(kind: .join, object: canceller, place: thread.pending.place))
  }

  static var caller: (ControlledCore, VirtualThread, TaskTable)? {
    guard let thread = ThreadState.virtual, thread.core.isGoingOn,
      let table = thread.core.tasks
    else { return nil }
    return (thread.core, thread, table)
  }
}

/// A handler of the program's, of a task that is part of a run.
final class CancellationHandler: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let task: UInt32
  let pointer: UnsafeMutableRawPointer
  /// What the task had done when it added this.
  let row: ClockTable.Row
  /// What was done when another thread had run it, and all that it runs with it.
  fileprivate(set) var end: ClockTable.Row?
  /// It does not outlive the function that has added it.
  fileprivate(set) var body: @Sendable () -> Void
  /// Whether a thread runs it, or has.
  var isClaimed = false
  /// Whether that is the thread that cancels.
  fileprivate(set) var isCancellers = false

  init(
    task: UInt32, pointer: UnsafeMutableRawPointer, row: ClockTable.Row,
    body: @escaping @Sendable () -> Void
  ) {
    (self.task, self.pointer, self.row, self.body) = (task, pointer, row, body)
  }
}
