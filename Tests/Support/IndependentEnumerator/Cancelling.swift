/// What cancelling a task comes to.
///
/// ```
/// who cancels                        the task
/// flags, all at once                 asks: cancelled from now on
/// goes through the handlers          works on; at the end of one that is being
/// step by step, the newest first     handled it waits until that is done
/// goes on
/// ```
///
/// A task has records of what it has begun and not ended: handlers, children, a group. Flags are set
/// and handlers taken in one moment; a task that is cancelled already is passed over with all below.
enum Record: Hashable {
  case handler(Int)
  /// One that who cancels goes through, or has.
  case taken(Int)
  case child(Int)
  /// A child of the group that is open: nothing is begun after it but others of them.
  case member(Int)
}

/// A handler that an agent goes through.
struct Call: Hashable {
  let body: Int
  var next = 0
  /// The tasks that are cancelled on the way to the handler, down to the one that has it; empty if
  /// that one goes through it itself.
  let owners: [Int]
}

extension Machine {
  func performCancelling(_ instruction: Instruction, by agent: Int, in state: inout State) {
    switch instruction {
    case .cancel(let task), .cancelLeft(let task):
      let calls = state.cancel(task, after: [])
      state.agents[agent].calls.insert(contentsOf: calls, at: 0)
    case .cancelChildren:
      let calls = state.cancelMembers(of: agent, after: [])
      state.agents[agent].calls.insert(contentsOf: calls, at: 0)
    case .askCancelled: state.note(by: agent, state.agents[agent].isCancelled ? 1 : 0)
    case .addHandler(let handler):
      state.agents[agent].records.append(.handler(handler))
      guard state.agents[agent].isCancelled else { return }
      state.agents[agent].calls.insert(Call(body: handler, owners: []), at: 0)
    case .removeHandler(let handler):
      let isTaken = state.agents[agent].records.contains(.taken(handler))
      state.agents[agent].records.removeAll { [.handler(handler), .taken(handler)].contains($0) }
      if isTaken, state.whoHandles(agent) != nil { state.agents[agent].phase = .awaitingHandlers }
    default: preconditionFailure("\(instruction) is no instruction of tasks")
    }
  }

  /// The agent leaves the handlers that it has come to the end of.
  func endCalls(of agent: Int, in state: inout State) {
    while let call = state.agents[agent].calls.first,
      call.next == codes[call.body].instructions.count
    {
      state.agents[agent].calls.removeFirst()
    }
    for other in state.agents.indices
    where state.agents[other].phase == .awaitingHandlers && state.whoHandles(other) == nil {
      state.agents[other].phase = .ready
    }
  }
}

extension State {
  /// Whose code the agent goes through: its own, or a handler's.
  func body(of agent: Int) -> Int { agents[agent].calls.first?.body ?? agent }

  mutating func note(by agent: Int, _ value: Int) { agents[body(of: agent)].seen.append(value) }

  /// A child of a task that is cancelled is so from the start.
  mutating func startBelow(_ parent: Int, _ child: Int, as record: Record) {
    pass(from: parent, to: child)
    agents[child].isCancelled = agents[parent].isCancelled
    agents[child].phase = .underway(to: nil)
    agents[parent].records.append(record)
  }

  mutating func forget(_ child: Int) {
    for agent in agents.indices {
      agents[agent].records.removeAll { $0 == .child(child) || $0 == .member(child) }
    }
  }

  /// Who goes through handlers of a task, or of one below it.
  func whoHandles(_ task: Int) -> Int? {
    agents.indices.first { agents[$0].calls.contains { $0.owners.contains(task) } }
  }

  fileprivate mutating func cancel(_ task: Int, after owners: [Int]) -> [Call] {
    guard !agents[task].isCancelled, agents[task].phase != .ended else { return [] }
    agents[task].isCancelled = true
    let owners = owners + [task]
    var calls = cancelMembers(of: task, after: owners)
    for record in agents[task].records.reversed() {
      switch record {
      case .handler(let body): calls.append(Call(body: body, owners: owners))
      case .child(let child): calls += cancel(child, after: owners)
      case .member, .taken: break
      }
    }
    agents[task].records = agents[task].records.map {
      if case .handler(let body) = $0 { .taken(body) } else { $0 }
    }
    return calls
  }

  /// A group cancels its children in the order in which they were added.
  fileprivate mutating func cancelMembers(of task: Int, after owners: [Int]) -> [Call] {
    var calls: [Call] = []
    for case .member(let child) in agents[task].records { calls += cancel(child, after: owners) }
    return calls
  }
}
