// What a task may rely on: that its creator came before it, the thread that resumed it, what it awaited, and
// the jobs of its actor before its own. The language's runtime says so by marks that are meant for
// ThreadSanitizer: who releases an address comes before who acquires it later.

extension ControlledCore {
  func noteRelease(of pointer: UnsafeRawPointer, by thread: VirtualThread) {
    note { tasks in
      let row = tasks.released[pointer] ?? model.clocks.make()
      tasks.released[pointer] = row
      // Some end of a child is what a parent waits for, not this one.
      if let ends = thread.endedIn, tasks.task(at: pointer) == ends.parent,
        !tasks.isOnActor(parent: ends.parent)
      {
        model.clocks.joinSync(row, thread.row)
      } else {
        model.clocks.join(row, thread.row)
      }
      model.clocks.tickSync(thread.row, thread.id)
    }
  }

  func noteAcquisition(of pointer: UnsafeRawPointer, by thread: VirtualThread) {
    note { tasks in
      guard let row = tasks.released[pointer] else { return }
      let job = Job.task(at: pointer)
      // A task that is being made, where one was before.
      if let job, !tasks.knows(job.identifier) { return }
      // Who cancels takes the task's lock for a moment, and the runtime marks this as if it had waited
      // for what the task has done; but it may come sooner.
      let cancels = tasks.cancellations.contains { $0.thread == thread.id && $0.isInRuntime }
      if let job, cancels || tasks.passesOnPriority(to: job.identifier) { return }
      let isTakenOfGroup = noteTaking(ofChildAt: pointer, tasks)
      // Lazy globals are marked too, of which only the first run knows.
      if !isTakenOfGroup, job != nil || tasks.isActor(pointer) {
        model.clocks.joinOrder(thread.row, row)
      }
      model.clocks.joinSync(thread.row, row)
    }
  }

  private func note(_ change: (TaskTable) -> Void) {
    if isGoingOn, let tasks { change(tasks) }
  }

  /// A task that need not wait, for a continuation resumed already or for a child that has ended,
  /// goes on without a mark. So whatever was released to it or by its children counts from then
  /// on: rather a race too few than one that is none.
  func acquireUnmarked(by thread: VirtualThread) {
    guard let tasks, let task = Job.current.map({ UnsafeRawPointer($0) }) else {
      return
    }
    for pointer in [task] + (tasks.children[task] ?? []) {
      note { tasks in
        if let row = tasks.released[pointer] { model.clocks.joinSync(thread.row, row) }
      }
    }
  }
}
