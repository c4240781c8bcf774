/// The changes that steps are made of.
extension State {
  /// The pool has a thread for everybody; an executor has a line.
  mutating func arrive(_ agent: Int, at executor: Int?) {
    guard let executor else {
      agents[agent].phase = .ready
      return
    }
    agents[agent].phase = .inLine(executor)
    executors[executor].line.append(agent)
  }

  mutating func begin(_ agent: Int, on executor: Int) {
    executors[executor].line.removeFirst()
    executors[executor].holder = agent
    agents[agent].phase = .ready
    agents[agent].clock = max(agents[agent].clock, executors[executor].clock)
    agents[agent].knowsTimers.formUnion(executors[executor].knowsTimers)
  }

  mutating func leave(_ executor: Int, by agent: Int) {
    executors[executor].holder = nil
    executors[executor].clock = agents[agent].clock
    executors[executor].knowsTimers = agents[agent].knowsTimers
  }

  mutating func leaveHome(_ agent: Int) {
    if let home = agents[agent].home { leave(home, by: agent) }
    agents[agent].home = nil
  }

  /// Suspending gives the executor free, so an actor may be entered again meanwhile.
  mutating func suspend(_ agent: Int, at home: Int?) {
    leaveHome(agent)
    agents[agent].phase = .suspended(at: home)
  }

  mutating func resume(_ agent: Int) {
    agents[agent].phase = .underway(to: agents[agent].placeToResume!)
  }

  mutating func send(_ value: Int, to stream: Int) {
    guard !streams[stream].isFinished else { return }
    if let reader = streams[stream].reader {
      streams[stream].reader = nil
      agents[reader].seen.append(value)
      resume(reader)
    } else {
      streams[stream].buffer.append(value)
    }
  }

  mutating func finish(_ stream: Int) {
    streams[stream].isFinished = true
    guard let reader = streams[stream].reader else { return }
    streams[stream].reader = nil
    agents[reader].seen.append(-1)
    resume(reader)
  }

  mutating func takeNext(of stream: Int, by agent: Int, at home: Int?) {
    if !streams[stream].buffer.isEmpty {
      agents[agent].seen.append(streams[stream].buffer.removeFirst())
    } else if streams[stream].isFinished {
      agents[agent].seen.append(-1)
    } else {
      streams[stream].reader = agent
      suspend(agent, at: home)
    }
  }
}
