/// What exploring a program gave.
public struct Exploration: Sendable {
  /// One way in which the program ended.
  public struct Outcome: Sendable {
    /// How these runs ended.
    public let ending: RunEnding.Kind
    /// In how many schedules.
    public let schedules: Int
    /// One of them, the simplest that was seen.
    public let example: ReplayCode
    /// How many of them fail.
    public let failing: Int
    /// Whether one of them does.
    public var isFailure: Bool { failing > 0 }
    /// The longest time that the main queue was busy with one block in any of them.
    public let longestMainStall: MainStall

    /// The ending in words.
    public var name: String { ending.description }
  }

  /// How much of the program has been seen.
  public enum Coverage: Hashable, Sendable {
    /// Every order that can make a difference.
    case exhaustive
    /// Every order, without leaving out equal ones.
    case plain
    /// Every order with so few preemptions.
    case bounded(preemptions: Int)
    /// Orders drawn by chance.
    case sampled(Int, seed: UInt64, distinct: Int)
    /// Orders chosen in several ways.
    case portfolio(Int, seed: UInt64, distinct: Int)
    /// The exploration ended before it was done.
    case partial(Reason)
  }

  /// Why it did not run all orders.
  public enum Reason: Hashable, Sendable {
    /// So many runs were allowed.
    case budget(schedules: Int)
    /// It was to stop so many schedules behind the first that went wrong.
    case behindFailure(Int)
    /// `ExplorationOptions.onSchedule` said so.
    case stopped
    /// A run handed work to threads outside, or used something of another runtime.
    case lostControl
    /// A run did not end, or a thread got stuck.
    case unfinishedRun
    /// So many threads were left waiting by runs that are over; more are not parked.
    case parkedThreads(Int)
    /// A loop that only looks gives up after more looks than it was unrolled for, and no order has
    /// reached what comes then.
    case retry(at: SourcePlace, looks: Int)
    /// A run met something in which orders count that cannot be tried.
    case unordered(Unordered)
    /// All was run that begins with so many choices of a code.
    case beginning(choices: Int)
    /// All was run in which so many notes come in the order that was asked for.
    case notes(Int)
    /// All of one part was run.
    case shard(Int, of: Int)
  }

  /// The name of the program.
  public let name: String
  /// The version of the program, which replay codes carry.
  public let version: Int
  /// How many orders were run to their end.
  public let schedules: Int
  /// Runs that count as no schedule: another one covers them, or, where only one part is explored, they
  /// are of another part.
  public let redundantRuns: Int
  /// Schedules whose run was cut off.
  public let cutRuns: Int
  /// The most frequent first.
  public let outcomes: [Outcome]
  /// Which orders these are.
  public let coverage: Coverage
  /// How often a loop that only looks was let look; nil if there was none that went on longer.
  public let looksUnrolled: Int?
  /// Whether timers could come after ones that were due later.
  public let clocksMayBeLate: Bool
  /// What the platform does not promise, and happened here too.
  public let weaker: Set<WeakerPromise>
  /// The races found, each once.
  public let races: [RaceReport]
  /// The longest time that one block occupied the main queue, in virtual time.
  public let longestMainStall: MainStall
  /// One report for each outcome that is a failure, in the order of `outcomes`.
  public let failures: [RunReport]
  /// The simplest failing schedule, if one fails and shrinking was asked for: one with fewest
  /// preemptions, and of these one with fewest switches, as far as `isSimplestProven` says, that ends
  /// with the failure.
  public let simplestFailure: RunReport?
  /// Whether it is certain that none with fewer preemptions fails like that, nor one with as many and
  /// fewer switches. There can be too many to look at.
  public let isSimplestProven: Bool
  /// Orders of taking locks that could deadlock, also if none did.
  public let lockOrderWarnings: [LockOrderWarning]
  /// Whether threads ran side by side and never came to an operation that could be ordered: then
  /// the one schedule that was run says nothing about other orders.
  public let isUncontrolled: Bool
  /// The names of two threads that ran side by side, of which nothing was seen; none if there are no
  /// such two.
  public let unseenThreads: [String]
  /// What the program did that is no step, so that its orders were not tried, as an engine says.
  public let leftOut: [String]
  /// Real threads of this process that sleep for good, because a run was over while they waited for
  /// something.
  public let parkedThreads: Int
  /// Real threads that got stuck outside the runtime, or went on computing, and were left behind.
  public let lostThreads: Int

  /// How many orders went wrong.
  public var failingSchedules: Int {
    outcomes.reduce(0) { $0 + $1.failing }
  }

  /// How many preemptions the simplest failure needs.
  public var preemptionsNeeded: Int? { simplestFailure?.preemptions }

  /// The deadlock of each failing outcome that is one.
  public var deadlocks: [DeadlockReport] { failures.compactMap(\.deadlock) }

  /// The number of schedules that ended so: `["lost"]`, `[.deadlock]`.
  public subscript(ending: RunEnding.Kind) -> Int {
    outcomes.first { $0.ending == ending }?.schedules ?? 0
  }
}

/// What goes on inside the language's runtime, where the scheduler sees it and cannot order it.
public enum Unordered: Int, Hashable, Sendable, Comparable {
  /// What is yielded to a stream of the standard library, and read from it.
  case stream
  /// Streams of the standard library cannot be seen as this program is linked.
  case unseenStream
  /// A task was cancelled because a group threw, or an `async let` was left before its end.
  case cancellation
  /// An order that was to be tried could not be found again.
  case lost

  public static func < (one: Unordered, other: Unordered) -> Bool { one.rawValue < other.rawValue }
}

extension Exploration.Coverage {
  /// Whether no schedule can be different from those that were run.
  public var isComplete: Bool { self == .exhaustive || self == .plain }
}
