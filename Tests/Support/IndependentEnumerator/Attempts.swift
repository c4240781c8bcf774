/// Taking what may not be free, taking again, and sharing.
extension Machine {
  func performAttempt(_ instruction: Instruction, by agent: Int, in state: inout State) {
    switch instruction {
    case .tryLock(let lock, let exit):
      let isFree = state.owners[lock] == nil
      state.note(by: agent, isFree ? 1 : 0)
      if isFree { state.owners[lock] = agent } else { state.agents[agent].next = exit }
    case .waitAtMost(let semaphore, let exit):
      // It may give up at any moment, so it looks at one.
      let isThere = state.semaphores[semaphore] > 0
      state.note(by: agent, isThere ? 1 : 0)
      if isThere { state.semaphores[semaphore] -= 1 } else { state.agents[agent].next = exit }
    case .lockAgain:
      state.recursiveOwner = agent
      state.depth += 1
    case .unlockAgain:
      state.depth -= 1
      if state.depth == 0 { state.recursiveOwner = nil }
    case .share(let index, let alone): state.share(index, by: agent, alone: alone)
    case .unshare(let index): state.shared[index.rawValue].leave()
    case .enqueueShared(let block, let alone):
      state.pass(from: agent, to: block)
      state.share(.queue, by: block, alone: alone)
    default: preconditionFailure("\(instruction) is not tried")
    }
  }
}
