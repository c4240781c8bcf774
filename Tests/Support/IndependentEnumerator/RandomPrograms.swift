/// Writes one program.
struct RandomWriter {
  let family: Family
  private var random: SplitMix
  private var budget: Int
  var written = 0
  var streamsRead: Set<Int> = []
  /// How many tasks have a name.
  var named = 0
  private let things = SmallProgram.Things()

  /// Where a statement stands: what may be written there.
  struct Place {
    var isAsync = false
    var isTask = false
    var depth = 0
    /// Queues that a thread which comes here has entered, the main queue among them.
    var queues: Set<Queue> = []
    var locks: Set<Int> = []
    var actor: Int?
    var hasCondition = false
    var isGrouped = false
    var isLazilyLocked = false
    /// The tasks that may be cancelled.
    var names: Set<Int> = []

    var guardians: [Guardian] {
      queues.sorted { "\($0)" < "\($1)" }.map(Guardian.queue) + locks.sorted().map(Guardian.lock)
        + (actor.map { [.actor($0)] } ?? [])
    }
  }

  init(_ family: Family, seed: UInt64) {
    self.family = family
    random = SplitMix(seed: seed)
    budget = 0
    budget = startsTasks ? roll(4...9) : roll(6...14)
  }

  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func oneOf<Value>(_ values: [Value]) -> Value {
    values[roll(0...values.count - 1)]
  }

  mutating func program() -> SmallProgram {
    let starters = roll(2...3)
    var main: [Statement] = []
    for _ in 0..<starters { main.append(starter()) }
    return SmallProgram(main, with: things)
  }

  private var startsThreads: Bool { ![.tasks, .actors, .asyncLets].contains(family) }
  private var startsTasks: Bool {
    ![.threads, .attempts, .together, .retries, .lazies, .queues, .main].contains(family)
  }

  private mutating func starter() -> Statement {
    var kinds: [Int] = []
    if startsThreads { kinds += [0] }
    if startsTasks { kinds += [1] }
    if family == .mainActor || family == .mixed { kinds += [1, 2, 3] }
    if family == .asyncLets { kinds += [1, 1, 2] }
    if family == .cancellation { return cancellable(Place()) }
    switch oneOf(kinds) {
    case 0: return .thread(body(Place()))
    case 1: return .task(body(Place(isAsync: true, isTask: true)))
    case 2: return .mainTask(body(Place(isAsync: true, isTask: true, queues: [.main])))
    default: return .async(.main, body(Place(queues: [.main])))
    }
  }

  mutating func body(_ place: Place) -> Body { Body(statements(place)) }

  mutating func statements(_ place: Place) -> [Statement] {
    let most = place.depth > 0 ? 2 : startsTasks ? 3 : 4
    return (0..<roll(1...most)).compactMap { _ in
      guard budget > 0 else { return nil }
      budget -= 1
      return statement(place)
    }
  }

  private mutating func statement(_ place: Place) -> Statement {
    for _ in 0..<20 {
      if let made = attempt(oneOf(kinds(place)), place) { return made }
    }
    return touch(place)
  }

  enum Kind {
    case touch, block, locked, attempt, together, retry, lazy, queue, mainQueue, start, actor, main,
      await, stream, timer, child, cancelling
  }

  private func kinds(_ place: Place) -> [Kind] {
    var kinds: [Kind] = [.touch, .touch]
    let isMixed = family == .mixed
    if [.threads, .queues, .main].contains(family) || isMixed { kinds += [.block, .locked] }
    if family == .threads { kinds += [.block, .locked] }
    if family == .attempts { kinds += [.block, .locked, .attempt, .attempt, .attempt] }
    if family == .together { kinds += [.block, .locked, .together, .together, .together] }
    if family == .retries { kinds += [.locked, .retry, .retry, .retry] }
    if family == .lazies { kinds += [.block, .locked, .lazy, .lazy, .lazy] }
    if family == .timers { kinds += [.timer, .timer, .start, .queue] }
    if [.queues, .callbacks].contains(family) || isMixed { kinds += [.queue, .queue] }
    if [.main, .mainActor].contains(family) || isMixed { kinds += [.mainQueue, .mainQueue] }
    if family == .mainActor || isMixed { kinds += [.start, .main] }
    if family == .actors || isMixed { kinds += [.actor, .actor] }
    if family == .asyncLets { kinds += [.actor, .actor, .child, .child, .child] }
    if family == .cancellation {
      kinds += [.block, .actor, .start] + [Kind](repeating: .cancelling, count: 6)
    }
    if startsTasks { kinds += [.await] }
    if family == .streams || isMixed { kinds += [.stream, .stream] }
    return kinds
  }

  mutating func touch(_ place: Place) -> Statement {
    written += 1
    if !place.guardians.isEmpty, roll(0...1) == 0 {
      return .confined(oneOf(place.guardians), written)
    }
    let cell = roll(0...1)
    return switch roll(0...3) {
    case 0: .read(cell)
    case 1: .write(cell, 10 + written)
    default: .add(cell, written)
    }
  }

  func inside(_ place: Place, _ change: (inout Place) -> Void) -> Place {
    var inner = place
    inner.depth += 1
    change(&inner)
    return inner
  }

  /// Nil if that may not stand there.
  private mutating func attempt(_ kind: Kind, _ place: Place) -> Statement? {
    guard place.depth < 3 else { return touch(place) }
    switch kind {
    case .touch: return touch(place)
    case .block: return block()
    case .locked:
      let lock = roll(0...1)
      guard !place.locks.contains(lock) else { return nil }
      return .locked(
        lock,
        statements(
          inside(place) {
            $0.locks.insert(lock)
            $0.isAsync = false
          }))
    case .attempt: return trial(place)
    case .together: return together(place)
    case .retry: return retry()
    case .lazy: return lazily(place)
    case .queue: return hop(to: .serial(roll(0...1)), place)
    case .mainQueue: return hop(to: .main, place)
    case .start where family == .cancellation:
      return .thread(body(inside(place) { $0 = Place(depth: $0.depth, names: $0.names) }))
    case .start:
      return roll(0...1) == 0 && family != .timers
        ? .mainTask(
          body(Place(isAsync: true, isTask: true, depth: place.depth + 1, queues: [.main])))
        : .task(body(Place(isAsync: true, isTask: true, depth: place.depth + 1)))
    case .actor, .main, .await: return place.isAsync ? awaiting(kind, place) : nil
    case .child: return child(place)
    case .cancelling: return cancelling(place)
    case .stream: return stream(place)
    case .timer:
      let delay = roll(1...3)
      if place.isAsync, roll(0...1) == 0 { return .sleep(delay) }
      let queue: Queue = roll(0...2) == 0 ? .main : .serial(0)
      return .after(delay, queue, body(Place(depth: place.depth + 1, queues: [queue])))
    }
  }
}
