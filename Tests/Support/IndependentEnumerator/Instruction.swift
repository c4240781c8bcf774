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
  /// Suspends unless that body has ended.
  case awaitEnd(of: Int, at: Int?)
  /// Suspends unless it has been resumed already.
  case suspend(at: Int?)
  case resume(Int)
  case send(Int, Int)
  case finish(Int)
  case next(Int, at: Int?)
}

/// The instructions of one body.
struct Code {
  var instructions: [Instruction] = []
  /// The body whose group this one is a child of.
  var parent: Int?
}

/// Takes a program apart.
struct Compiler {
  private let things: SmallProgram.Things
  private(set) var codes: [Code]

  init(_ program: SmallProgram) {
    things = program.things
    codes = Array(repeating: Code(), count: program.bodies.count)
    compile(program.main, at: 0)
  }

  /// Executors are numbered: the main queue, serial queues, actors, the queue that is made on first
  /// use.
  private func executor(_ queue: Queue) -> Int {
    switch queue {
    case .main: 0
    case .serial(let index): 1 + index
    case .lazy: 1 + things.queues + things.actors
    }
  }

  private func actor(_ index: Int) -> Int { 1 + things.queues + index }

  /// Each executor and each lock has one.
  private func variable(of guardian: Guardian) -> Int {
    switch guardian {
    case .queue(let queue): executor(queue)
    case .actor(let index): actor(index)
    case .lock(let index): 2 + things.queues + things.actors + index
    }
  }

  private mutating func compile(
    _ body: Body, at home: Int?, parent: Int? = nil, last: Instruction? = nil
  ) {
    codes[body.number].parent = parent
    compile(body.statements, of: body.number, at: home)
    if let last { codes[body.number].instructions.append(last) }
  }

  private mutating func compile(_ statements: [Statement], of body: Int, at home: Int?) {
    for statement in statements { compile(statement, of: body, at: home) }
  }

  private mutating func emit(_ instructions: Instruction..., to body: Int) {
    codes[body].instructions += instructions
  }

  private mutating func compile(_ statement: Statement, of body: Int, at home: Int?) {
    switch statement {
    case .read(let cell): emit(.read(cell), to: body)
    case .write(let cell, let value): emit(.write(cell, value), to: body)
    case .add(let cell, let number):
      emit(.load(cell), .store(cell, factor: 2, addend: number), to: body)
    case .successor(let one, let other):
      emit(.load(one), .store(other, factor: 1, addend: 1), to: body)
    case .findZero(let highest):
      let exit = codes[body].instructions.count + highest + 1
      for cell in (0...highest).reversed() { emit(.test(cell, exit: exit), to: body) }
    case .confined(let guardian, let number):
      emit(.confined(variable(of: guardian), addend: number), to: body)
    case .locked(let lock, let inner):
      emit(.lock(lock), to: body)
      compile(inner, of: body, at: home)
      emit(.unlock(lock), to: body)
    case .addAtOnce(let cell, let number): emit(.addAtOnce(cell, addend: number), to: body)
    case .tried(let lock, let inner):
      let index = codes[body].instructions.count
      emit(.tryLock(lock, exit: 0), to: body)
      compile(inner, of: body, at: home)
      emit(.unlock(lock), to: body)
      codes[body].instructions[index] = .tryLock(lock, exit: codes[body].instructions.count)
    case .waitAtMost(let semaphore):
      let next = codes[body].instructions.count + 1
      emit(.waitAtMost(semaphore, exit: next), to: body)
    case .takenInTime(let semaphore, let inner):
      let index = codes[body].instructions.count
      emit(.waitAtMost(semaphore, exit: 0), to: body)
      compile(inner, of: body, at: home)
      emit(.signal(semaphore), to: body)
      let exit = codes[body].instructions.count
      codes[body].instructions[index] = .waitAtMost(semaphore, exit: exit)
    // When a thing was made makes no difference, so these are the last of their kind.
    case .lockedLazily(let inner):
      compile(.locked(things.locks, inner), of: body, at: home)
    case .addLazily(let number): compile(.add(things.cells, number), of: body, at: home)
    case .asyncLazily(let block): compile(.async(.lazy, block), of: body, at: home)
    case .recursive(let inner):
      emit(.lockAgain, to: body)
      compile(inner, of: body, at: home)
      emit(.unlockAgain, to: body)
    case .exchange(let expected, let new): emit(.exchange(expected, for: new), to: body)
    case .retryExchange(let expected, let new): emit(.awaitExchange(expected, for: new), to: body)
    case .tryExchange(let times, let expected, let new):
      let exit = codes[body].instructions.count + times
      for _ in 0..<times { emit(.exchangeOrExit(expected, for: new, exit: exit), to: body) }
    case .loadAtomic: emit(.loadAtomic, to: body)
    case .storeAtomic(let value): emit(.storeAtomic(value), to: body)
    case .addToAtomic(let number): emit(.addToAtomic(number), to: body)
    case .conditioned(let inner):
      emit(.lockCondition, to: body)
      compile(inner, of: body, at: home)
      emit(.unlockCondition, to: body)
    case .waitForSignal: emit(.awaitSignal, .lockCondition, to: body)
    case .wake(let all): emit(.wake(all: all), to: body)
    case .grouped(let inner):
      emit(.enterGroup, to: body)
      compile(inner, of: body, at: home)
      emit(.leaveGroup, to: body)
    case .waitForGroup: emit(.awaitGroup, to: body)
    case .shared(let toWrite, let inner):
      emit(.share(.lock, alone: toWrite), to: body)
      compile(inner, of: body, at: home)
      emit(.unshare(.lock), to: body)
    case .concurrent(let isBarrier, let block):
      compile(block, at: nil, last: .unshare(.queue))
      emit(.enqueueShared(block.number, alone: isBarrier), to: body)
    case .signal(let semaphore): emit(.signal(semaphore), to: body)
    case .wait(let semaphore): emit(.wait(semaphore), to: body)
    case .complete(let completion): emit(.complete(completion), to: body)
    case .awaitCompletion(let completion): emit(.awaitCompletion(completion), to: body)
    case .poll(let completion): emit(.poll(completion), to: body)
    case .thread(let new):
      compile(new, at: nil)
      emit(.start(new.number), to: body)
    case .async(let queue, let block):
      compile(block, at: executor(queue))
      emit(.enqueue(block.number, executor: executor(queue)), to: body)
    case .sync(let queue, let inner):
      emit(.enter(executor: executor(queue)), to: body)
      compile(inner, of: body, at: home)
      emit(.leave(executor: executor(queue)), to: body)
    default: compileTask(statement, of: body, at: home)
    }
  }

