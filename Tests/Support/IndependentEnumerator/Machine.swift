/// The semantics: which agents can make a step, and what it does.
///
/// Enqueuing, arriving at an executor and beginning there are three steps.
///
/// ```
/// thread                     main queue's line       main thread
/// queue.async { B }   ->     B                                       enqueued
///                                                    B begins        its turn
///
/// task                       main queue's line       main thread
/// await MainActor.run        (underway)                              suspended
///                            T                                       arrived
///                                                    T goes on       its turn
/// ```
struct Machine {
  let codes: [Code]
  let initial: State

  init(_ program: SmallProgram) {
    codes = Compiler(program).codes
    let things = program.things
    var main = Agent()
    main.phase = .ready
    main.home = 0
    var executors = Array(
      repeating: Executor(), count: 2 + things.queues + things.actors)
    executors[0].holder = 0
    initial = State(
      agents: [main] + Array(repeating: Agent(), count: codes.count - 1),
      cells: Array(repeating: 0, count: program.cells),
      confined: Array(repeating: 0, count: executors.count + things.locks),
      owners: Array(repeating: nil, count: things.locks + 1), semaphores: things.semaphores,
      completions: Array(repeating: false, count: things.completions), executors: executors,
      streams: Array(repeating: Stream(), count: things.streams))
  }

  func instruction(of agent: Int, in state: State) -> Instruction? {
    let code = codes[state.body(of: agent)].instructions
    let next = state.agents[agent].next
    return next < code.count ? code[next] : nil
  }

  func canStep(_ agent: Int, in state: State) -> Bool {
    switch state.agents[agent].phase {
    case .unborn, .suspended, .inCondition, .ended, .awaitingHandlers: return false
    case .underway: return true
    case .waitingForTimer: return state.canFire(agent)
    case .inLine(let executor), .inTurn(let executor):
      let place = state.executors[executor]
      return place.holder == nil && place.line.first == agent
    case .inShared(let index): return state.shared[index.rawValue].letsIn(agent)
    case .ready:
      return switch instruction(of: agent, in: state) {
      case .lockAgain: state.recursiveOwner == nil || state.recursiveOwner == agent
      case .lock(let lock): state.owners[lock] == nil
      case .wait(let semaphore): state.semaphores[semaphore] > 0
      case .awaitCompletion(let completion): state.completions[completion]
      case .awaitExchange(let expected, _): state.atomic == expected
      case .lockCondition: state.conditionOwner == nil
      case .awaitGroup: state.grouped == 0
      default: true
      }
    }
  }

  func step(_ agent: Int, in state: inout State) {
    switch state.agents[agent].phase {
    case .unborn, .suspended, .inCondition, .ended, .awaitingHandlers:
      preconditionFailure("agent \(agent) cannot step")
    case .underway(let executor): state.arrive(agent, at: executor)
    case .waitingForTimer: state.fire(agent)
    case .inLine(let executor):
      state.begin(agent, on: executor)
      state.agents[agent].home = executor
    case .inTurn(let executor): state.begin(agent, on: executor)
    case .inShared(let index):
      state.shared[index.rawValue].enter()
      state.agents[agent].phase = .ready
    case .ready:
      if let instruction = instruction(of: agent, in: state) {
        state.agents[agent].next += 1
        perform(instruction, by: agent, in: &state)
        if isBetweenTimers(agent, in: state) { step(agent, in: &state) }
        endCalls(of: agent, in: &state)
      } else {
        end(agent, in: &state)
      }
    }
  }

  /// Whether the agent has set a timer and sets another one, with nothing but the end of `sync` in between.
  private func isBetweenTimers(_ agent: Int, in state: State) -> Bool {
    let code = codes[state.body(of: agent)].instructions
    let next = state.agents[agent].next
    func isEnd(_ instruction: Instruction) -> Bool {
      if case .leave = instruction { true } else { false }
    }
    guard case .after? = code[..<next].last(where: { !isEnd($0) }),
      case .after? = code[next...].first(where: { !isEnd($0) })
    else { return false }
    return true
  }

  private func end(_ agent: Int, in state: inout State) {
    state.leaveHome(agent)
    state.agents[agent].phase = .ended
    state.agents[agent].isCancelled = false
    state.forget(agent)
    for other in state.agents.indices where state.agents[other].awaits == agent {
      state.agents[other].awaits = nil
      state.pass(from: agent, to: other)
      state.resume(other)
    }
    guard let parent = codes[agent].parent else { return }
    state.agents[parent].running -= 1
    if state.agents[parent].placeToResume != nil {
      state.resume(parent)
    } else {
      state.agents[parent].endedChildren += 1
    }
  }

