internal import Interleaving
internal import WorkbookKit

/// One order of a program as pages and pictures show it, made of what its log knows.
struct ShownRun {
  let experiment: Experiment
  let run: RunReport
  let timeline: Timeline
  let outcome: Outcome
  let cycle: WaitCycle?
  /// For each lane, the steps between which its thread stands still.
  let waits: [[Wait]]

  /// A thread stands still behind a step of its own.
  struct Wait {
    let from: Int
    /// The number of the step with which it goes on; nil where it never does.
    let to: Int?
  }

  init(_ experiment: Experiment, _ run: RunReport) {
    self.experiment = experiment
    self.run = run
    timeline = Timeline(of: run)
    outcome = experiment.outcome(of: run)
    cycle = run.deadlock.map { WaitCycle(of: $0) }
    waits = Self.waits(in: timeline, run)
  }

  private static func waits(in timeline: Timeline, _ run: RunReport) -> [[Wait]] {
    let stuck = Set(((run.deadlock?.members ?? []) + (run.deadlock?.victims ?? [])).map(\.thread))
    return timeline.lanes.indices.map { lane in
      let own = timeline.steps.filter { $0.lane == lane }
      var waits = zip(own, own.dropFirst()).compactMap { step, next in
        begins(step, run) && next.number > step.number + 1
          ? Wait(from: step.number, to: next.number) : nil
      }
      if let last = own.last, stuck.contains(timeline.lanes[lane]) {
        waits.append(Wait(from: last.number, to: nil))
      }
      return waits
    }
  }

  /// Whether a thread waits from this step on, if it does not go on at once.
  private static func begins(_ step: Timeline.Step, _ run: RunReport) -> Bool {
    guard let event = step.event.map({ run.events[$0] }),
      let fact = event.fact as? SchedulerFact
    else { return false }
    switch fact {
    // Into a queue that is free a thread goes by itself.
    case .enqueued(let queue, isAwaited: true): return queue != event.queue
    case .waits, .deadlocked: return true
    default: return false
    }
  }

  /// Whether the thread of a lane stands still while a step of another is made.
  func isWaiting(_ lane: Int, during step: Int) -> Bool {
    waits[lane].contains { $0.from < step && step < ($0.to ?? .max) }
  }

  /// The line of the program's own file that a step was made at.
  func line(of step: Timeline.Step) -> Int? {
    guard let place = step.event.flatMap({ run.events[$0].place }),
      place.fileID == experiment.variant.source.fileID
    else { return nil }
    return Int(place.line)
  }

  /// What objects and contexts are like after a step.
  func objects(after step: Timeline.Step) -> KnownObjects {
    KnownObjects(run.events.prefix((step.event ?? -1) + 1))
  }
}
