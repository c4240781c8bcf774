extension RunModel {
  /// A task that never goes on: nothing of it is enqueued anywhere.
  func explainUnfinished(_ tasks: [TaskTable.Root]) -> DeadlockReport {
    let members = tasks.map {
      DeadlockReport.Member(
        thread: $0.name, holds: [],
        wants: .continuation, place: $0.place, waitsFor: nil)
    }
    return DeadlockReport(kind: .lostWakeUp, members: members, victims: [], isPartial: false)
  }
}
