/// A deadline in virtual time.
///
/// Steps take no time, and anything may be late, but deadlines of which the program says which was
/// set first come in their own order:
///
/// ```
/// thread                          queue
/// after(2 s, on: queue) { A }
/// after(1 s, on: queue) { B }     B, then A
/// ```
///
/// The program says so if one agent sets both, or if the agent that sets the second was started, or got its
/// turn on a queue, after the first had been set. Timers that one agent sets one after the other,
/// with nothing in between but the end of `sync`, are set at once. Of two with the same deadline the
/// first set comes first.
struct Timer: Hashable {
  let agent: Int
  let deadline: Int
  /// Different for each timer of a program.
  let number: Int
  let knows: Set<Int>
  /// Where the agent goes then.
  let executor: Int?
  let isBlock: Bool
}

extension State {
  mutating func setTimer(
    by agent: Int, after delay: Int, for woken: Int, number: Int, at executor: Int?
  ) {
    timers.append(
      Timer(
        agent: woken, deadline: agents[agent].clock + delay, number: number,
        knows: agents[agent].knowsTimers, executor: executor, isBlock: woken != agent))
    agents[agent].knowsTimers.insert(number)
    agents[woken].phase = .waitingForTimer
  }

  /// Whether every timer that comes before this agent's has fired.
  func canFire(_ agent: Int) -> Bool {
    let index = timers.firstIndex { $0.agent == agent }!
    let timer = timers[index]
    return !timers.indices.contains { other in
      let isEarlier = (timers[other].deadline, other) < (timer.deadline, index)
      let isOrdered =
        timer.knows.contains(timers[other].number) || timers[other].knows.contains(timer.number)
      return isEarlier && isOrdered
    }
  }

  mutating func fire(_ agent: Int) {
    let timer = timers.remove(at: timers.firstIndex { $0.agent == agent }!)
    agents[agent].clock = max(agents[agent].clock, timer.deadline)
    agents[agent].knowsTimers.formUnion(timer.knows.union([timer.number]))
    if timer.isBlock {
      arrive(agent, at: timer.executor)
    } else {
      agents[agent].phase = .underway(to: timer.executor)
    }
  }

  /// What `other` does from now on comes after what `agent` did.
  mutating func pass(from agent: Int, to other: Int) {
    agents[other].clock = max(agents[other].clock, agents[agent].clock)
    agents[other].knowsTimers.formUnion(agents[agent].knowsTimers)
  }
}
