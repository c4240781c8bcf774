// A task on an actor that awaits a child gives the actor free only where the child has not ended yet:
//
//     the parent, on an actor       the child
//     awaits                                         suspends: others come to the actor
//                                   ends
//                                   ends
//     awaits                                         goes on at once
//
// So to come to await, and to end, are steps. Elsewhere it makes no difference who is first.

extension TaskTable {
  /// A child that is in no group is begun.
  func noteChild(_ job: Job, _ name: String, in model: RunModel) {
    let end = model.makeObject("the end of \(name)", CompletionModel.init)
    childEnds[job.identifier] = end
  }
}

extension ControlledCore {
  /// A task in no group has completed.
  func sawChildEnd(of job: Job, by thread: VirtualThread) {
    guard isGoingOn, let tasks, let end = tasks.childEnds[job.identifier],
      tasks.isFirstEnd(of: job.identifier)
    else { return }
    let name = tasks.name(of: job.identifier) ?? "a task"
    stepAtEnd(.complete, end, by: thread, .ends(task: name))
  }

  /// The current task is about to suspend until another has ended, or has found that it has.
  func sawAwait(ofTaskAt pointer: UnsafeRawPointer, by thread: VirtualThread) {
    guard isGoingOn, let tasks, let child = Job.task(at: pointer), !child.isGroupChild,
      let parent = Job.current, tasks.isParent(parent, of: child)
    else { return }
    // It has been left, and cancelled before it is awaited: also where it had ended, there are orders
    // in which it had not.
    noteUnseenCancellation(of: child.pointer, tasks)
    guard let end = tasks.childEnds[child.identifier],
      tasks.awaited.insert(child.identifier).inserted
    else { return }
    let name = tasks.name(of: child.identifier) ?? "a task"
    stepAtEnd(.poll, end, by: thread, .awaits(task: name))
  }

  private func stepAtEnd(
    _ kind: OperationKind, _ end: CompletionModel, by thread: VirtualThread, _ step: TaskStep
  ) {
    let label = model.isTracing ? model.keep(SchedulerFact.task(step: step)) : nil
    point(
      thread,
      Operation(kind: kind, object: end.id, place: thread.pending.place, label: label))
  }
}
