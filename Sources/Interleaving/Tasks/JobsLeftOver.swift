extension ControlledCore {
  /// The current task begins or ends to wait for what may never come.
  static func noteIdleTask(_ isIdle: Bool) {
    guard let core = ThreadState.virtual?.core, let table = core.tasks,
      let task = Job.current.flatMap({ table.task(at: UnsafeRawPointer($0)) })
    else { return }
    table.note(task, isIdle: isIdle)
  }
}

/// Letting tasks out of a doomed run: each of their jobs is run, with the tasks cancelled.
extension ControlledCore {
  private static let leftoverLimit = 10_000

  /// A thread that runs one more job of a run that is being unwound; nil when none is left.
  func nextLeftover() -> VirtualThread? {
    guard let table = tasks, table.leftovers < Self.leftoverLimit else { return nil }
    table.leftovers += 1
    let isFirst = table.leftovers == 1
    if isFirst { takeBackMainJobs(table) }
    if let thread = model.threads.first(where: { $0.startsJob && $0.start != nil }) {
      return letOut(thread, isFirst ? { table.cancelAll() } : nil)
    }
    guard !table.arrivals.isEmpty || isFirst, let lane = leftoverLane() else { return nil }
    let arrival = table.arrivals.isEmpty ? nil : table.arrivals.removeFirst()
    lane.start = {
      if isFirst { table.cancelAll() }
      if let arrival { table.run(arrival.job, on: arrival.destination) }
    }
    return letOut(lane, nil)
  }

  private func letOut(_ thread: VirtualThread, _ first: (() -> Void)?) -> VirtualThread {
    if let first, let start = thread.start {
      thread.start = {
        first()
        try start()
      }
    }
    model.standing.remove(thread.id)
    model.ready.remove(thread.id)
    thread.phase = .running
    thread.startsJob = false
    return thread
  }

  private func leftoverLane() -> VirtualThread? {
    if let lane = model.threads.first(where: { $0.isLane && !$0.hasStack }) { return lane }
    let made = model.makeThread(
      "tasks", queue: nil, parent: nil, at: model.threads[0].pending.place, core: self)
    made?.isLane = true
    return made
  }

  private func takeBackMainJobs(_ table: TaskTable) {
    for start in model.object(mainQueue, as: QueueModel.self).takeJobs() {
      guard
        let lane = model.makeThread(
          "main", queue: nil, parent: nil, at: model.threads[0].pending.place, core: self)
      else { return }
      lane.isLane = true
      lane.start = start
      lane.startsJob = true
      lane.phase = .unstarted
    }
  }
}
