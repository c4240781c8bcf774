/// A lock for many to read or one to write, or a concurrent queue with barriers: who comes gets in
/// line, and the first in line goes on when nothing is in its way.
struct Shared: Hashable {
  enum Index: Int, Hashable, CaseIterable { case lock, queue }

  struct Place: Hashable {
    let agent: Int
    let alone: Bool
  }

  var line: [Place] = []
  var inside = 0
  var isAlone = false

  func letsIn(_ agent: Int) -> Bool {
    guard let first = line.first, first.agent == agent else { return false }
    return !isAlone && (inside == 0 || !first.alone)
  }

  mutating func enter() {
    isAlone = line.removeFirst().alone
    inside += 1
  }

  mutating func leave() {
    inside -= 1
    isAlone = false
  }
}

extension State {
  mutating func share(_ index: Shared.Index, by agent: Int, alone: Bool) {
    shared[index.rawValue].line.append(Shared.Place(agent: agent, alone: alone))
    agents[agent].phase = .inShared(index)
  }
}
