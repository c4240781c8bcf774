/// What a body does, one step each. Statements are taken apart so that whatever can come in between
/// does.
enum Instruction: Hashable {
  case read(Int)
  /// Reads without noting what was seen.
  case load(Int)
  case write(Int, Int)
  /// Writes `factor` times the value last loaded, plus `addend`.
  case store(Int, factor: Int, addend: Int)
  /// Loads the cell and, if it is zero, goes on at `exit`, noting which cell it was.
  case test(Int, exit: Int)
  case confined(Int, addend: Int)
  case addAtOnce(Int, addend: Int)
  case lock(Int)
  case unlock(Int)
  case signal(Int)
  case wait(Int)
  case complete(Int)
  case awaitCompletion(Int)
  case poll(Int)
  /// Goes on at `exit` where the lock is not free.
  case tryLock(Int, exit: Int)
  /// Goes on at `exit` where no signal came.
  case waitAtMost(Int, exit: Int)
  case lockAgain
  case unlockAgain
  case exchange(Int, for: Int)
  /// Goes on only where the value is there: to look before that changes nothing.
  case awaitExchange(Int, for: Int)
  /// Goes on at `exit` where the value was there.
  case exchangeOrExit(Int, for: Int, exit: Int)
  case loadAtomic
  case storeAtomic(Int)
  case addToAtomic(Int)
  case lockCondition
  case unlockCondition
  /// Gives the condition's lock back and gets in its line.
  case awaitSignal
  case wake(all: Bool)
  case enterGroup
  case leaveGroup
  case awaitGroup
  /// Gets in the line of what is shared.
  case share(Shared.Index, alone: Bool)
  case unshare(Shared.Index)
  /// Puts a block in the line of what is shared.
  case enqueueShared(Int, alone: Bool)
  /// Starts a thread or a task that belongs nowhere.
  case start(Int)
  /// Puts a block, or a task of the main actor, into a queue.
  case enqueue(Int, executor: Int)
  /// Waits for a turn on a queue, as `sync` does.
  case enter(executor: Int)
  case leave(executor: Int)
  /// Goes on at another executor; nil is the pool of threads. It arrives there, then leaves where it
  /// was, as Swift's runtime does.
  case hop(to: Int?)
  /// Leaves where it is, and arrives at the executor by and by.
  case detour(to: Int?)
  /// Puts a block into a queue when the time has come.
  case after(Int, Int, executor: Int)
  case sleep(Int, at: Int?)
  case startChild(Int)
  /// `while await group.next() != nil {}`
  case gather
  /// `await group.next()`
  case takeChild
  /// Starts a child that its parent awaits by itself.
  case startAlone(Int)
  /// Suspends unless that body has ended.
  case awaitEnd(of: Int, at: Int?)
  /// Suspends unless it has been resumed already.
  case suspend(at: Int?)
  case resume(Int)
  case send(Int, Int)
  case finish(Int)
  case next(Int, at: Int?)
  /// Cancels a task and all below it, and goes through the handlers that are there.
  case cancel(Int)
  /// Cancels the children of its group.
  case cancelChildren
  /// Cancels a child that nobody has awaited: no step that others could tell the order of.
  case cancelLeft(Int)
  case askCancelled
  /// Adds a handler, or goes through it at once.
  case addHandler(Int)
  /// Waits for the end of the handler, if somebody goes through it.
  case removeHandler(Int)
}

/// The instructions of one body.
struct Code {
  var instructions: [Instruction] = []
  /// The body whose group this one is a child of.
  var parent: Int?
}
