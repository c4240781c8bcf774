/// Running jobs of a run, and cancelling its tasks.
extension TaskTable {
  /// Makes the calling task, which has not begun, prefer our executor. Without a preference it
  /// would go through actors that are free without ever being seen.
  func adoptCurrent(in core: ControlledCore, at place: SourcePlace) {
    guard let task = Job.current else { return }
    let job = Job(unsafeBitCast(task, to: UnownedJob.self))
    arriving.remove(job.identifier)
    if !knows(job.identifier) { meet(job, in: core, at: place) }
    guard adopted.insert(job.identifier).inserted else { return }
    if let preference = job.prefer(ControlledExecutor.shared.asUnownedTaskExecutor()) {
      preferences.append(preference)
    }
  }

  /// Runs `job` on the calling thread up to its next suspension.
  func run(_ job: Job, on destination: Destination) {
    let executor = ControlledExecutor.shared.asUnownedTaskExecutor()
    switch destination {
    case .anywhere: job.job.runSynchronously(on: executor)
    case .main:
      job.job.runSynchronously(
        isolatedTo: ControlledMainExecutor.shared.asUnownedSerialExecutor(),
        taskExecutor: executor)
    }
  }

  /// Asks all tasks to end, so that a doomed run can be left.
  func cancelAll() {
    for root in unfinished { TaskCancellation.cancel(root.job.pointer) }
  }

  /// The tasks that were cancelled since this was asked last, by no step of the run.
  func takeNewlyCancelled() -> [String] {
    var names: [String] = []
    for root in roots where !cancelled.contains(root.job.identifier) {
      guard TaskCancellation.isCancelled(root.job.pointer) else { continue }
      cancelled.insert(root.job.identifier)
      names.append(root.name)
    }
    return names
  }
}
