/// One thread of a controlled run: the main thread, a started one, or that of a queue.
final class VirtualThread {
  enum Phase {
    /// It has something to run and no stack yet.
    case unstarted
    case running
    /// It stands before `pending`.
    case waiting
    /// The thread of a queue without a block to run.
    case idle
    case ended
  }

  /// A lock it holds, or a queue whose block it runs.
  struct Holding {
    let object: Int
    let place: SourcePlace
  }

  let id: Int
  /// The same in every run, in whatever order threads were made; two threads may have one by chance.
  let key: UInt32
  /// How many threads it has made.
  var children: UInt32 = 0
  var name: String
  /// Its clock.
  let row: ClockTable.Row
  /// The queue whose blocks it runs, if that is its job.
  let queue: Int?
  /// The line that started it.
  let startedAt: SourcePlace

  var phase = Phase.idle
  var pending: Operation
  /// What it runs when it begins.
  var start: (() throws -> Void)?
  /// What it brings to the queue it stands before.
  var work: QueueModel.Work?
  var holdings: [Holding] = []
  /// The queues whose blocks it is inside of, innermost last.
  var queues: [Int] = []
  /// Whether it runs jobs of tasks, one after the other.
  var isLane = false
  /// What it starts with is a job.
  var startsJob = false
  /// It is inside a job.
  var runsJob = false
  /// It is inside a job that only wakes a task.
  var runsResumption = false
  /// It gives an actor its turn, and has run so many jobs of it.
  var drained: Int?
  /// The task that it is about to resume.
  var resuming: UnsafeRawPointer?
  /// Threads that wait for its end.
  var joiners = ThreadSet()

  /// The real thread under it, while it has a stack.
  var worker: Worker?
  unowned let core: ControlledCore

  init(
    id: Int, key: UInt32, name: String, row: ClockTable.Row, queue: Int?, pending: Operation,
    core: ControlledCore
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.row = row
    self.queue = queue
    self.pending = pending
    self.startedAt = pending.place
    self.core = core
  }

  /// Where the code that it runs was handed to it: as a block of a queue, or when it was started.
  var handedOverAt: SourcePlace? { queue == nil ? startedAt : holdings.first?.place }

  /// Whether it has begun something and not come to its end.
  var hasStack: Bool { phase == .running || phase == .waiting }

  func release(_ object: Int) {
    if let index = holdings.lastIndex(where: { $0.object == object }) {
      holdings.remove(at: index)
    }
  }
}
