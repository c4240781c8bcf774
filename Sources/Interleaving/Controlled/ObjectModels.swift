/// Something that threads of one run share. Its number says what an operation works on.
class SharedObject {
  let id: Int
  var name: String
  var origin = Origin.first
  /// The last step that worked on it, which knows the one before.
  var lastStep: Int?
  /// How often something became of it that one who looks could wait for.
  var changes = 0

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

final class LockModel: SharedObject {
  /// The thread that holds it.
  var owner: Int?
  /// The clock of its last release.
  var released: ClockTable.Row?
  /// The clock of the last time it was taken, and that of those who found it taken since.
  var taken: ClockTable.Row?
  var tries: ClockTable.Row?
}

/// Gifts of one kind to one object, which commute as long as they are of one moment.
struct Gifts {
  /// The clock of all of the last moment.
  private var latest: ClockTable.Row?
  private var moment: Int64 = 0
  /// The clock of all before that.
  private var earlier: ClockTable.Row?

  /// Puts all gifts of other moments before `row`, which is about to give.
  mutating func order(before row: ClockTable.Row, at moment: Int64, _ clocks: ClockTable) {
    if latest != nil, moment != self.moment { (earlier, latest) = (latest, nil) }
    self.moment = moment
    if let earlier { clocks.joinOrder(row, earlier) }
  }

  mutating func add(_ row: ClockTable.Row, _ clocks: ClockTable) {
    if let latest { clocks.joinOrder(latest, row) } else { latest = clocks.copy(row) }
  }

  /// Puts all gifts before `row`.
  func order(before row: ClockTable.Row, _ clocks: ClockTable) {
    if let earlier { clocks.joinOrder(row, earlier) }
    if let latest { clocks.joinOrder(row, latest) }
  }
}

/// A semaphore is a first-in-first-out store of tokens: the k-th wait takes the k-th token.
final class SemaphoreModel: SharedObject {
  /// Tokens there were at the start.
  var free = 0
  /// The clocks of the signals whose tokens are still there.
  var tokens: [ClockTable.Row] = []
  var signals = Gifts()
  var lastWait: ClockTable.Row?
  /// The clock of those who waited in vain.
  var timedOut: ClockTable.Row?
  /// What reports say of a thread that waits, if it is for its turn with something else.
  var want: Want?
  var turnOf: Int?

  var hasToken: Bool { free > 0 || !tokens.isEmpty }
}

class CompletionModel: SharedObject {
  /// The clock of the call that completed it.
  var completed: ClockTable.Row?
  var completions = Gifts()
  var polls: ClockTable.Row?
}

final class ResourceModel: SharedObject {
  /// What the explorer must know.
  var lastWrite: ClockTable.Row?
  var reads: ClockTable.Row?

  /// What the race detector must know.
  var guardsItself = false
  /// A variable of the program, which reads it where it says.
  var isCell = false
  /// The thread that is changing it, in a step that has steps on other things inside.
  var changer: Int?
  /// The threads that hold it, where it is a lock of some kind.
  var holders: [Int] = []
  /// What those may rely on who take it.
  var given: ClockTable.Row?
  var writer: Access?
  let readers = GrowingList<Access>(capacity: 4)

  struct Access {
    var thread: Int
    var epoch: Int32
    var place: SourcePlace
  }
}

/// A serial queue: tickets in order, one of them running.
final class QueueModel: SharedObject {
  struct Ticket {
    let place: SourcePlace
    /// The clock of the enqueue.
    let enqueued: ClockTable.Row
    let work: Work
  }

  enum Work {
    /// Runs on the queue's own thread.
    case async(() -> Void)
    /// Runs on the thread that waits for its turn.
    case turn(of: Int)
    /// Runs on the main thread while another thread waits for its end.
    case onMain(() -> Void, waiter: Int)
    /// A job of the main actor.
    case job(() -> Void, Operation)
    /// The language's runtime keeps it in a queue of its own.
    case elsewhere

    var keepsCallerWaiting: Bool {
      switch self {
      case .async, .job, .elsewhere: false
      case .turn, .onMain: true
      }
    }
  }

  /// The thread of the queue's asynchronous blocks, made when first needed.
  var thread: Int?
  /// What a sentence calls it: the queue of an actor is the actor.
  var kind = "queue"
  private(set) var tickets: [Ticket] = []
  /// The thread that runs the current block, and where that block was enqueued.
  var runner: Int?
  var runningPlace: SourcePlace?
  var lastEnqueue: ClockTable.Row?
  /// The clock of the end of the last block.
  var lastEnd: ClockTable.Row?

  var next: Ticket? { tickets.first }
  var isEmpty: Bool { tickets.isEmpty }
  /// No thread is inside of it, and none waits for it.
  var isIdle: Bool { runner == nil && isEmpty }
  func append(_ ticket: Ticket) { tickets.append(ticket) }
  func takeNext() -> Ticket { tickets.removeFirst() }

  /// Takes back the jobs that wait for their turn.
  func takeJobs() -> [() -> Void] {
    defer { tickets.removeAll { if case .job = $0.work { true } else { false } } }
    return tickets.compactMap { if case .job(let block, _) = $0.work { block } else { nil } }
  }

  /// Takes back the block that `waiter` waits for.
  func removeTicket(of waiter: Int) {
    tickets.removeAll {
      if case .onMain(_, waiter) = $0.work { true } else { false }
    }
  }
}
