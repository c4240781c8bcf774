/// How to explore a program. All limits but one count schedules and points, not time.
public struct ExplorationOptions: Sendable {
  /// Which schedules to run.
  public enum Method: Hashable, Sendable {
    /// One of every set of schedules that differ only in the order of independent steps.
    case exhaustive
    /// Every single one. For programs with few steps, and to test the exhaustive method against.
    case plain
    /// Every single one with at most so many preemptions.
    case bounded(preemptions: Int)
    /// So many at random.
    case sampled(Int, seed: UInt64, Sampling = .uniform)
    /// So many, chosen in several ways in turns: depth first, with few preemptions, by priorities and
    /// by chance, and such as bring circles of locks about. To find what goes wrong in a program with
    /// too many schedules; it says nothing of those that were not run.
    case portfolio(Int, seed: UInt64)
  }

  /// How a random schedule is drawn.
  public enum Sampling: Hashable, Sendable {
    /// Each thread as likely as it has steps left, so that all interleavings are about as likely.
    case uniform
    /// Which of two conflicting steps comes first is about as likely either way: finds orders that are
    /// rare among all interleavings.
    case partialOrder
    /// Random priorities that change at `depth - 1` random steps: finds rare orders sooner, and
    /// says nothing about how frequent they are.
    case pct(depth: Int)
  }

  /// Which steps of tasks depend on each other.
  public enum TaskDependence: Hashable, Sendable {
    /// Those that meet where the runtime sees it: at an actor, a queue, a lock, a cell.
    case observed
    /// Any two, for what tasks share unseen: an atomic, the buffer of a stream. There are many more
    /// schedules then.
    case all
  }

  /// One of several parts that have no schedule in common and together are all there is.
  public struct Shard: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// One part of so many, from 1.
    ///
    /// ```swift
    /// options.shard = ExplorationOptions.Shard(2, of: 8)    // on the second of eight machines
    /// ```
    ///
    /// - Parameters:
    ///   - number: Which part, counted from 1.
    ///   - count: How many parts there are.
    public init(_ number: Int, of count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// The first choices of an order that a code names.
  public struct Beginning: Hashable, Sendable {
    /// A code of the program, as reports print it.
    public let code: String
    /// How many of its choices are kept.
    public let choices: Int

    /// So many choices of the order with this code.
    public init(_ code: String, choices: Int) {
      self.code = code
      self.choices = choices
    }
  }

  /// What a data race means.
  public enum RaceHandling: Hashable, Sendable {
    /// A race fails its run.
    case failure
    /// Races are told.
    case warning
    /// Races are not looked for.
    case ignored
  }

  /// What becomes of threads that wait for something when their run is over without them: in a
  /// deadlock, or where a run is cut off.
  public enum StuckThreads: Hashable, Sendable {
    /// They never come back into the program. Each sleeps for good and keeps what it has; after
    /// `ExplorationOptions.mostParked` of them the search goes on in a child process, which they are
    /// no part of.
    case park
    /// Whatever they wait for returns at once and does nothing, until they come to their ends. For
    /// programs that stand this, or ask `Runtime.isUnwinding`: their runs leave nothing behind, so
    /// that there may be any number of deadlocks.
    case letGo
  }

  /// Runs what a thread does, with something set up around it.
  public typealias Around = @Sendable (_ body: () throws -> Void) throws -> Void

  /// How orders are chosen.
  public var method: Method
  /// Stop after so many runs, also those that are given up half-way.
  public var schedules: Int
  /// Cut a run off after so many points.
  public var points: Int
  /// Once an order has gone wrong, stop after so many more; nil runs them all.
  public var schedulesBehindFailure: Int?
  /// What becomes of races.
  public var races: RaceHandling
  /// What becomes of threads that a run leaves behind.
  public var stuckThreads = StuckThreads.park
  /// So many threads may be parked in one process while schedules are run, and as many while a failure
  /// is made simpler. One costs about 10 kB, and what it keeps.
  public var mostParked = 1_000
  /// Whether child processes are made where this one has parked `mostParked` threads; otherwise the
  /// exploration stops there and says so, as it does where none can be made, and with a portfolio of
  /// methods. What a run leaves in variables outside the program, a child does not give back.
  public var usesChildProcesses = true
  /// When two jobs of tasks depend on each other.
  public var taskDependence = TaskDependence.observed
  /// How often a thread may read a cell on one line, changing nothing, before it waits for a change:
  /// a loop that only looks is unrolled so far. So is a task that comes back to one actor, and only
  /// sleeps or gives its turn up in between. Nil: however often it likes.
  public var looks: Int? = 8
  /// Whether a timer may come after one that is due later, though the program says which was set
  /// first. Otherwise only what is no timer may come before or after it.
  public var clocksMayBeLate = false
  /// What the platform does not promise, and may happen here too.
  public var weaker: Set<WeakerPromise> = []
  /// Endings that count as failures beside those that always do.
  public var forbidden: Set<RunEnding.Kind>
  /// Whether the simplest failing schedule is looked for and told.
  public var shrinks: Bool
  /// How many runs that may take. What is found by then is told, as the simplest if that is certain.
  public var shrinkingRuns = 20_000
  /// Explore this part only; a random sample is not divided.
  public var shard: Shard?
  /// Explore only what begins like this; for the methods that run all orders.
  public var beginning: Beginning?
  /// Run only orders in which notes with these texts come one after the other; between them, and where
  /// there are other notes, anything may come. A text that is here twice is a note that comes twice.
  ///
  /// ```swift
  /// options.notes = ["A has read", "B writes"]    // runtime.note("A", "A has read")
  /// ```
  ///
  /// A thread waits before its note until it is its turn; what it did before, it has done. So a race
  /// between two of the places is none here, and a code fits only with the same notes.
  public var notes: [String] = []
  /// Modules whose lines mean nothing to the reader of a report; places in them are left out.
  public var engines: Set<String> = []
  /// With more processor time than this from one point to the next, a thread counts as looping. A
  /// processor that several machines share bills a thread for time in which it was not there, so
  /// a caller that can wait should be patient.
  public var longestComputation = Duration.milliseconds(150)
  /// A file for what is written to standard error if the program ends the process.
  public var lastWordsPath: String?
  /// Told if the program ends the process, on the thread that does it and before anything is written.
  /// The process is about to die: little may be asked of it.
  public var onDeath: (@Sendable (DyingRun) -> Void)?
  /// Called on each real thread of the program to run what that does: for what has to be set up on
  /// a thread, such as task-local values. It must call its argument, once.
  public var aroundThreads: Around?
  /// Told after each schedule how many there have been; `false` ends the exploration.
  public var onSchedule: (@Sendable (_ schedules: Int) -> Bool)?

  /// All orders, until something says otherwise.
  public init(
    _ method: Method = .exhaustive, schedules: Int = 100_000, points: Int = 10_000,
    schedulesBehindFailure: Int? = nil, races: RaceHandling = .warning,
    forbidden: Set<RunEnding.Kind> = [], shrinks: Bool = true
  ) {
    self.method = method
    self.schedules = schedules
    self.points = points
    self.schedulesBehindFailure = schedulesBehindFailure
    self.races = races
    self.forbidden = forbidden
    self.shrinks = shrinks
  }
}

/// Why a program could not be explored.
public enum ExplorationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A budget that allows nothing, or more than a run can have.
  case badBudget(String, Int)
  /// More schedules are to be drawn than may be run.
  case moreSamplesThanBudget(samples: Int, schedules: Int)
  /// There is no such part.
  case badShard(Int, of: Int)
  /// The code of the beginning is none of this program.
  case badBeginning(ReplayError)
  /// No order of the program has these notes one after the other; so many of them came.
  case noSuchOrder(notes: [String], came: Int)
  /// The same schedule did different things the second time.
  case nondeterministic(step: Int, first: String, second: String)
  /// The same schedule came to something else the second time, by the same operations.
  case differentResult(what: String, first: String, second: String)