  private mutating func compileTask(_ statement: Statement, of body: Int, at home: Int?) {
    switch statement {
    case .task(let new):
      compile(new, at: nil)
      emit(.start(new.number), to: body)
    case .mainTask(let new):
      compile(new, at: 0)
      emit(.enqueue(new.number, executor: 0), to: body)
    case .onActor(let index, let inner):
      compileAway(inner, of: body, at: actor(index), from: home)
    case .onMain(let inner):
      // `MainActor.run` belongs nowhere itself, so calling it leaves even the main actor. It returns
      // from there.
      emit(.detour(to: 0), to: body)
      compile(inner, of: body, at: 0)
      if home != 0 { emit(.hop(to: home), to: body) }
    // What is given to `withTaskGroup` belongs nowhere, also where an actor calls it.
    case .group(let children):
      compileAway(children, of: body, from: home, seeing: nil)
    case .groupSeeing(let cell, let children):
      compileAway(children, of: body, from: home, seeing: cell)
    case .asyncLet(let child, let inner):
      compile(child, at: nil)
      emit(.start(child.number), to: body)
      compile(inner, of: body, at: home)
      emit(.awaitEnd(of: child.number, at: home), to: body)
    case .after(let delay, let queue, let block):
      compile(block, at: executor(queue))
      emit(.after(delay, block.number, executor: executor(queue)), to: body)
    case .sleep(let delay): emit(.sleep(delay, at: home), to: body)
    case .yield: emit(.detour(to: home), to: body)
    case .callback(let queue, let block):
      compile(block, at: executor(queue), last: .resume(body))
      emit(.enqueue(block.number, executor: executor(queue)), .suspend(at: home), to: body)
    case .send(let stream, let value): emit(.send(stream, value), to: body)
    case .finish(let stream): emit(.finish(stream), to: body)
    case .next(let stream): emit(.next(stream, at: home), to: body)
    default: preconditionFailure("no instruction for \(statement)")
    }
  }

  /// Code of another executor; going from one to the same is no hop.
  private mutating func compileAway(
    _ inner: [Statement], of body: Int, at away: Int, from home: Int?
  ) {
    if away != home { emit(.hop(to: away), to: body) }
    compile(inner, of: body, at: away)
    if away != home { emit(.hop(to: home), to: body) }
  }

  private mutating func compileAway(
    _ children: [Body], of body: Int, from home: Int?, seeing cell: Int?
  ) {
    if home != nil { emit(.hop(to: nil), to: body) }
    for child in children {
      compile(child, at: nil, parent: body)
      emit(.startChild(child.number), to: body)
    }
    if let cell {
      for _ in children { emit(.takeChild, .read(cell), to: body) }
    }
    emit(.gather, to: body)
    if home != nil { emit(.hop(to: home), to: body) }
  }
}
