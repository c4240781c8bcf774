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
  /// The same in every run, in whatever order threads were made.
  let identity: KnownThread
  /// Where it comes among threads that begin in no order.
  let mark: UInt32
  /// How many threads and objects it has made, of all names and of each.
  @exclusivity(unchecked) var made: UInt32 = 0
  @exclusivity(unchecked) var madeByName: [UInt32: UInt32] = [:]
  @exclusivity(unchecked) var name: String
  /// Its clock.
  let row: ClockTable.Row
  /// The queue whose blocks it runs, if that is its job.
  let queue: Int?
  /// The line that started it.
  let startedAt: SourcePlace

  @exclusivity(unchecked) var phase = Phase.idle
  @exclusivity(unchecked) var pending: Operation
  /// What it runs when it begins.
  @exclusivity(unchecked) var start: (() throws -> Void)?
  /// What it brings to the queue it stands before.
  @exclusivity(unchecked) var work: QueueModel.Work?
  @exclusivity(unchecked) var holdings: [Holding] = []
  /// The queues whose blocks it is inside of, innermost last.
  @exclusivity(unchecked) var queues: [Int] = []
  /// Whether it runs jobs of tasks, one after the other.
  @exclusivity(unchecked) var isLane = false
  /// The queue of the actor whose turns the jobs it runs are.
  @exclusivity(unchecked) var actor: Int?
  /// What it starts with is a job.
  @exclusivity(unchecked) var startsJob = false
  /// It is inside a job.
  @exclusivity(unchecked) var runsJob = false
  /// It is inside a job that only wakes a task.
  @exclusivity(unchecked) var runsResumption = false
  /// It gives an actor its turn, and has run so many jobs of it.
  @exclusivity(unchecked) var drained: Int?
  /// A task with a job that it gives to an executor of the program's own.
  @exclusivity(unchecked) var delivers: String?
  /// The task that it runs has come to its end; what it wakes then is another one.
  @exclusivity(unchecked) var taskHasEnded = false
  /// The group of which a child has ended here.
  @exclusivity(unchecked) var endedIn: GroupEnds?
  /// The actor at which a job of it arrived last: the turn it may ask for next is that actor's.
  @exclusivity(unchecked) var arrivedAt: Int?
  /// What it has read since it changed something.
  let looks = GrowingList<Look>(capacity: 2)
  /// What it has waited for in vain, whatever else it did in between.
  let timeOuts = GrowingList<Look>(capacity: 1)
  /// It is about to ask whether its task is cancelled, which is a look.
  @exclusivity(unchecked) var asks = false
  /// The queue of the actor to which the task that it runs went last, and whether the task has slept or
  /// given its turn up since.
  @exclusivity(unchecked) var visit: (actor: Int, isOver: Bool)?
  /// The task that it runs is about to go to an actor. Where it only looks, this tells where in its code
  /// it goes on; else it is zero.
  @exclusivity(unchecked) var arrival: UInt?
  /// It looks at cells or actors again and again, and waits for one to change.
  @exclusivity(unchecked) var isParked = false
  /// The timers that it set or overtook since its last step or the beginning of a block, all at once,
  /// and whether it is at it.
  @exclusivity(unchecked) var overtaken: [Int] = []
  @exclusivity(unchecked) var setsTimer = false
  /// The number of the last step that it made; -1 before the first.
  @exclusivity(unchecked) var lastStep = -1
  /// Whether what it tried last worked.
  @exclusivity(unchecked) var didSucceed = false
  /// Whether the exchange that it stands before changes anything, where it is made now.
  @exclusivity(unchecked) var willChange: (() -> Bool)?
  /// The deadline that it stands before.
  @exclusivity(unchecked) var timer: TimerModel?
  /// What it had done by its last fence, and what it relies on from its next one on.
  @exclusivity(unchecked) var released: ClockTable.Row?
  @exclusivity(unchecked) var seen: ClockTable.Row?
  /// Threads that wait for its end.
  @exclusivity(unchecked) var joiners = ThreadSet()

  /// The real thread under it, while it has a stack.
  @exclusivity(unchecked) var worker: Worker?
  unowned let core: ControlledCore
  /// The number of its runtime.
  let runtime: Int

  init(
    id: Int, identity: KnownThread, mark: UInt32, name: String, row: ClockTable.Row,
    queue: Int?, pending: Operation, core: ControlledCore
  ) {
    self.id = id
    self.identity = identity
    self.mark = mark
    self.name = name
    self.row = row
    self.queue = queue
    self.pending = pending
    self.startedAt = pending.place
    self.core = core
    runtime = core.number
  }

  /// Where the code that it runs was handed to it: as a block of a queue, or when it was started.
  var handedOverAt: SourcePlace? { queue == nil ? startedAt : holdings.first?.place }

  /// What it runs is isolated to an actor, the main one included.
  var isOnActor: Bool { actor != nil || drained != nil || id == 0 }

  /// Whether it has begun something and not come to its end.
  var hasStack: Bool { phase == .running || phase == .waiting }

  /// What it does from now on may come later than what it has done: others may come in between.
  func forgetTimers() {
    if !overtaken.isEmpty { overtaken.removeAll() }
  }

  func release(_ object: Int) {
    if let index = holdings.lastIndex(where: { $0.object == object }) {
      holdings.remove(at: index)
    }
  }
}