  public var description: String {
    switch self {
    case .badBudget(let what, let value):
      "a budget of \(value) \(what) explores nothing; allow 1 to \(ExplorationOptions.limit)"
    case .moreSamplesThanBudget(let samples, let schedules):
      "\(samples) schedules are to be drawn, but the budget allows \(schedules); "
        + "draw fewer, or raise `schedules`"
    case .badShard(let number, let count):
      "there is no part \(number) of \(count); parts are counted from 1"
    case .badBeginning(let error): "nothing can begin like this: \(error)"
    case .noSuchOrder(let notes, let came):
      "no order has these notes one after the other: "
        + (came == 0 ? "" : "\"\(notes[came - 1])\" comes, and then ")
        + "\"\(notes[came])\" does not; look how it is spelt, and what it has to wait for"
    case .nondeterministic(let step, let first, let second):
      "the same schedule went differently the second time, at step \(step): "
        + "first \(first); then \(second). "
        + Self.suspects
    case .differentResult(let what, let first, let second):
      "the same schedule came to something else the second time: \(what) is \(first) at first, then "
        + "\(second). " + Self.suspects
    }
  }
}

extension ExplorationError {
  private static let suspects =
    "Look for a random number, a clock, the order of a Set, or state kept between runs"
}

extension ExplorationOptions {
  var isSampled: Bool { samples != nil }

  /// How many schedules are chosen, where not all are to be run.
  private var samples: Int? {
    switch method {
    case .sampled(let count, _, _), .portfolio(let count, _): count
    case .exhaustive, .plain, .bounded: nil
    }
  }

  /// A run of more points than this takes too much memory.
  static let limit = 300_000

  func validate() throws(ExplorationError) {
    guard schedules > 0 else { throw .badBudget("schedules", schedules) }
    guard (1...Self.limit).contains(points) else { throw .badBudget("points", points) }
    guard mostParked >= 0 else { throw .badBudget("parked threads", mostParked) }
    if let samples {
      guard samples > 0 else { throw .badBudget("samples", samples) }
      guard samples <= schedules else {
        throw .moreSamplesThanBudget(samples: samples, schedules: schedules)
      }
    }
    if let shard, !(1...max(1, shard.count)).contains(shard.number) || shard.count < 1 {
      throw .badShard(shard.number, of: shard.count)
    }
    if case .bounded(let bound) = method, bound < 0 { throw .badBudget("preemptions", bound) }
  }
}
