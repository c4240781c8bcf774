// What a task may rely on: that its creator came before it, whoever resumed it, what it awaited, and
// the jobs of its actor before its own. The language's runtime says so by marks that are meant for
// ThreadSanitizer: who releases an address comes before who acquires it later.

extension ControlledCore {
  func noteRelease(of pointer: UnsafeRawPointer, by thread: VirtualThread) {
    note { tasks in
      let row = tasks.released[pointer] ?? model.clocks.make()
      tasks.released[pointer] = row
      model.clocks.joinSync(row, thread.row)
      model.clocks.tickSync(thread.row, thread.id)
    }
  }

  func noteAcquisition(of pointer: UnsafeRawPointer, by thread: VirtualThread) {
    note { tasks in
      if let row = tasks.released[pointer] { model.clocks.joinSync(thread.row, row) }
    }
  }

  /// Lazy globals are marked as well when they are made, and noting may need one.
  private func note(_ change: (TaskTable) -> Void) {
    guard isGoingOn, let tasks, !tasks.isNoting else { return }
    tasks.isNoting = true
    change(tasks)
    tasks.isNoting = false
  }

  /// A task that need not wait, for a continuation resumed already or for a child that has ended,
  /// goes on without a mark. So whatever was released to it or by its children counts from then
  /// on: rather a race too few than one that is none.
  func acquireUnmarked(by thread: VirtualThread) {
    guard let tasks, let task = Job.current.map({ UnsafeRawPointer($0) }) else {
      return
    }
    noteAcquisition(of: task, by: thread)
    for child in tasks.children[task] ?? [] { noteAcquisition(of: child, by: thread) }
  }
}
