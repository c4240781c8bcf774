/// For programs with more schedules than can be run: several ways of choosing some, in turns. Each
/// finds what another one misses.
///
/// - Circles of locks that were seen are brought about, each once.
/// - Partial-order sampling, which is even between conflicting steps, has every other turn, and
///   uniform sampling, which is even between interleavings, half of the rest.
/// - What is left is divided between depth first, which changes the end of a schedule and finds what
///   needs one order of many, few preemptions, and priorities (PCT), which find what needs a thread
///   to be kept from going on for long.
final class Portfolio: Strategy {
  private enum Turn { case circle, depthFirst, bounded, chance }

  private let depthFirst = DepthFirst(reduction: .partialOrder)
  private var bounded = DepthFirst(reduction: .partialOrder, preemptionBound: 1)
  private var bound = 1
  /// With more there is as much to run as without a bound.
  private static let mostPreemptions = 3
  private let partialOrders: PartialOrderWalk
  private let priorities: PriorityWalk
  private let uniform: UniformWalk

  private var turn = Turn.depthFirst
  private var current: any Strategy
  private var number = 0
  private var circles: [[RunRecord.LockOrder]] = []
  private var known = 0
  /// Everything was run, depth first.
  private(set) var isComplete = false
  var divergence: Divergence? { depthFirst.divergence ?? bounded.divergence }

  init(seed: UInt64) {
    partialOrders = PartialOrderWalk(seed: seed)
    priorities = PriorityWalk(depth: 3, seed: seed &+ 1)
    uniform = UniformWalk(seed: seed &+ 2)
    current = depthFirst
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? { current.pick(enabled, in: model) }
  func runEnded(_ model: RunModel, as stop: RunStop) { current.runEnded(model, as: stop) }

  /// Decides how the next schedule is chosen; false if none is left. `found` are all circles of locks
  /// that were seen so far.
  func advance(_ found: @autoclosure () -> [[RunRecord.LockOrder]], seen: Int) -> Bool {
    switch turn {
    case .depthFirst: isComplete = !depthFirst.advance()
    case .bounded: if !bounded.advance() { raiseBound() }
    case .circle, .chance: break
    }
    if seen > known {
      known = seen
      circles += found().filter { !circles.contains($0) }
    }
    if !isComplete { take(next()) }
    return !isComplete
  }

  private var tried = 0

  private func next() -> (Turn, any Strategy) {
    // An even choice first: it is enough for small programs.
    if number > 0, tried < circles.count {
      tried += 1
      return (.circle, CircleWalk(circles[tried - 1]))
    }
    number += 1
    if number == 1 { return (.chance, uniform) }
    if number == 7 { return (.chance, partialOrders) }
    switch number % 8 {
    case 2: return (.depthFirst, depthFirst)
    case 3, 7: return (.chance, uniform)
    case 6 where number % 16 > 8 && bound <= Self.mostPreemptions: return (.bounded, bounded)
    case 6: return (.chance, priorities)
    default: return (.chance, partialOrders)
    }
  }

  private func take(_ next: (Turn, any Strategy)) { (turn, current) = next }

  private func raiseBound() {
    bound += 1
    bounded = DepthFirst(reduction: .partialOrder, preemptionBound: bound)
  }
}

extension Explorer {
  /// Runs so many schedules, chosen in several ways.
  func searchWidely(_ count: Int, _ seed: UInt64) -> Divergence? {
    let strategy = Portfolio(seed: seed)
    var left = count
    runner.run(strategy) { [self] ending in
      guard strategy.divergence == nil, self.count(ending) else { return false }
      if ending != .givenUp, !runner.missesNotes { tally.classes.insert(runner.model.classHash) }
      left -= 1
      let orders = runner.lockOrders
      return left > 0 && strategy.advance(orders.circles, seen: orders.count) && hasRoomToPark()
    }
    isAllRun = strategy.isComplete
    return strategy.divergence
  }
}
