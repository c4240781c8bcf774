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

  /// Lists that a thread fills. When its run is over, another one gets them, with the room they have.
  final class Memory {
    let looks = GrowingList<Look>(capacity: 4)
    let timeOuts = GrowingList<Look>(capacity: 4)
    let overtaken = GrowingList<Int>(capacity: 4)
    /// How many things it has made of each name, in the order of the names' numbers.
    let made = GrowingList<(name: UInt32, count: UInt32)>(capacity: 4)
  }

  let id: Int
  /// The same in every run, in whatever order threads were made.
  let identity: KnownThread
  /// Where it comes among threads that begin in no order.
  let mark: UInt32
  /// How many threads and objects it has made, of all names.
  var made: UInt32 = 0
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
  /// The queue of the actor whose turns the jobs it runs are.
  var actor: Int?
  /// What it starts with is a job.
  var startsJob = false
  /// It is inside a job.
  var runsJob = false
  /// It is inside a job that only wakes a task.
  var runsResumption = false
  /// It gives an actor its turn, and has run so many jobs of it.
  var drained: Int?
  /// A task with a job that it gives to an executor of the program's own.
  var delivers: String?
  /// The task that it runs has come to its end; what it wakes then is another one.
  var taskHasEnded = false
  /// The group of which a child has ended here.
  var endedIn: GroupEnds?
  /// The actor at which a job of it arrived last: the turn it may ask for next is that actor's.
  var arrivedAt: Int?
  private let memory: Memory
  /// What it has read since it changed something.
  var looks: GrowingList<Look> { memory.looks }
  /// What it has waited for in vain, whatever else it did in between.
  var timeOuts: GrowingList<Look> { memory.timeOuts }
  /// It is about to ask whether its task is cancelled, which is a look.
  var asks = false
  /// The thread of the task that is about to go from here to an actor, where that is another one.
  var traveller: Int?
  /// The task that it runs is about to go to an actor. Where it only looks, this tells where in its code
  /// it goes on; else it is zero.
  var arrival: UInt?
  /// It looks at cells or actors again and again, and waits for one to change.
  var isParked = false
  /// The first step of the loop in which it does.
  var loopBegan = 0
  /// The timers that it set or overtook since its last step or the beginning of a block, all at once,
  /// and whether it is at it.
  var overtaken: GrowingList<Int> { memory.overtaken }
  var setsTimer = false
  /// The number of the last step that it made; -1 before the first.
  var lastStep = -1
  /// Whether what it tried last worked.
  var didSucceed = false
  /// Whether the exchange that it stands before changes anything, where it is made now.
  var willChange: (() -> Bool)?
  /// The deadline that it stands before.
  var timer: TimerModel?
  /// What it had done by its last fence, and what it relies on from its next one on.
  var released: ClockTable.Row?
  var seen: ClockTable.Row?
  /// Threads that wait for its end.
  var joiners = ThreadSet()

  /// The real thread under it, while it has a stack.
  var worker: Worker?
  unowned let core: ControlledCore
  /// The number of its runtime.
  let runtime: Int

  init(
    id: Int, identity: KnownThread, mark: UInt32, name: String, row: ClockTable.Row,
    queue: Int?, pending: Operation, memory: Memory, core: ControlledCore
  ) {
    self.id = id
    self.identity = identity
    self.mark = mark
    self.name = name
    self.row = row
    self.queue = queue
    self.pending = pending
    self.startedAt = pending.place
    self.memory = memory
    self.core = core
    runtime = core.number
  }

  /// Where the code that it runs was handed to it: as a block of a queue, or when it was started.
  var handedOverAt: SourcePlace? { queue == nil ? startedAt : holdings.first?.place }

  func isOf(_ core: ControlledCore) -> Bool { runtime == core.number }

  /// What it runs is isolated to an actor, the main one included.
  var isOnActor: Bool { actor != nil || drained != nil || id == 0 }

  /// Whether it has begun something and not come to its end.
  var hasStack: Bool { phase == .running || phase == .waiting }

  /// What it does from now on may come later than what it has done: others may come in between.
  func forgetTimers() {
    if !overtaken.isEmpty { overtaken.removeAll() }
  }

  /// It makes one more thing of a name; which one, from 1.
  func make(_ name: UInt32) -> UInt32 {
    var (index, end) = (0, memory.made.count)
    while index < end {
      let middle = (index + end) / 2
      if memory.made[middle].name < name { index = middle + 1 } else { end = middle }
    }
    if index == memory.made.count || memory.made[index].name != name {
      memory.made.insert((name, 0), at: index)
    }
    memory.made[index].count += 1
    return memory.made[index].count
  }

  /// Hands back what another thread can use; this one does nothing any more.
  func giveUpMemory() -> Memory {
    memory.looks.removeAll()
    memory.timeOuts.removeAll()
    memory.overtaken.removeAll()
    memory.made.removeAll()
    return memory
  }

  func release(_ object: Int) {
    if let index = holdings.lastIndex(where: { $0.object == object }) {
      holdings.remove(at: index)
    }
  }
}
