internal import Synchronization

/// The tasks of one controlled run, and the jobs that wait to be let into it.
final class TaskTable {
  enum Destination { case anywhere, main }

  /// A job that was enqueued since the last point.
  struct Arrival {
    let job: Job
    let destination: Destination
    let delay: Int64
    let from: VirtualThread
  }

  /// A task that is nobody's child.
  struct Root {
    let job: Job
    let name: String
    let place: SourcePlace
  }

  /// What all starts of jobs are operations on.
  let object: Int
  var arrivals: [Arrival] = []
  private(set) var roots: [Root] = []
  /// The thread that runs the jobs of a task.
  var lanes: [UInt32: Int] = [:]
  private var names: [UInt32: String] = [:]
  private var alarms = 0
  /// The task about to be created.
  var announced: (name: String, place: SourcePlace)?
  /// The tasks that prefer our executor.
  var adopted: Set<UInt32> = []
  /// The table is being changed; what is marked meanwhile is the language's own business.
  private(set) var isChanging = false
  private var cancelled: Set<UInt32> = []
  /// A step of the run cancels a task.
  var isCancelling = false
  private var preferences: [UnsafeMutableRawPointer] = []
  private var pointers: [UnsafeRawPointer: UInt32] = [:]
  /// What the language's runtime released to whom, by address.
  var released: [UnsafeRawPointer: ClockTable.Row] = [:]
  var isNoting = false
  /// The addresses of a task's children.
  private(set) var children: [UnsafeRawPointer: [UnsafeRawPointer]] = [:]
  /// Jobs that were run only to let their tasks out.
  var leftovers = 0

  init(object: Int) { self.object = object }

  func knows(_ task: UInt32) -> Bool { names[task] != nil }
  func name(of task: UInt32) -> String? { names[task] }

  /// The task at an address that the language's runtime names, if it is one of the run.
  func task(at pointer: UnsafeRawPointer) -> UInt32? { pointers[pointer] }

  /// The tasks that have not ended.
  var unfinished: [Root] { roots.filter { !$0.job.isComplete } }

  /// Enters a task that is seen for the first time.
  ///
  /// `alarm` is the name of a task that the language starts only to end the sleep of another.
  func meet(
    _ job: Job, in core: ControlledCore, at place: SourcePlace, as alarm: String? = nil
  ) {
    isChanging = true
    defer { isChanging = false }
    if alarm != nil { alarms += 1 }
    let name = alarm ?? announced?.name ?? "task \(names.count - alarms + 1)"
    names[job.identifier] = name
    pointers[UnsafeRawPointer(job.pointer)] = job.identifier
    if job.isChild, let parent = Job.current {
      children[UnsafeRawPointer(parent), default: []].append(UnsafeRawPointer(job.pointer))
    }
    TaskTable.claim(job.identifier, name, for: core)
    guard !job.isChild else { return }
    job.retain()
    roots.append(Root(job: job, name: name, place: announced?.place ?? place))
  }

  /// The run is over.
  func close() {
    TaskTable.disclaim(names.keys)
    let isLeftBehind = !unfinished.isEmpty
    for root in roots { root.job.release() }
    roots = []
    // A task that never ends keeps its memory, and may look at its preference.
    if !isLeftBehind { for preference in preferences { preference.deallocate() } }
  }
}

// MARK: Running a job

extension TaskTable {
  /// Makes the calling task, which has not begun, prefer our executor. Without a preference it
  /// would go through actors that are free without ever being seen.
  func adoptCurrent(in core: ControlledCore, at place: SourcePlace) {
    guard let task = Job.current else { return }
    let job = Job(unsafeBitCast(task, to: UnownedJob.self))
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
    for root in unfinished { Self.cancel?(root.job.pointer) }
  }

  /// The tasks that were cancelled since this was asked last.
  func takeNewlyCancelled() -> [String] {
    var names: [String] = []
    for root in roots where !cancelled.contains(root.job.identifier) {
      guard Self.isCancelled?(root.job.pointer) ?? false else { continue }
      cancelled.insert(root.job.identifier)
      names.append(root.name)
    }
    return names
  }

  private typealias IsCancelled = @convention(c) (UnsafeMutableRawPointer) -> Bool
  private static let isCancelled = LanguageRuntime.address(of: "swift_task_isCancelled").map {
    unsafeBitCast($0, to: IsCancelled.self)
  }

  private typealias Cancel = @convention(c) (UnsafeMutableRawPointer) -> Void
  private static let cancel = LanguageRuntime.address(of: "swift_task_cancel").map {
    unsafeBitCast($0, to: Cancel.self)
  }
}

// MARK: Jobs that go astray

extension TaskTable {
  private struct Owner: @unchecked Sendable {
    // @unchecked Sendable because a core is, and the table of owners is locked.
    weak var core: ControlledCore?
    let name: String
  }

  private static let owners = Mutex<[UInt32: Owner]>([:])
  private static let owned = Atomic(0)

  private static func claim(_ task: UInt32, _ name: String, for core: ControlledCore) {
    owners.withLock { $0[task] = Owner(core: core, name: name) }
    owned.add(1, ordering: .relaxed)
  }

  private static func disclaim(_ tasks: some Collection<UInt32>) {
    owners.withLock { owners in for task in tasks { owners[task] = nil } }
    owned.subtract(tasks.count, ordering: .relaxed)
  }

  /// A thread outside any run enqueues `job`; if its task belongs to a run, that run says so.
  static func noteForeign(_ job: UnownedJob) {
    guard owned.load(ordering: .relaxed) > 0 else { return }
    let job = Job(job)
    guard job.kind == .task else { return }
    let owner = owners.withLock { $0[job.identifier] }
    owner?.core?.noteForeignResumption(of: owner!.name)
  }
}
