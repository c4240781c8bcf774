/// One run of a program, in full.
public struct RunReport: Sendable {
  /// A point at which something was decided.
  public struct Decision: Sendable {
    /// A thread that could have gone on there.
    public struct Option: Sendable {
      /// The name of the thread.
      public let thread: String
      /// What it would do next: `takes lock A`.
      public let next: String
      /// The line of that step.
      public let place: SourcePlace
    }

    /// Its number among the choices, from 1; nil where only one thread could go on.
    public let choice: Int?
    /// Who could go on.
    public let options: [Option]
    /// Index of the option that was taken.
    public let taken: Int
    /// Whether the thread that went before could have gone on.
    public let isPreemption: Bool
    /// Who went on.
    public var takenOption: Option { options[taken] }
  }

  /// How the run ended.
  public let ending: RunEnding
  /// What went wrong, in the order in which it did.
  public let failures: [ProgramFailure]
  /// The races of this run.
  public let races: [RaceReport]
  /// What happened, if it was kept.
  public let events: [TraceEvent]
  /// For each event, how many steps had been made before it.
  public let eventSteps: [Int]
  /// The names of the threads, main first, in the order in which they were started.
  public let threads: [String]
  /// Where there was a choice, and what was chosen.
  public let decisions: [Decision]
  /// How often a thread had to wait that could have gone on.
  public let preemptions: Int
  /// Plays this order again.
  public let code: ReplayCode
  /// The longest time that one block occupied the main queue, in virtual time.
  public let longestMainStall: MainStall
  /// The steps that had been made when the run first went wrong.
  public let failedAt: Int?
  /// From this step on every continuation fails, if that has been computed.
  public internal(set) var pointOfNoReturn: Int?
  /// Whether the run counts as failed.
  public let isFailure: Bool
  let schedule: Schedule

  /// What the program named its outcome, if that is how the run ended.
  public var outcome: String? { if case .outcome(let name) = ending { name } else { nil } }
  /// Who waited for whom, if that was the ending.
  public var deadlock: DeadlockReport? {
    if case .deadlock(let report) = ending { report } else { nil }
  }
}

/// Writes the decisions of a run down while another strategy takes them.
final class Recorder: Strategy {
  private let strategy: any Strategy
  private(set) var decisions: [RunReport.Decision] = []
  private var choice = 0

  var letsProgramEnd: Bool { strategy.letsProgramEnd }

  init(_ strategy: any Strategy) { self.strategy = strategy }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    guard let taken = strategy.pick(enabled, in: model) else { return nil }
    if enabled.count > 1 { choice += 1 }
    let options = Array(enabled)
    decisions.append(
      RunReport.Decision(
        choice: enabled.count > 1 ? choice : nil,
        options: options.map { id in
          let thread = model.threads[id]
          return RunReport.Decision.Option(
            thread: thread.name, next: model.words(thread), place: thread.pending.place)
        },
        taken: options.firstIndex(of: taken)!,
        isPreemption: taken != model.current && enabled.contains(model.current)))
    return taken
  }
}
