/// Goes through all schedules, depth first, running the program anew for each.
///
/// With reduction, of all schedules that differ only in the order of independent steps it runs
/// one. Two means work together: *backtracking* to a step only where a later, dependent step of
/// another thread could have come first (Flanagan and Godefroid; with source sets after Abdulla
/// and others), and *sleep sets*, which keep what one branch has covered out of the next.
final class DepthFirst: Strategy {
  enum Reduction { case none, partialOrder }

  /// A step on the path that is being explored.
  struct Node {
    let enabled: ThreadSet
    let current: UInt8
    var chosen: UInt8
    var signature: Signature
    /// Threads that must be tried here.
    var toTry: ThreadSet
    /// Threads that need no (further) try here.
    var asleep: ThreadSet
    /// Preemptions on the way here, this step not included.
    let preemptions: Int
  }

  let path = GrowingList<Node>(capacity: 64)
  let reduction: Reduction
  /// No schedule with more preemptions than this is run.
  private let preemptionBound: Int
  /// A bound has left something out.
  private(set) var didPrune = false
  /// The first steps, which are given and never changed.
  private let prefix: [Int]
  private var asleepNext = ThreadSet()
  /// What did not come out as it did the time before.
  private(set) var divergence: Divergence?

  init(reduction: Reduction, preemptionBound: Int = .max, prefix: [Int] = []) {
    self.reduction = reduction
    self.preemptionBound = preemptionBound
    self.prefix = prefix
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let depth = model.steps.count
    if depth == 0 { asleepNext = ThreadSet() }
    guard depth == path.count else { return follow(depth, enabled, in: model) }
    guard let chosen = choose(depth, enabled, in: model) else { return nil }
    append(chosen, enabled, in: model)
    settle(depth, in: model)
    if reduction == .partialOrder {
      findRaces(of: model.threads[chosen], in: model)
    }
    return chosen
  }

  /// Repeats a step of the path.
  private func follow(_ depth: Int, _ enabled: ThreadSet, in model: RunModel) -> Int? {
    let node = path[depth]
    let chosen = Int(node.chosen)
    let signature =
      enabled.contains(chosen) ? Signature(model.threads[chosen].pending) : nil
    guard enabled == node.enabled, depth == path.count - 1 || signature == node.signature else {
      divergence = Divergence(step: depth, was: node.enabled, is: enabled)
      return nil
    }
    if depth == path.count - 1 {
      path[depth].signature = signature!
      settle(depth, in: model)
      if reduction == .partialOrder { findRaces(of: model.threads[chosen], in: model) }
    }
    return chosen
  }

  private func choose(_ depth: Int, _ enabled: ThreadSet, in model: RunModel) -> Int? {
    if depth < prefix.count {
      return enabled.contains(prefix[depth]) ? prefix[depth] : nil
    }
    let awake = enabled.subtracting(asleepNext)
    return awake.contains(model.current) ? model.current : awake.first
  }

  private func append(_ chosen: Int, _ enabled: ThreadSet, in model: RunModel) {
    let isGiven = path.count < prefix.count
    let before = path.last.map { $0.preemptions + ($0.isPreemption ? 1 : 0) } ?? 0
    path.append(
      Node(
        enabled: enabled, current: UInt8(model.current), chosen: UInt8(chosen),
        signature: Signature(model.threads[chosen].pending),
        toTry: isGiven || reduction == .partialOrder ? ThreadSet(chosen) : enabled,
        asleep: isGiven ? ThreadSet() : asleepNext, preemptions: isGiven ? 0 : before))
  }

  /// Of the threads asleep, those stay so that the step does not disturb.
  private func settle(_ depth: Int, in model: RunModel) {
    guard reduction == .partialOrder else { return }
    let node = path[depth]
    asleepNext = node.asleep
    for thread in node.asleep
    where thread == Int(node.chosen)
      || Signature(model.threads[thread].pending).dependsOn(node.signature)
    {
      asleepNext.remove(thread)
    }
  }

  /// Turns to the next branch; false when there is none.
  func advance() -> Bool {
    while path.count > prefix.count, var node = path.popLast() {
      node.asleep.insert(Int(node.chosen))
      for thread in node.toTry.subtracting(node.asleep) {
        node.chosen = UInt8(thread)
        if node.preemptions + (node.isPreemption ? 1 : 0) <= preemptionBound {
          path.append(node)
          return true
        }
        didPrune = true
        node.asleep.insert(thread)
      }
    }
    return false
  }

  /// Asks for `thread` to be tried at `depth`, where `first` could begin the other order.
  func demand(_ candidates: ThreadSet, preferring thread: Int, at depth: Int) {
    guard depth >= prefix.count, !path[depth].toTry.intersects(candidates) else { return }
    let enabled = path[depth].enabled
    let possible = candidates.filter(enabled.contains)
    if possible.contains(thread) {
      path[depth].toTry.insert(thread)
    } else if let other = possible.first {
      path[depth].toTry.insert(other)
    } else {
      path[depth].toTry.formUnion(enabled)
    }
  }
}

extension DepthFirst.Node {
  /// Whether it takes the turn from a thread that could have gone on.
  var isPreemption: Bool { chosen != current && enabled.contains(Int(current)) }
}

/// Where a repeated schedule did not repeat itself.
struct Divergence: Equatable {
  let step: Int
  let was: ThreadSet
  let `is`: ThreadSet
}
