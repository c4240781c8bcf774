/// A generator of random numbers whose sequence depends on the seed alone.
struct SplitMix: RandomNumberGenerator, Codable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Draws each next thread with a chance in proportion to the steps it has left, as far as earlier
/// runs tell. Drawing the threads themselves with equal chances would favour the orders in which
/// short threads go early.
final class UniformWalk: Resumable {
  private var random: SplitMix
  /// How many steps each thread made at most, in any run so far.
  private var lengths: [Int] = []
  private var done: [Int] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    if model.steps.isEmpty { done.removeAll(keepingCapacity: true) }
    makeRoom(for: model.threads.count)
    var total = 0
    for thread in enabled { total += left(thread) }
    var drawn = Int.random(in: 0..<total, using: &random)
    for thread in enabled {
      drawn -= left(thread)
      guard drawn < 0 else { continue }
      done[thread] += 1
      lengths[thread] = max(lengths[thread], done[thread])
      return thread
    }
    return nil
  }

  struct State: Codable {
    var random: SplitMix
    var lengths: [Int]
  }

  var state: State {
    get { State(random: random, lengths: lengths) }
    set { (random, lengths) = (newValue.random, newValue.lengths) }
  }

  private func makeRoom(for threads: Int) {
    while lengths.count < threads { lengths.append(1) }
    while done.count < threads { done.append(0) }
  }

  private func left(_ thread: Int) -> Int { max(1, lengths[thread] - done[thread]) }
}

/// Probabilistic concurrency testing (Burckhardt and others): the thread with the highest random
/// priority runs; at `depth - 1` random steps the running one falls to the bottom.
final class PriorityWalk: Resumable {
  private var random: SplitMix
  private let depth: Int
  private var priorities: [Int] = []
  private var changes: [Int] = []
  /// The longest run so far.
  private var length = 1
  private static let usual = 64

  init(depth: Int, seed: UInt64) {
    self.depth = depth
    random = SplitMix(seed: seed)
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let step = model.steps.count
    if step == 0 { deal() }
    length = max(length, step + 1)
    let highest = highest(enabled)
    guard let change = changes.firstIndex(of: step) else { return highest }
    _ = priority(highest)
    priorities[highest] = -1 - change
    return self.highest(enabled)
  }

  struct State: Codable {
    var random: SplitMix
    var length: Int
  }

  var state: State {
    get { State(random: random, length: length) }
    set { (random, length) = (newValue.random, newValue.length) }
  }

  /// Of more threads than are usual, each gets its priority when it first comes.
  private func priority(_ thread: Int) -> Int {
    while thread >= priorities.count {
      priorities.append(Int.random(in: 0..<Self.usual, using: &random))
    }
    return priorities[thread]
  }

  private func highest(_ enabled: ThreadSet) -> Int {
    enabled.max { priority($0) < priority($1) }!
  }

  private func deal() {
    priorities = Array(0..<Self.usual).shuffled(using: &random)
    changes = (0..<max(0, depth - 1)).map { _ in Int.random(in: 0..<length, using: &random) }
  }
}

extension Explorer {
  func sample(_ count: Int, _ seed: UInt64, _ sampling: ExplorationOptions.Sampling) {
    let strategy: any Resumable =
      switch sampling {
      case .uniform: UniformWalk(seed: seed)
      case .partialOrder: PartialOrderWalk(seed: seed)
      case .pct(let depth): PriorityWalk(depth: depth, seed: seed)
      }
    run(strategy) { [self] ending in
      guard self.count(ending) else { return false }
      if !runner.missesNotes { tally.classes.insert(runner.model.classHash) }
      return tally.schedules + tally.redundant < count && hasRoomToPark()
    }
  }
}

extension RunModel {
  /// The same for two runs that differ only in the order of independent steps: every step with
  /// the steps it depends on, in no order. Numbers of threads come in the order in which these were
  /// made, so that they are none of it.
  var classHash: UInt64 {
    var sum: UInt64 = 0
    for step in steps {
      var hash =
        UInt64(identities[Int(step.thread)].name) << 8 | UInt64(step.signature.kind.rawValue)
      // In another run the threads may have other numbers.
      for thread in 0..<clocks.threads {
        let count = clocks.order(step.row, thread)
        if count > 0 { hash &+= Self.mixed(UInt64(identities[thread].name) << 32 | UInt64(count)) }
      }
      sum &+= Self.mixed(hash)
    }
    return sum
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var random = SplitMix(seed: value)
    return random.next()
  }
}
