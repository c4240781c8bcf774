/// How jobs come into a run. Being enqueued is no point, because the language's runtime may hold
/// locks of its own while it enqueues; *starting* is.
extension ControlledCore {
  /// Whether a job that one of its threads enqueues belongs to this run.
  var takesJobs: Bool {
    switch stage {
    case .running, .ending, .unwinding: true
    case .over, .abandoned: false
    }
  }

  func arrive(
    _ unowned: UnownedJob, _ destination: TaskTable.Destination, after delay: Int64 = 0,
    isPreferred: Bool = false
  ) {
    let table = taskTable()
    guard let thread = ThreadState.current.virtual else { return }
    if delay > 0, isTracing {
      model.log(
        SchedulerFact.slept(nanoseconds: delay), by: thread, at: thread.pending.place)
    }
    let job = Job(unowned)
    if job.kind == .task {
      if !table.knows(job.identifier) {
        let alarm = delay > 0 ? "alarm of \(thread.name)" : nil
        table.meet(job, in: self, at: thread.pending.place, as: alarm)
      }
      if isPreferred { table.adopted.insert(job.identifier) }
    }
    table.arrivals.append(
      TaskTable.Arrival(job: job, destination: destination, delay: delay, from: thread))
  }

  /// The table, made when the first task comes.
  func taskTable() -> TaskTable {
    if let tasks { return tasks }
    let table = TaskTable(object: model.makeObject("tasks", SharedObject.init).id)
    tasks = table
    if !TaskSightings.seesTasksBegin { noteUnseenTasks() }
    return table
  }

  /// What tasks came to since the last point.
  func settle(_ table: TaskTable) {
    if let running { noteCancellations(table, by: running) }
    if !table.arrivals.isEmpty { admitJobs(table) }
  }

  /// Gives each job that arrived since the last point a thread that stands before its start.
  private func admitJobs(_ table: TaskTable) {
    let arrivals = table.arrivals
    table.arrivals.removeAll(keepingCapacity: true)
    // A task's own jobs first: what else comes takes the thread of a task that has none.
    for arrival in arrivals where arrival.job.kind == .task { admit(arrival, table) }
    for arrival in arrivals where arrival.job.kind != .task { admit(arrival, table) }
  }

  private func admit(_ arrival: TaskTable.Arrival, _ table: TaskTable) {
    let (job, from) = (arrival.job, arrival.from)
    var operation = Operation(kind: .startJob, object: table.object, place: from.pending.place)
    operation.touchesTasks = true
    operation.label = model.keep(SchedulerFact.task(step: step(arrival, table)))
    guard arrival.destination == .anywhere else {
      return model.enqueueJob(on: model.object(mainQueue), by: from, operation) {
        table.run(job, on: .main)
      }
    }
    guard let lane = lane(for: arrival, table) else { return refuseThread(at: operation.place) }
    model.release(from: from, to: lane.row)
    model.clocks.advance(lane.row, by: arrival.delay)
    let follows = from.runsResumption && job.kind == .task
    lane.start = { [unowned lane] in
      lane.drained = job.kind == .actor ? 0 : nil
      table.run(job, on: .anywhere)
    }
    lane.runsResumption = job.kind == .resumption
    model.standBeforeJob(lane, operation, isChoice: !follows)
  }

  private func step(_ arrival: TaskTable.Arrival, _ table: TaskTable) -> TaskStep {
    guard arrival.destination == .anywhere else {
      guard model.isTracing else { return .runs(task: "a task") }
      return .runs(task: table.name(of: arrival.job.identifier) ?? "a task")
    }
    guard arrival.delay == 0 else { return .wakesUp }
    return switch arrival.job.kind {
    case .task: table.lanes[arrival.job.identifier] == nil ? .begins : .goesOn
    case .actor: .goesOnInActor
    case .resumption: .comesBackFromYielding
    case .other: .goesOn
    }
  }

  /// The thread for a job: that of its task, or of the task that just gave its turn up, or any
  /// whose past is known to come before the job, or a new one.
  private func lane(for arrival: TaskTable.Arrival, _ table: TaskTable) -> VirtualThread? {
    let task = arrival.job.kind == .task ? arrival.job.identifier : nil
    if let known = task.flatMap({ table.lanes[$0] }), model.threads[known].phase == .idle {
      return model.threads[known]
    }
    if task == nil, arrival.from.isLane, arrival.from.phase == .idle { return arrival.from }
    let isNew = task.map { table.lanes[$0] == nil } ?? false
    let lane = isNew ? nil : reusableLane(after: arrival.from)
    guard let lane = lane ?? newLane(for: arrival, table) else { return nil }
    if let task { table.lanes[task] = lane.id }
    return lane
  }

  private func reusableLane(after thread: VirtualThread) -> VirtualThread? {
    let lane = model.threads.first { lane in
      lane.isLane && lane.phase == .idle
        && model.clocks.order(thread.row, lane.id) >= model.clocks.order(lane.row, lane.id)
    }
    // That the same thread runs both jobs is the scheduler's doing, not the program's.
    if let lane { model.clocks.forgetSync(lane.row, but: lane.id) }
    return lane
  }

  private func newLane(for arrival: TaskTable.Arrival, _ table: TaskTable) -> VirtualThread? {
    let name = arrival.job.kind == .task ? table.name(of: arrival.job.identifier) : nil
    let lane = model.makeThread(
      name ?? "an actor", queue: nil, parent: nil, at: arrival.from.pending.place, core: self)
    lane?.isLane = true
    return lane
  }
}

// MARK: Letting tasks out of a doomed run

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
