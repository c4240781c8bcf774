internal import Interleaving

extension Timeline {
  /// A run as its log tells it.
  init(of run: RunReport) {
    let lanes = run.threads
    self.init(
      lanes: lanes,
      steps: run.events.map { event in
        Step(
          number: event.sequence + 1, lane: lanes.firstIndex(of: event.thread) ?? 0,
          queue: event.queue == event.thread ? nil : event.queue, text: event.label,
          place: event.place?.description)
      })
  }
}

extension WaitCycle {
  init(of report: DeadlockReport) {
    self.init(
      links: report.members.map {
        Link(
          thread: $0.thread, waitsFor: $0.wants, heldBy: $0.waitsFor ?? "nobody",
          place: $0.place.description)
      })
  }
}
