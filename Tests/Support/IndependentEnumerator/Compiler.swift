/// Takes a program apart.
struct Compiler {
  private let things: SmallProgram.Things
  private(set) var codes: [Code]
  /// The bodies of tasks that can be cancelled, by name.
  private var named: [Int: Int] = [:]

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
      compileAway(children, of: body, from: home)
    case .groupSeeing(let cell, let children):
      compileAway(children, of: body, from: home, seeing: cell)
    case .groupCancelling(let children):
      compileAway(children, of: body, from: home, cancelling: true)
    case .asyncLet(let child, let inner):
      compile(child, at: nil)
      emit(.startAlone(child.number), to: body)
      compile(inner, of: body, at: home)
      emit(.awaitEnd(of: child.number, at: home), to: body)
    case .asyncLetLeft(let child, let inner):
      compile(child, at: nil)
      emit(.startAlone(child.number), to: body)
      compile(inner, of: body, at: home)
      emit(.cancelLeft(child.number), .awaitEnd(of: child.number, at: home), to: body)
    case .cancellable(let name, let task, let inner):
      named[name] = task.number
      compile(task, at: nil)
      emit(.start(task.number), to: body)
      compile(inner, of: body, at: home)
    // Where the task has been left out, there is nothing to cancel.
    case .cancel(let name): if let task = named[name] { emit(.cancel(task), to: body) }
    case .askCancelled: emit(.askCancelled, to: body)
    case .handled(let handler, let inner):
      compile(handler, at: nil)
      emit(.addHandler(handler.number), to: body)
      compile(inner, of: body, at: home)
      emit(.removeHandler(handler.number), to: body)
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
    _ children: [Body], of body: Int, from home: Int?, seeing cell: Int? = nil,
    cancelling: Bool = false
  ) {
    if home != nil { emit(.hop(to: nil), to: body) }
    for child in children {
      compile(child, at: nil, parent: body)
      emit(.startChild(child.number), to: body)
    }
    if let cell {
      for _ in children { emit(.takeChild, .read(cell), to: body) }
    }
    if cancelling { emit(.takeChild, .cancelChildren, to: body) }
    emit(.gather, to: body)
    if home != nil { emit(.hop(to: home), to: body) }
  }
}
