/// Every outcome of a program, found by going through every interleaving of its steps. States that
/// were seen before are not gone through again; nothing else is left out.
public struct Enumeration: Sendable {
  /// How it can end: `Ending.names` of all endings.
  public private(set) var outcomes: Set<String> = []
  public private(set) var states = 0
  /// Whether some order leaves a thread that tries the same again and again: it has no end.
  public private(set) var goesRound = false

  /// Nil if the program has more states than that.
  public init?(_ program: SmallProgram, limit: Int) {
    let machine = Machine(program)
    var seen: Set<State> = [machine.initial]
    var open = [machine.initial]
    while let state = open.popLast() {
      var isStuck = true
      for agent in state.agents.indices where machine.canStep(agent, in: state) {
        isStuck = false
        var after = state
        machine.step(agent, in: &after)
        if seen.insert(after).inserted { open.append(after) }
      }
      if isStuck, machine.goesRound(state) { goesRound = true }
      if isStuck { outcomes.formUnion(machine.ending(of: state).names) }
      guard seen.count <= limit else { return nil }
    }
    states = seen.count
  }
}

/// How a run ended.
public struct Ending: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable {
    case done = "done"
    /// Agents wait for each other in a circle.
    case deadlock = "deadlock"
    /// An agent waits for what no other will do.
    case waitsWithoutEnd = "waits without end"
  }

  public let kind: Kind
  let cells: [Int]
  /// What each body saw, by number.
  let seen: [[Int]]

  public init(_ kind: Kind, cells: [Int], seen: [[Int]]) {
    self.kind = kind
    self.cells = cells
    self.seen = seen
  }

  /// What it is called by a reader who sees all of it, and by one who sees only the kind.
  var names: [String] { kind == .done ? [description] : [description, kind.rawValue] }

  public var description: String {
    let sights = seen.enumerated().filter { !$0.element.isEmpty }
      .map { "\($0.offset) saw \($0.element)" }
    return ([kind == .done ? "done" : "stuck", "\(cells)"] + sights).joined(separator: "; ")
  }
}

extension Machine {
  func ending(of state: State) -> Ending {
    let areDone = state.agents.allSatisfy { $0.phase == .ended || $0.phase == .unborn }
    return Ending(
      areDone ? .done : hasCircle(state) ? .deadlock : .waitsWithoutEnd, cells: state.cells,
      seen: state.agents.map(\.seen))
  }

  fileprivate func goesRound(_ state: State) -> Bool {
    state.agents.indices.contains { agent in
      guard state.agents[agent].phase == .ready else { return false }
      if case .awaitExchange = instruction(of: agent, in: state) { return true }
      return false
    }
  }

  private func hasCircle(_ state: State) -> Bool {
    state.agents.indices.contains { start in
      var agent = start
      for _ in state.agents.indices {
        guard let next = blocker(of: agent, in: state) else { return false }
        if next == start { return true }
        agent = next
      }
      return false
    }
  }

  /// Who has what `agent` waits for.
  private func blocker(of agent: Int, in state: State) -> Int? {
    switch state.agents[agent].phase {
    case .inLine(let executor), .inTurn(let executor): return state.executors[executor].holder
    case .awaitingHandlers: return state.whoHandles(agent)
    case .ready:
      switch instruction(of: agent, in: state) {
      case .lock(let lock): return state.owners[lock]
      case .lockAgain: return state.recursiveOwner
      case .lockCondition: return state.conditionOwner
      default: return nil
      }
    default: return nil
    }
  }
}
