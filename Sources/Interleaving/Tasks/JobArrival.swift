/// How jobs come into a run. Being handed to the run is no step, because the language's runtime may
/// hold locks of its own then. To arrive at an actor is one, made before (`sawArrival`).
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
    let state = ThreadState.current
    guard let thread = state.virtual else { return }
    // A task that asks to be woken holds no lock of the language's, so that this may be a step.
    let place = thread.pending.place
    if delay > 0, let tasks, isGoingOn { look(.read, by: thread, tasks, .sleeps, at: place) }
    let timer = delay > 0 ? setTimer("an alarm", by: thread, after: delay, at: place) : nil
    state.asOwnAffair {
      take(unowned, destination, after: delay, timer, isPreferred, from: thread)
    }
  }

  private func take(
    _ unowned: UnownedJob, _ destination: TaskTable.Destination, after delay: Int64,
    _ timer: TimerModel?, _ isPreferred: Bool, from thread: VirtualThread
  ) {
    let table = taskTable()
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
    if delay > 0 || job.kind == .resumption, let task = Job.current.map(TaskTable.identifier) {
      table.endVisits(of: task)
    }
    let actor = job.kind == .actor ? thread.arrivedAt.take() : nil
    let isWoken = job.kind == .task && noteWake(of: job.identifier, by: thread, table)
    table.arrivals.append(
      TaskTable.Arrival(
        job: job, destination: destination, delay: delay, timer: timer, from: thread,
        row: model.snapshot(thread), actor: actor, task: Job.current.map(TaskTable.identifier),
        isWokenByChild: isWoken))
  }

  /// The table, made when the first task comes.
  func taskTable() -> TaskTable {
    if let tasks { return tasks }
    let object = model.makeObject("tasks", ResourceModel.init)
    object.guardsItself = true
    let table = TaskTable(object: object.id)
    tasks = table
    if !TaskSightings.seesTasksBegin { noteUnseenTasks() }
    if !LanguageHooks.seesStreams { model.record.unordered.insert(.unseenStream) }
    return table
  }

  /// What tasks came to since the last point.
  func settle(_ table: TaskTable) {
    ThreadState.current.asOwnAffair {
      if let running { noteCancellations(table, by: running) }
      if !table.arrivals.isEmpty { admitJobs(table) }
    }
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
    operation.touchesTasks = model.tasksDependOnAll
    operation.label = model.keep(SchedulerFact.task(step: step(arrival, table)))
    guard arrival.destination == .anywhere else {
      return model.enqueueJob(on: model.object(mainQueue), since: arrival.row, operation) {
        table.run(job, on: .main)
      }
    }
    let isAlarm = arrival.delay > 0
    guard let lane = lane(for: arrival, table) else { return refuseThread(at: operation.place) }
    if !arrival.isWokenByChild { model.clocks.join(lane.row, arrival.row) }
    model.clocks.advance(lane.row, by: arrival.delay)
    let follows = from.runsResumption && job.kind == .task
    lane.start = { [unowned self, unowned lane] in
      lane.drained = job.kind == .actor ? 0 : nil
      if isAlarm, isGoingOn { look(.read, by: lane, table, .wakesUp, at: operation.place) }
      table.run(job, on: .anywhere)
    }
    lane.runsResumption = job.kind == .resumption
    model.standBeforeJob(lane, operation, isChoice: model.tasksDependOnAll && !follows)
    if let timer = arrival.timer { model.standBeforeDeadline(lane, timer, at: operation.place) }
  }

  private func step(_ arrival: TaskTable.Arrival, _ table: TaskTable) -> TaskStep {
    guard arrival.destination == .anywhere else {
      guard model.isTracing else { return .runs(task: "a task") }
      return .runs(task: table.name(of: arrival.job.identifier) ?? "a task")
    }
    return switch arrival.job.kind {
    case .task: table.lanes[arrival.job.identifier] == nil ? .begins : .goesOn
    case .actor: .goesOnInActor
    case .resumption: .comesBackFromYielding
    case .other: .goesOn
    }
  }

  /// The thread for a job: that of its task, or of the task that just gave its turn up, or a new
  /// one. Never that of another task: which one would be free depends on the order of things that
  /// have nothing to do with each other, and so would who makes which step.
  private func lane(for arrival: TaskTable.Arrival, _ table: TaskTable) -> VirtualThread? {
    let task = arrival.job.kind == .task ? arrival.job.identifier : nil
    if let known = task.flatMap({ table.lanes[$0] }), model.threads[known].phase == .idle {
      return model.threads[known]
    }
    if let actor = arrival.actor { return lane(ofActor: actor, for: arrival, table) }
    if task == nil, let own = arrival.task.flatMap({ table.lanes[$0] }),
      model.threads[own].phase == .idle
    {
      return model.threads[own]
    }
    let name = task.flatMap { table.name(of: $0) } ?? "an actor"
    // A loop that sleeps has an alarm each time round.
    let isAlarm = arrival.delay > 0
    let alarm = isAlarm ? table.alarmLanes[arrival.from.id].map { model.threads[$0] } : nil
    let idle = alarm?.phase == .idle ? alarm : nil
    guard let lane = idle ?? newLane(named: name, for: arrival) else { return nil }
    if isAlarm { table.alarmLanes[arrival.from.id] = lane.id }
    if let task { table.lanes[task] = lane.id }
    return lane
  }

  /// An actor keeps its thread.
  private func lane(
    ofActor id: Int, for arrival: TaskTable.Arrival, _ table: TaskTable
  ) -> VirtualThread? {
    let queue = model.object(id, as: QueueModel.self)
    if let known = queue.thread, model.threads[known].phase == .idle { return model.threads[known] }
    let lane = newLane(named: queue.name, of: queue.origin, for: arrival)
    lane?.actor = id
    queue.thread = lane?.id
    return lane
  }

  private func newLane(
    named name: String, of thing: Origin? = nil, for arrival: TaskTable.Arrival
  ) -> VirtualThread? {
    let lane = model.makeThread(
      name, queue: nil, parent: nil, madeBy: arrival.from, of: thing,
      at: arrival.from.pending.place, core: self)
    lane?.isLane = true
    return lane
  }
}
