/// The threads of a schedule, step by step.
struct Schedule: Hashable, Codable {
  var threads: [UInt16]

  init(_ steps: some Sequence<RunModel.Step>) { threads = steps.map(\.thread) }
  init(threads: [UInt16]) { self.threads = threads }
}

/// Where a schedule leaves the rule "keep the thread running; if it is blocked, the lowest".
struct Deviation: Hashable {
  /// The number of the choice, from 1; steps where only one thread could go are none.
  let choice: Int
  let thread: Int
}

extension RunModel {
  /// The thread that goes next unless it is decided otherwise.
  func defaultChoice(_ enabled: ThreadSet) -> Int {
    enabled.contains(current) ? current : enabled.first!
  }

  /// All that has to be remembered of the run to repeat it.
  func deviations() -> [Deviation] {
    var deviations: [Deviation] = []
    var choice = 0
    for step in chosenSteps where step.isChoice {
      choice += 1
      if step.thread != step.usual {
        deviations.append(Deviation(choice: choice, thread: Int(step.thread)))
      }
    }
    return deviations
  }

  /// How often a thread that could have gone on had to let another one go first.
  var preemptions: Int {
    var count = 0
    for step in steps where step.thread != step.current && step.usual == step.current {
      count += 1
    }
    return count
  }
}

/// Repeats a schedule step by step, then keeps to the usual rule.
final class Rehearsal: Strategy {
  private let schedule: Schedule
  /// The step at which the schedule could not be repeated.
  private(set) var failedAt: Int?

  init(_ schedule: Schedule) { self.schedule = schedule }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let step = model.steps.count
    guard step < schedule.threads.count else { return model.defaultChoice(enabled) }
    let thread = Int(schedule.threads[step])
    guard enabled.contains(thread) else {
      failedAt = step
      return nil
    }
    return thread
  }
}
