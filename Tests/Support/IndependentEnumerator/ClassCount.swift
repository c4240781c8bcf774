/// How many schedules of a program differ in more than the order of independent steps: its
/// Mazurkiewicz traces.
///
/// Two steps of different agents depend on each other when they
/// - touch the same cell or the atomic and one of them writes,
/// - take or give back the same lock, or wait for the same semaphore,
/// - find a lock taken, and take it or give it back,
/// - get in the line of a lock for many readers or a concurrent queue, or leave it,
/// - complete a completion and ask whether it is complete,
/// - cancel tasks, or ask whether one is cancelled, add a handler or take it away: whichever tasks,
/// - end, and await that end on the main queue or an actor,
/// - put something into the same queue, main queue included, or arrive at the same actor.
///
/// Signals of a semaphore commute with each other and with waits that could go on anyway, and so do
/// completions of one completion. When a block or a job begins makes no difference: its place in the
/// line has been decided.
/// Two schedules are alike if every agent does the same and dependent steps come in the same order.
public struct ClassCount: Sendable {
  public private(set) var classes = 0
  /// How they end: `Ending.names` of all endings.
  public private(set) var outcomes: Set<String> = []

  /// Nil if there is too much of it to go through, or if it cannot be said what depends on what.
  public init?(_ program: SmallProgram, limit: Int) {
    let machine = Machine(program)
    guard !machine.suspendsDependingOnOthers, !machine.hasMoreThanPairs else { return nil }
    let start = Prefix(state: machine.initial, trace: Trace(machine))
    var seen: Set<Prefix.Key> = [start.key]
    var open = [start]
    while let prefix = open.popLast() {
      let able = prefix.state.agents.indices.filter { machine.canStep($0, in: prefix.state) }
      if able.isEmpty {
        classes += 1
        outcomes.formUnion(machine.ending(of: prefix.state).names)
      }
      // What is in no thread's way may as well be done at once.
      let free = able.first { machine.access(of: $0, in: prefix.state) == nil }
      for agent in free.map({ [$0] }) ?? able {
        var after = prefix
        after.trace.record(agent, machine.access(of: agent, in: prefix.state))
        machine.step(agent, in: &after.state)
        after.trace.inherit(from: agent, before: prefix.state, after: after.state)
        if seen.insert(after.key).inserted { open.append(after) }
      }
      guard seen.count <= limit else { return nil }
    }
  }

  private struct Prefix {
    var state: State
    var trace: Trace
    struct Key: Hashable {
      let state: State
      let trace: UInt64
    }
    var key: Key { Key(state: state, trace: trace.sum) }
  }
}

/// What a step does that others can tell the order of.
struct Access: Hashable {
  enum Thing: Hashable {
    case cell(Int)
    case atomic
    case lock(Int)
    case semaphore(Int)
    case signals(Int)
    case completion(Int)
    case executor(Int)
    case shared(Shared.Index)
    case cancellations
    /// Of a child whose parent is on an executor.
    case end(Int)
  }

  var thing: Thing
  var changes: Bool
  /// With other changes.
  var commutes = false
}

extension Machine {
  func access(of agent: Int, in state: State) -> Access? {
    switch state.agents[agent].phase {
    case .underway(let executor?): return Access(thing: .executor(executor), changes: true)
    case .ready:
      guard let instruction = instruction(of: agent, in: state) else {
        return isAwaitedOnExecutor(agent) ? Access(thing: .end(agent), changes: true) : nil
      }
      return access(of: instruction, in: state)
    default: return nil
    }
  }

