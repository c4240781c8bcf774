internal import Dispatch
internal import Foundation
internal import Synchronization

/// A program to explore: it is run again and again, each time under a fresh controlled runtime.
///
/// Its body runs on the controlled main thread, as the first block of the main queue.
public typealias Program = (Runtime) throws -> Void

/// Runs a program, again and again, with one crew of real threads and one model.
///
/// The caller sleeps meanwhile; everything here is touched by it before and after, and in between
/// by the holder of the token alone.
final class Runner {
  /// Runs in a row.
  private struct Series {
    let strategy: any Strategy
    let tracing: Bool
    let goesOn: (RunStop) -> Bool
  }

  let name: String
  /// The version of the program that codes name.
  var version = 1
  /// Where it is written, besides standard error, how the process died.
  let lastWordsPath: String?
  let onDeath: (@Sendable (DyingRun) -> Void)?
  private let program: Program
  private let place: SourcePlace
  let aroundThreads: ExplorationOptions.Around?
  let pointLimit: Int
  private let detectsRaces: Bool
  /// Whether what is in the cells is kept, to be compared with another run.
  var keepsContents = false
  private let tasksDependOnAll: Bool
  private let clocksMayBeLate: Bool
  let weaker: Set<WeakerPromise>
  private let notes: [String]
  /// How many of these have come in the last run, and whether it counts for nothing for want of one.
  private(set) var notesThatCame = 0
  private(set) var missesNotes = false
  var looks: Int?
  private(set) var model = RunModel()
  private(set) var crew: Crew
  /// Which of the processors it is to use, if there is more than one exploration at once.
  private let cpu: Int?
  /// Signalled when the caller has to see to something.
  let finished = DispatchSemaphore(value: 0)
  private var series: Series?
  /// The run in progress, or the last one if its end was not seen to.
  private var core: ControlledCore?
  private var post: Watchdog.Post
  private let affinity = Affinity.current
  var lockOrders = LockOrderGraph()
  var races = RaceTable()
  /// Real threads that wait for good, and such as got stuck where the scheduler cannot see it.
  private(set) var parked = 0
  private(set) var lost = 0
  /// Whether threads that wait when their run is over never come back into the program.
  let parksStuck: Bool

  init(
    _ name: String, _ options: ExplorationOptions, at place: SourcePlace,
    _ program: @escaping Program, on cpu: Int? = nil
  ) {
    aroundThreads = options.aroundThreads
    self.cpu = cpu
    crew = Crew.hire(on: cpu)
    self.name = name
    self.program = program
    self.place = place
    pointLimit = options.points
    (lastWordsPath, onDeath) = (options.lastWordsPath, options.onDeath)
    detectsRaces = options.races != .ignored
    tasksDependOnAll = options.taskDependence == .all
    clocksMayBeLate = options.clocksMayBeLate
    (weaker, notes) = (options.weaker, options.notes)
    looks = options.looks
    parksStuck = options.stuckThreads == .park
    post = Watchdog.Post(longestComputation: options.longestComputation)
    Watchdog.shared.add(post)
    _ = LanguageRuntime.hooks
    _ = LastWords.listen
    _ = StartingThreads.see
    // The caller sleeps while a run is on; on the crew's CPU it wakes up sooner.
    Affinity.pin(toCPU: crew.cpu)
  }

  deinit {
    Watchdog.shared.remove(post)
    if let affinity { Affinity.apply(affinity) }
    crew.retire()
  }

  /// Runs the program once. What happened can be read from `model` until the next run.
  func run(_ strategy: any Strategy, tracing: Bool = false) -> RunStop {
    var ending = RunStop.givenUp
    run(strategy, tracing: tracing) {
      ending = $0
      return false
    }
    return ending
  }

  /// Runs the program until `goesOn`, told how each run ended, says no.
  ///
  /// It is asked by the real thread that brought the run to its end, which then begins the next
  /// one itself: to wake the caller in between would cost as much as a tenth of a run.
  func run(
    _ strategy: any Strategy, tracing: Bool = false, while goesOn: @escaping (RunStop) -> Bool
  ) {
    series = Series(strategy: strategy, tracing: tracing, goesOn: goesOn)
    repeat {
      let main = begin(on: KernelThread.current)
      main.core.wake(main)
      finished.wait()
      // A run that got stuck leaves it to the caller to clear up.
    } while core.map { goesOn(settle($0)) } ?? false
    series = nil
  }

