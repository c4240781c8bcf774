/// Atomics, conditions and groups.
extension Machine {
  func performTogether(_ instruction: Instruction, by agent: Int, in state: inout State) {
    switch instruction {
    case .exchange(let expected, let new):
      let isThere = state.atomic == expected
      state.note(by: agent, isThere ? 1 : 0)
      if isThere { state.atomic = new }
    case .awaitExchange(_, let new): state.atomic = new
    case .exchangeOrExit(let expected, let new, let exit):
      let isThere = state.atomic == expected
      state.note(by: agent, isThere ? 1 : 0)
      guard isThere else { return }
      state.atomic = new
      state.agents[agent].next = exit
    case .loadAtomic: state.note(by: agent, state.atomic)
    case .storeAtomic(let value): state.atomic = value
    case .addToAtomic(let number): state.atomic += number
    case .lockCondition: state.conditionOwner = agent
    case .unlockCondition: state.conditionOwner = nil
    case .awaitSignal:
      state.conditionOwner = nil
      state.conditionLine.append(agent)
      state.agents[agent].phase = .inCondition
    case .wake(let all):
      // Who is woken takes the lock again in a step of its own.
      let woken = state.conditionLine.prefix(all ? .max : 1)
      state.conditionLine.removeFirst(woken.count)
      for other in woken { state.agents[other].phase = .ready }
    case .enterGroup: state.grouped += 1
    case .leaveGroup: state.grouped -= 1
    case .awaitGroup: break
    default: preconditionFailure("\(instruction) is for one alone")
    }
  }
}