  private func perform(_ instruction: Instruction, by agent: Int, in state: inout State) {
    switch instruction {
    case .read(let cell): state.note(by: agent, state.cells[cell])
    case .load(let cell): state.agents[agent].loaded = state.cells[cell]
    case .write(let cell, let value): state.cells[cell] = value
    case .store(let cell, let factor, let addend):
      state.cells[cell] = state.agents[agent].loaded * factor + addend
    case .test(let cell, let exit):
      guard state.cells[cell] == 0 else { return }
      state.note(by: agent, cell)
      state.agents[agent].next = exit
    case .confined(let variable, let addend):
      state.confined[variable] = state.confined[variable] * 2 + addend
      state.note(by: agent, state.confined[variable])
    case .lock(let lock): state.owners[lock] = agent
    case .unlock(let lock): state.owners[lock] = nil
    case .signal(let semaphore): state.semaphores[semaphore] += 1
    case .wait(let semaphore): state.semaphores[semaphore] -= 1
    case .complete(let completion): state.completions[completion] = true
    case .awaitCompletion: break
    case .poll(let completion):
      state.note(by: agent, state.completions[completion] ? 1 : 0)
    case .start(let other):
      state.pass(from: agent, to: other)
      state.agents[other].phase = .underway(to: nil)
    case .enqueue(let other, let executor):
      state.pass(from: agent, to: other)
      state.arrive(other, at: executor)
    case .enter(let executor):
      state.agents[agent].phase = .inTurn(executor)
      state.executors[executor].line.append(agent)
    case .leave(let executor): state.leave(executor, by: agent)
    case .addAtOnce(let cell, let addend): state.cells[cell] = state.cells[cell] * 2 + addend
    case .exchange, .awaitExchange, .exchangeOrExit, .loadAtomic, .storeAtomic, .addToAtomic,
      .lockCondition, .unlockCondition,
      .awaitSignal, .wake, .enterGroup, .leaveGroup, .awaitGroup:
      performTogether(instruction, by: agent, in: &state)
    case .tryLock, .waitAtMost, .lockAgain, .unlockAgain, .share, .unshare, .enqueueShared:
      performAttempt(instruction, by: agent, in: &state)
    default: performInTask(instruction, by: agent, in: &state)
    }
  }

  private func performInTask(_ instruction: Instruction, by agent: Int, in state: inout State) {
    switch instruction {
    case .hop(let executor):
      state.leaveHome(agent)
      state.arrive(agent, at: executor)
    case .detour(let executor):
      state.leaveHome(agent)
      state.agents[agent].phase = .underway(to: executor)
    case .after(let delay, let block, let executor):
      state.pass(from: agent, to: block)
      state.setTimer(by: agent, after: delay, for: block, number: block, at: executor)
    case .sleep(let delay, let home):
      state.leaveHome(agent)
      let number = codes.count * state.agents[agent].next + agent
      state.setTimer(by: agent, after: delay, for: agent, number: number, at: home)
    case .startChild(let child):
      state.agents[agent].running += 1
      state.startBelow(agent, child, as: .member(child))
    case .startAlone(let child): state.startBelow(agent, child, as: .child(child))
    case .gather: gather(agent, in: &state)
    case .takeChild:
      if state.agents[agent].endedChildren > 0 {
        state.agents[agent].endedChildren -= 1
      } else {
        state.suspend(agent, at: nil)
      }
    case .awaitEnd(let other, let home):
      state.pass(from: other, to: agent)
      guard state.agents[other].phase != .ended else { return }
      state.agents[agent].awaits = other
      state.suspend(agent, at: home)
    case .suspend(let home):
      if state.agents[agent].isResumed {
        state.agents[agent].isResumed = false
      } else {
        state.suspend(agent, at: home)
      }
    case .resume(let other):
      state.pass(from: agent, to: other)
      if let home = state.agents[other].placeToResume {
        state.arrive(other, at: home)
      } else {
        state.agents[other].isResumed = true
      }
    case .send(let stream, let value): state.send(value, to: stream)
    case .finish(let stream): state.finish(stream)
    case .next(let stream, let home): state.takeNext(of: stream, by: agent, at: home)
    default: performCancelling(instruction, by: agent, in: &state)
    }
  }

  /// Suspends only if there is a child to wait for and none has ended; every end resumes it.
  private func gather(_ agent: Int, in state: inout State) {
    let known = state.agents[agent]
    guard known.endedChildren > 0 || known.running > 0 else {
      for child in codes.indices where codes[child].parent == agent {
        state.pass(from: child, to: agent)
      }
      return
    }
    state.agents[agent].next -= 1
    if known.endedChildren > 0 {
      state.agents[agent].endedChildren -= 1
    } else {
      state.suspend(agent, at: nil)
    }
  }
}
