/// How jobs move through the model.
extension RunModel {
  /// Puts `thread`, which has a job to run, before its start. What is no choice happens at once.
  func standBeforeJob(_ thread: VirtualThread, _ operation: Operation, isChoice: Bool) {
    thread.pending = operation
    thread.phase = .unstarted
    thread.startsJob = true
    if isChoice { standing.insert(thread.id) } else { ready.insert(thread.id) }
  }

  func startJob(_ thread: VirtualThread) {
    thread.startsJob = false
    thread.runsJob = true
    thread.endedIn = nil
    thread.taskHasEnded = false
    thread.forgetTimers()
    if thread.id == 0 { mainBegan = clocks.time(thread.row) }
  }

  /// Enqueues a job of the main actor behind what waits for the main queue already.
  func enqueueJob(
    on queue: QueueModel, since row: ClockTable.Row, _ operation: Operation,
    _ block: @escaping () -> Void
  ) {
    queue.append(
      QueueModel.Ticket(
        place: operation.place, enqueued: row, work: .job(block, operation)))
    startNext(of: queue)
  }

  /// `thread` goes on inside a job: every step of a job so far is before it, as what they do in the
  /// language's own runtime cannot be seen. What a task may rely on is another matter.
  func joinJobs(_ thread: VirtualThread) {
    if let lastTouch { clocks.joinOrder(thread.row, steps[lastTouch].row) }
  }
}
