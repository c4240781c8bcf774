internal import Dispatch
internal import Synchronization

/// A program to explore: it is run again and again, each time under a fresh controlled runtime.
///
/// Its body runs on the controlled main thread, as the first block of the main queue.
public typealias Program = (Runtime) throws -> Void

/// Runs a program, once per call, with one crew of real threads and one model.
final class Runner {
  let name: String
  private let program: Program
  private let place: SourcePlace
  private let pointLimit: Int
  private let detectsRaces: Bool
  private(set) var model = RunModel()
  private var crew = Crew.hire()
  private let post = Watchdog.Post()
  private let affinity = Affinity.current
  private(set) var lockOrders = LockOrderGraph()
  /// Real threads that were given up.
  private(set) var parked = 0

  init(
    _ name: String, pointLimit: Int, detectsRaces: Bool, at place: SourcePlace,
    _ program: @escaping Program
  ) {
    self.name = name
    self.program = program
    self.place = place
    self.pointLimit = pointLimit
    self.detectsRaces = detectsRaces
    Watchdog.shared.add(post)
    _ = LanguageRuntime.hooks
    // The caller sleeps while a run is on; on the crew's CPU it wakes up sooner.
    Affinity.pin(toCPU: crew.cpu)
  }

  deinit {
    Watchdog.shared.remove(post)
    if let affinity { Affinity.apply(affinity) }
    crew.retire()
  }

  /// Runs the program once. What happened can be read from `model` until the next run.
  func run(_ strategy: any Strategy, tracing: Bool = false) -> RunEnding {
    model.reset(tracing: tracing, detectsRaces: detectsRaces)
    let core = ControlledCore(
      model: model, strategy: strategy, crew: crew, pointLimit: pointLimit)
    let runtime = Runtime(core: core)
    core.runtime = runtime
    let main = model.makeThread("main", queue: core.mainQueue, parent: nil, at: place, core: core)!
    main.worker = crew.mainWorker
    model.prepareMain(main, model.object(core.mainQueue), at: place) { [program] in
      try program(runtime)
    }
    post.core.withLock { $0 = core }
    core.wake(core.nextThread()!)
    core.finished.wait()
    post.core.withLock { $0 = nil }
    return settle(core)
  }

  private func settle(_ core: ControlledCore) -> RunEnding {
    if core.stage == .abandoned { core.ending = .abandoned }
    core.runtime = nil
    core.strategy = nil
    core.atEndBlocks = []
    core.tasks?.close()
    parked += core.parked
    guard core.stage != .abandoned else {
      replaceCrew(core)
      return .abandoned
    }
    model.record.failures += core.intrusions.withLock { $0 }
    lockOrders.add(model)
    model.dropProgram()
    return core.ending
  }

  /// Leaves the stuck thread, and the model it may still look at, behind.
  private func replaceCrew(_ core: ControlledCore) {
    var record = RunRecord()
    record.failures = core.stuck.withLock { $0 }.map { [.stuck($0)] } ?? []
    parked += core.letOthersOut()
    crew.dismissFree()
    crew = Crew.hire()
    model = RunModel()
    model.record = record
  }
}
