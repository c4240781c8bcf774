/// Locks (or queues) that different threads take in different orders: no deadlock so far, but one
/// is possible wherever the two meet.
public struct LockOrderWarning: Hashable, Sendable, CustomStringConvertible {
  /// One thing taken while another was held.
  public struct Edge: Hashable, Sendable {
    /// The name of the thread.
    public let thread: String
    /// What it held.
    public let held: Holdable
    /// The line where it had got it.
    public let heldAt: SourcePlace
    /// What it asked for.
    public let taken: Holdable
    /// The line where it asked.
    public let takenAt: SourcePlace
  }

  /// Each takes what the next holds.
  public let edges: [Edge]

  public var description: String {
    "deadlock possible: "
      + edges.map {
        "\($0.thread) takes \($0.taken) (\($0.takenAt)) while it holds \($0.held) (\($0.heldAt))"
      }.joined(separator: "; ")
  }
}

/// What was taken while what was held, over all runs of an exploration.
struct LockOrderGraph {
  private var orders: [RunRecord.LockOrder] = []
  private var edges: [LockOrderWarning.Edge] = []

  /// Adds what a run recorded, while its threads and objects still have names.
  mutating func add(_ model: RunModel) {
    for order in model.record.orders
    where !orders.contains(where: { $0.isSameOrder(order) }) {
      orders.append(order)
      edges.append(
        LockOrderWarning.Edge(
          thread: model.threads[order.thread].name, held: model.objects[order.held].holdable,
          heldAt: order.heldAt, taken: model.objects[order.taken].holdable, takenAt: order.takenAt))
    }
  }

  /// Adds what another part of the exploration recorded.
  mutating func add(_ other: LockOrderGraph) {
    for (order, edge) in zip(other.orders, other.edges)
    where !orders.contains(where: { $0.isSameOrder(order) }) {
      orders.append(order)
      edges.append(edge)
    }
  }

  /// How many orders of two there are.
  var count: Int { orders.count }

  var warnings: [LockOrderWarning] {
    paths.map { path in LockOrderWarning(edges: path.map { edges[$0] }) }
  }

  var circles: [[RunRecord.LockOrder]] { paths.map { path in path.map { orders[$0] } } }

  /// The circles, each once. Threads that both hold a further lock at the time never meet there.
  /// Those of up to four are all found; of larger ones, the shortest through each order.
  private var paths: [[Int]] {
    var found: [[Int]] = []
    var sets: Set<Set<Int>> = []

    func extend(_ path: [Int]) {
      let (first, last) = (orders[path[0]], orders[path[path.count - 1]])
      if path.count > 1, last.taken == first.held {
        if sets.insert(Set(path)).inserted { found.append(path) }
        return
      }
      guard path.count < 4 else { return }
      for next in orders.indices where orders[next].held == last.taken {
        if path.allSatisfy({ orders[$0].canMeet(orders[next]) }) { extend(path + [next]) }
      }
    }

    for start in orders.indices { extend([start]) }
    for start in orders.indices where !found.contains(where: { $0.contains(start) }) {
      if let path = shortestCircle(through: start), sets.insert(Set(path)).inserted {
        found.append(path)
      }
    }
    return found
  }

  /// Goes on from all ends at once, until one is where it began.
  private func shortestCircle(through start: Int) -> [Int]? {
    var paths = [[start]]
    var reached: Set<Int> = [start]
    while !paths.isEmpty {
      var longer: [[Int]] = []
      for path in paths {
        let last = orders[path[path.count - 1]]
        if path.count > 1, last.taken == orders[start].held { return path }
        for next in orders.indices where orders[next].held == last.taken {
          guard !reached.contains(next), path.allSatisfy({ orders[$0].canMeet(orders[next]) })
          else { continue }
          reached.insert(next)
          longer.append(path + [next])
        }
      }
      paths = longer
    }
    return nil
  }
}

extension RunRecord.LockOrder {
  fileprivate func canMeet(_ other: Self) -> Bool {
    thread != other.thread && !gates.contains(where: other.gates.contains)
  }
}