  /// The main thread of the run after `core`; nil if that was the last.
  func nextRun(after core: ControlledCore) -> VirtualThread? {
    series!.goesOn(settle(core)) ? begin(on: crew.mainWorker.kernelID) : nil
  }
}

// MARK: One run

extension Runner {
  /// Sets a run up, on the real thread with that number, ready for its main thread to go.
  private func begin(on caller: pid_t) -> VirtualThread {
    model.reset(tracing: series!.tracing, detectsRaces: detectsRaces)
    model.keepsContents = keepsContents
    model.tasksDependOnAll = tasksDependOnAll
    model.looks = looks
    model.clocksMayBeLate = clocksMayBeLate
    (notesThatCame, missesNotes) = (0, false)
    let core = ControlledCore(runner: self, strategy: series!.strategy)
    let runtime = Runtime(core: core)
    core.runtime = runtime
    let main = model.makeThread("main", queue: core.mainQueue, parent: nil, at: place, core: core)!
    main.worker = crew.mainWorker
    core.holder.store(caller, ordering: .relaxed)
    model.prepareMain(main, model.object(core.mainQueue), at: place) { [program, notes] in
      if !notes.isEmpty { core.notes = NotesInOrder(notes, of: core) }
      try program(runtime)
    }
    self.core = core
    post.core.withLock { $0 = core }
    return core.nextThread()!
  }

  private func settle(_ core: ControlledCore) -> RunStop {
    self.core = nil
    post.core.withLock { $0 = nil }
    if core.stage == .abandoned { core.ending = .abandoned }
    core.runtime = nil
    core.strategy = nil
    core.atEndBlocks = []
    core.endOfTurnBlocks = []
    core.tasks?.close(leavingBehind: parksStuck && core.isDoomed)
    parked += core.parked
    guard core.stage != .abandoned else { return replaceCrew(core) }
    if let order = core.notes.take() {
      let isCompleted = core.ending == .completed && model.record.failures.isEmpty
      (notesThatCame, missesNotes) = (order.came, order.isMissed(completed: isCompleted))
    }
    if let mark = core.givenUp { model.cut(to: mark) }
    // What threads outside did meanwhile is not the same each time.
    if core.ending != .uncontrolled { model.record.failures += core.intrusions.withLock { $0 } }
    lockOrders.add(model)
    model.record.races = races.add(model)
    model.dropProgram()
    return core.ending
  }

  /// To be called in a child process, which has none of the threads. One of them may have had a lock
  /// when it was made, so what they share is made anew.
  func startAgain() {
    Crew.startAgain()
    SharedNumbers.startAgain()
    Watchdog.startAgain()
    post = Watchdog.Post(longestComputation: post.longestComputation)
    Watchdog.shared.add(post)
    crew = Crew.hire(on: cpu)
    parked = 0
    Affinity.pin(toCPU: crew.cpu)
  }

  func addThreads(of other: Runner) {
    parked += other.parked
    lost += other.lost
  }

  /// Leaves the stuck thread, and the model it may still look at, behind.
  private func replaceCrew(_ core: ControlledCore) -> RunStop {
    let lostControl = core.lostControl.withLock { $0 }
    var record = RunRecord()
    record.stuck = lostControl == nil ? core.stuck.withLock { $0 } : nil
    record.failures = lostControl.map { [$0] } ?? record.stuck.map { [.stuck($0)] } ?? []
    if parksStuck {
      parked += core.othersWithStack
      lost += core.letRunningOut()
    } else {
      lost += core.letOthersOut() + core.letRunningOut()
    }
    crew.dismissFree()
    crew = Crew.hire(on: cpu)
    model = RunModel()
    model.record = record
    return lostControl == nil ? .abandoned : .uncontrolled
  }
}
