internal import Synchronization

/// What happens to the tasks of a run behind its back.
extension ControlledCore {
  /// A thread outside the run resumed one of its tasks.
  func noteForeignResumption(of task: String) {
    let failure = ProgramFailure.uncontrolledTask(
      "\(task) was resumed by a thread that the run does not control")
    intrusions.withLock { if !$0.contains(failure) { $0.append(failure) } }
  }

  /// Something cancelled a task between two points: what is cancelled is known, in which orders it
  /// could have been is not.
  func noteCancellations(_ table: TaskTable, by thread: VirtualThread) {
    for task in table.takeNewlyCancelled() {
      let failure = ProgramFailure.uncontrolledTask(
        "\(task) was cancelled by \(thread.name), which is no step of the run")
      intrusions.withLock { if !$0.contains(failure) { $0.append(failure) } }
    }
  }

  func noteUnseenCancellation(_ table: TaskTable) {
    if let current = Job.current { noteUnseenCancellation(of: current, table) }
  }

  func noteUnseenCancellation(of task: UnsafeMutableRawPointer, _ table: TaskTable) {
    guard table.isCancelledUnseen(task) else { return }
    table.hasUnseenCancellation = true
    noteIfAsked(table)
  }

  /// Where nothing in a run asks whether it is cancelled, sleeps or has a handler, it makes no
  /// difference when something is.
  private func noteIfAsked(_ table: TaskTable) {
    guard table.hasUnseenCancellation, table.asksForCancellation else { return }
    model.record.unordered.insert(.cancellation)
  }

  /// Where tasks cannot be followed from their first step, a run that has one says so.
  func noteUnseenTasks() {
    let failure = ProgramFailure.uncontrolledTask(
      "tasks cannot be followed in this build, which hides swift_task_enterThreadLocalContext")
    intrusions.withLock { if !$0.contains(failure) { $0.append(failure) } }
  }

  /// A run that has a task says so where the language's runtime is not the one we know.
  func noteUnknownLayout() {
    let failure = Self.unknownLayout
    intrusions.withLock { if !$0.contains(failure) { $0.append(failure) } }
  }

  /// The better reason, if a run got out of hand because it has a task that could not be taken.
  func reason(_ failure: ProgramFailure) -> ProgramFailure {
    intrusions.withLock { $0.contains(Self.unknownLayout) } ? Self.unknownLayout : failure
  }

  private static var unknownLayout: ProgramFailure {
    .uncontrolledTask(
      "tasks cannot be controlled with this version of Swift: \(JobLayout.problem ?? "")")
  }

  /// A block for the end of the run started a task, which the run will not wait for.
  func noteLateTask() {
    let failure = ProgramFailure.uncontrolledTask(
      "a block given to atEnd starts a task; it is not run")
    intrusions.withLock { if !$0.contains(failure) { $0.append(failure) } }
  }

  /// A step that asks, or changes, what is cancelled.
  func look(
    _ kind: OperationKind, by thread: VirtualThread, _ table: TaskTable, _ step: TaskStep,
    at place: SourcePlace
  ) {
    if kind == .read, isGoingOn {
      table.asksForCancellation = true
      noteIfAsked(table)
    }
    let label = model.isTracing ? model.keep(SchedulerFact.task(step: step)) : nil
    point(thread, Operation(kind: kind, object: table.object, place: place, label: label))
  }

  /// The table, if the calling thread is one whose new tasks belong to the run.
  func taskTableForNewTask() -> TaskTable? {
    ThreadState.current.taskCore === self ? taskTable() : nil
  }
}