  private func access(of instruction: Instruction, in state: State) -> Access? {
    switch instruction {
    case .read(let cell), .load(let cell), .test(let cell, _):
      Access(thing: .cell(cell), changes: false)
    case .write(let cell, _), .store(let cell, _, _): Access(thing: .cell(cell), changes: true)
    case .addAtOnce(let cell, _): Access(thing: .cell(cell), changes: true)
    case .loadAtomic: Access(thing: .atomic, changes: false)
    case .storeAtomic, .addToAtomic: Access(thing: .atomic, changes: true)
    // Where it finds something else, it has only looked.
    case .exchange(let expected, _), .exchangeOrExit(let expected, _, _):
      Access(thing: .atomic, changes: state.atomic == expected)
    case .lock(let lock), .unlock(let lock): Access(thing: .lock(lock), changes: true)
    // Found taken, it has only been looked at.
    case .tryLock(let lock, _):
      Access(thing: .lock(lock), changes: state.owners[lock] == nil)
    case .share(let index, _), .unshare(let index):
      Access(thing: .shared(index), changes: true)
    case .enqueueShared: Access(thing: .shared(.queue), changes: true)
    case .wait(let semaphore): Access(thing: .semaphore(semaphore), changes: true)
    case .signal(let semaphore): Access(thing: .signals(semaphore), changes: true, commutes: true)
    case .complete(let completion):
      Access(thing: .completion(completion), changes: true, commutes: true)
    case .poll(let completion): Access(thing: .completion(completion), changes: false)
    case .enqueue(_, let executor), .enter(let executor), .hop(let executor?):
      Access(thing: .executor(executor), changes: true)
    case .cancel, .cancelChildren: Access(thing: .cancellations, changes: true)
    case .awaitEnd(let other, at: _?): Access(thing: .end(other), changes: false)
    case .askCancelled, .addHandler, .removeHandler:
      Access(thing: .cancellations, changes: false)
    case .resume(let other):
      state.agents[other].placeToResume?.map { Access(thing: .executor($0), changes: true) }
    default: nil
    }
  }
}

/// A schedule so far, up to the order of independent steps, as a number: the sum of a hash for each
/// step, made of what its agent did before and of the steps on the same thing that it depends on.
private struct Trace {
  private(set) var sum: UInt64 = 0
  private var agents: [UInt64]
  private var changes: [Access.Thing: UInt64] = [:]
  private var looks: [Access.Thing: UInt64] = [:]

  init(_ machine: Machine) {
    agents = machine.codes.indices.map { Self.mix(UInt64($0), 1) }
  }

  mutating func record(_ agent: Int, _ access: Access?) {
    guard let access else { return }
    let (earlier, seen) = (changes[access.thing] ?? 0, looks[access.thing] ?? 0)
    var hash = Self.mix(agents[agent], access.commutes ? 0 : earlier)
    if access.changes { hash = Self.mix(hash, seen) }
    agents[agent] = hash
    sum &+= hash
    if !access.changes {
      looks[access.thing] = seen &+ hash
    } else if access.commutes {
      changes[access.thing] = earlier &+ hash
    } else {
      changes[access.thing] = hash
      looks[access.thing] = nil
    }
  }

  /// What an agent does first depends on what its starter did before.
  mutating func inherit(from agent: Int, before: State, after: State) {
    for other in after.agents.indices
    where before.agents[other].phase == .unborn && after.agents[other].phase != .unborn {
      agents[other] = Self.mix(agents[other], agents[agent])
    }
  }

  /// The finaliser of MurmurHash3 over both.
  private static func mix(_ one: UInt64, _ two: UInt64) -> UInt64 {
    var hash = (one &* 0x9e37_79b9_7f4a_7c15) ^ (two &+ 0x2545_f491_4f6c_dd1d)
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }
}

extension Machine {
  /// Which timers hold others back is not a matter of two steps alone, nor is who finds a stream
  /// empty, or gets in line for what a thread may take again, and how often one looks before a value
  /// is there.
  var hasMoreThanPairs: Bool {
    codes.contains { code in
      code.instructions.contains {
        switch $0 {
        case .after, .sleep, .send, .finish, .next, .waitAtMost, .lockAgain, .awaitExchange: true
        case .lockCondition, .awaitSignal, .wake, .enterGroup, .awaitGroup: true
        default: false
        }
      }
    } || leavesChildren && asksForCancellation
  }

  /// Whether a child is left without `await`, which cancels it.
  private var leavesChildren: Bool {
    codes.contains { code in
      code.instructions.contains { if case .cancelLeft = $0 { true } else { false } }
    }
  }

  private var asksForCancellation: Bool {
    codes.contains { code in
      code.instructions.contains {
        switch $0 {
        case .askCancelled, .addHandler: true
        default: false
        }
      }
    }
  }

  /// Whether an agent that occupies an executor asks for something and suspends only if it is not
  /// there yet. Then the answer's coming and the asking depend on each other, though not always.
  var suspendsDependingOnOthers: Bool {
    codes.contains { code in
      code.instructions.contains {
        switch $0 {
        case .suspend(at: _?): true
        default: false
        }
      }
    }
  }

  /// Whether the end of an agent is what another one waits for that occupies an executor, and gives
  /// it free if it has to wait.
  private func isAwaitedOnExecutor(_ agent: Int) -> Bool {
    codes.contains { code in
      code.instructions.contains {
        if case .awaitEnd(agent, at: _?) = $0 { true } else { false }
      }
    }
  }
}
