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

  /// The thread that cancels runs the handlers, in a lock that the task needs to take its handler away.
  private func runHandlers(
    of task: UInt32, by thread: VirtualThread, _ table: TaskTable, _ cancel: () -> Void
  ) {
    let state = ThreadState.current
    state.asOwnAffair {
      table.cancellations.append(TaskTable.Cancellation(task: task, thread: thread.id))
    }
    cancel()
    let ended = state.asOwnAffair {
      table.cancellations.remove(at: table.cancellations.lastIndex { $0.thread == thread.id }!)
    }
    guard isGoingOn else { return }
    for waiter in ended.waiting {
      model.clocks.join(model.threads[waiter].row, thread.row)
      model.ready.insert(waiter)
    }
  }

  static func askWhetherCancelled(_ step: TaskStep = .asksWhetherCancelled) {
    guard let (core, thread, table) = caller else { return }
    if case .asksWhetherCancelled = step { thread.asks = true }
    core.look(.read, by: thread, table, step, at: thread.pending.place)
    core.noteUnseenCancellation(table)
  }

  /// The calling task is about to add a handler.
  static func addsHandler() {
    askWhetherCancelled()
    guard let (core, thread, _) = caller, let task = Job.current else { return }
    ThreadState.current.asOwnAffair { core.noteHandler(ofTaskAt: task, by: thread) }
  }

  static func isGroupCancelled<Group>(_ group: Group) -> Bool {
    askWhetherCancelled()
    return TaskCancellation.isGroupCancelled(
      at: unsafeBitCast(group, to: UnsafeMutableRawPointer.self))
  }

  static func waitForHandlers() {
    askWhetherCancelled(.takesHandlerAway)
    guard let (core, thread, _) = caller, let task = Job.current else { return }
    ThreadState.current.asOwnAffair { core.waitForHandlers(ofTaskAt: task, by: thread) }
  }

  /// Waits as long as a thread runs the handlers of the task that is at `pointer`, if one is: until
  /// then it can neither suspend nor go on.
  func waitForHandlers(ofTaskAt pointer: UnsafeRawPointer, by thread: VirtualThread) {
    guard isGoingOn, let tasks, !tasks.cancellations.isEmpty, let task = tasks.task(at: pointer),
      let running = tasks.cancellation(of: task, notBy: thread.id)
    else { return }
    let canceller = tasks.cancellations[running].thread
    tasks.cancellations[running].waiting.insert(thread.id)
    pause(thread, Operation(kind: .join, object: canceller, place: thread.pending.place))
  }

  static var caller: (ControlledCore, VirtualThread, TaskTable)? {
    guard let thread = ThreadState.existing?.virtual, thread.core.isGoingOn,
      let table = thread.core.tasks
    else { return nil }
    return (thread.core, thread, table)
  }
}
