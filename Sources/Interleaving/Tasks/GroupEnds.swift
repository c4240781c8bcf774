// A group hands on what its children bring in the order in which they end. Ends of children that bring
// nothing cannot be told apart, so that they are signals of one semaphore, which commute, and their
// parent waits for some of them:
//
//     parent                    child 1        child 2
//     await group.next()        x = 1; ends    y = 1; ends        either of them will do
//     sees x and y
//
// What a child brings can be told from what another one brings, and where the parent is on an actor
// a child that ends also puts it into the line of that actor: the order of all ends counts then.

/// The ends of the children of one group.
final class GroupEnds {
  let parent: UInt32
  /// What ends give and the parent takes.
  let semaphore: SemaphoreModel
  /// Ends that were not taken.
  var open = 0
  private var given: Int64 = 0

  init(parent: UInt32, semaphore: SemaphoreModel) {
    self.parent = parent
    self.semaphore = semaphore
  }

  /// Ends of one moment commute.
  func moment(orderCounts: Bool) -> Int64 {
    guard orderCounts else { return 1 }
    given += 1
    return 1 + given
  }

}

extension ControlledCore {
  /// A task has completed; its group, or who awaits it, learns of it next.
  func sawEnd(of job: Job, by thread: VirtualThread) {
    takeOwed(of: job.identifier, by: thread)
    thread.taskHasEnded = true
    guard job.isGroupChild else { return sawChildEnd(of: job, by: thread) }
    guard isGoingOn, let tasks, tasks.isFirstEnd(of: job.identifier),
      let ends = tasks.ends(of: job, in: model)
    else { return }
    let name = tasks.name(of: job.identifier) ?? "a task"
    var operation = Operation(
      kind: .signal, object: ends.semaphore.id, place: thread.pending.place,
      label: model.isTracing ? model.keep(SchedulerFact.task(step: .ends(task: name))) : nil)
    operation.moment = tasks.endMoment(of: job, ends)
    point(thread, operation)
    thread.endedIn = ends
    ends.open += 1
  }

  /// The parent goes on because of a child whose end `thread` runs.
  func noteWake(of task: UInt32, by thread: VirtualThread, _ tasks: TaskTable) -> Bool {
    guard let ends = thread.endedIn, ends.parent == task else { return false }
    tasks.owe(ends, ends.open)
    return !tasks.isOnActor(parent: task)
  }

  /// The parent found a child that had ended, and goes on at once. Its group is locked now.
  func noteTaking(ofChildAt pointer: UnsafeRawPointer, _ tasks: TaskTable) -> Bool {
    guard let job = Job.task(at: pointer), job.isGroupChild,
      let ends = tasks.ends(of: job, in: model), tasks.isCurrent(ends.parent)
    else { return false }
    tasks.owe(ends, min(1, ends.open))
    return !tasks.isOnActor(parent: ends.parent)
  }

  /// What the task has taken of its group without a step comes before all that it does from now on.
  func takeOwed(by thread: VirtualThread) {
    guard let tasks, !tasks.owed.isEmpty, let task = Job.current.map(TaskTable.identifier) else {
      return
    }
    takeOwed(of: task, by: thread)
  }

  /// The same for a task that is on its way, or at its end, and no more the current one.
  func takeOwed(of task: UInt32, by thread: VirtualThread) {
    guard let owed = tasks?.owed.removeValue(forKey: task) else { return }
    for (ends, count) in owed where isGoingOn {
      let label =
        model.isTracing ? model.keep(SchedulerFact.task(step: .goesOnAfterChild)) : nil
      model.stand(
        thread,
        before: Operation(
          kind: .wait, object: ends.semaphore.id, place: thread.pending.place, label: label,
          moment: Int64(count)))
      handOver(from: thread)
    }
  }

  func noteGroupIsLeft(_ group: UnsafeRawPointer, by thread: VirtualThread) {
    guard isGoingOn, let ends = tasks?.removeEnds(ofGroupAt: group) else { return }
    tasks?.owe(ends, ends.open)
    takeOwed(of: ends.parent, by: thread)
  }
}

extension TaskTable {
  /// The parent has taken so many ends. With nothing in between it takes them at once: a group that is
  /// left lets its parent go on only after the last.
  fileprivate func owe(_ ends: GroupEnds, _ count: Int) {
    guard count > 0 else { return }
    ends.open -= count
    var owed = owed[ends.parent] ?? []
    if let last = owed.indices.last, owed[last].ends === ends {
      owed[last].count += count
    } else {
      owed.append((ends, count))
    }
    self.owed[ends.parent] = owed
  }

  fileprivate func isCurrent(_ task: UInt32) -> Bool {
    Job.current.map(Self.identifier) == task
  }
}
