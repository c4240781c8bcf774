/// What a random program is made of.
public enum Family: String, CaseIterable, Sendable {
  /// Threads, cells, locks, semaphores, completions.
  case threads
  /// The same with locks that are tried, taken again or shared, waits that give up, atomics and a
  /// concurrent queue.
  case attempts
  /// The same with an atomic, a condition and a group.
  case together
  /// Threads, cells and locks, with an atomic for which they try so often, or until it works.
  case retries
  /// Threads with a lock, a cell and a queue that the first of them makes.
  case lazies
  /// The same with serial queues, blocks in blocks among them.
  case queues
  /// The same with the main queue.
  case main
  /// Tasks, groups, `Task.yield`, cells.
  case tasks
  /// Tasks and actors.
  case actors
  /// Tasks, tasks of the main actor, `MainActor.run` and blocks of the main queue.
  case mainActor = "main-actor"
  /// Tasks that wait for blocks of queues.
  case callbacks
  /// Streams between threads, blocks and tasks.
  case streams
  /// Timers and tasks that sleep.
  case timers
  /// All of it.
  case mixed
}

extension SmallProgram {
  /// The program of a family with this number; the same number always gives the same program.
  public static func random(_ family: Family, number: Int) -> SmallProgram {
    var writer = RandomWriter(family, seed: UInt64(number) &* 0x2545_f491_4f6c_dd1d)
    return writer.program()
  }
}

/// Writes one program.
private struct RandomWriter {
  private let family: Family
  private var random: SplitMix
  private var budget: Int
  private var written = 0
  private var streamsRead: Set<Int> = []
  private let things = SmallProgram.Things()

  /// Where a statement stands: what may be written there.
  struct Place {
    var isAsync = false
    var depth = 0
    /// Queues that a thread which comes here has entered, the main queue among them.
    var queues: Set<Queue> = []
    var locks: Set<Int> = []
    var actor: Int?
    var hasCondition = false
    var isGrouped = false
    var isLazilyLocked = false

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

  private mutating func roll(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func oneOf<Value>(_ values: [Value]) -> Value {
    values[roll(0...values.count - 1)]
  }

  mutating func program() -> SmallProgram {
    let starters = roll(2...3)
    var main: [Statement] = []
    for _ in 0..<starters { main.append(starter()) }
    return SmallProgram(main, with: things)
  }

  private var startsThreads: Bool { ![.tasks, .actors].contains(family) }
  private var startsTasks: Bool {
    ![.threads, .attempts, .together, .retries, .lazies, .queues, .main].contains(family)
  }

  private mutating func starter() -> Statement {
    var kinds: [Int] = []
    if startsThreads { kinds += [0] }
    if startsTasks { kinds += [1] }
    if family == .mainActor || family == .mixed { kinds += [1, 2, 3] }
    switch oneOf(kinds) {
    case 0: return .thread(body(Place()))
    case 1: return .task(body(Place(isAsync: true)))
    case 2: return .mainTask(body(Place(isAsync: true, queues: [.main])))
    default: return .async(.main, body(Place(queues: [.main])))
    }
  }

  private mutating func body(_ place: Place) -> Body { Body(statements(place)) }

  private mutating func statements(_ place: Place) -> [Statement] {
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

  private enum Kind {
    case touch, block, locked, attempt, together, retry, lazy, queue, mainQueue, start, actor, main,
      await, stream, timer
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
    if startsTasks { kinds += [.await] }
    if family == .streams || isMixed { kinds += [.stream, .stream] }
    return kinds
  }

  private mutating func touch(_ place: Place) -> Statement {
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

  private func inside(_ place: Place, _ change: (inout Place) -> Void) -> Place {
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
    case .start:
      return roll(0...1) == 0 && family != .timers
        ? .mainTask(body(Place(isAsync: true, depth: place.depth + 1, queues: [.main])))
        : .task(body(Place(isAsync: true, depth: place.depth + 1)))
    case .actor, .main, .await: return place.isAsync ? awaiting(kind, place) : nil
    case .stream: return stream(place)
    case .timer:
      let delay = roll(1...3)
      if place.isAsync, roll(0...1) == 0 { return .sleep(delay) }
      let queue: Queue = roll(0...2) == 0 ? .main : .serial(0)
      return .after(delay, queue, body(Place(depth: place.depth + 1, queues: [queue])))
    }
  }

  private mutating func trial(_ place: Place) -> Statement? {
    let thing = roll(0...1)
    written += 1
    switch roll(0...6) {
    case 0: return .addAtOnce(thing, written)
    case 1: return .waitAtMost(thing)
    case 6:
      return .takenInTime(
        thing, roll(0...1) == 0 ? [] : statements(inside(place) { $0.isAsync = false }))
    case 2: return .recursive(statements(inside(place) { _ in }))
    case 3:
      guard !place.locks.contains(thing) else { return nil }
      return .tried(thing, statements(inside(place) { $0.locks.insert(thing) }))
    // What is shared is held for no other wait: with several holders it could not be said who is in
    // whose way.
    case 4: return .shared(toWrite: thing == 0, statements(inside(place) { $0.depth = 3 }))
    default: return .concurrent(isBarrier: thing == 0, body(Place(depth: 3)))
    }
  }

  private mutating func together(_ place: Place) -> Statement? {
    written += 1
    switch roll(0...9) {
    case 0, 8: return .loadAtomic
    case 9: return roll(0...1) == 0 ? .storeAtomic(0) : .addToAtomic(written)
    case 1, 2: return .exchange(roll(0...1) * (written - 1), for: written)
    case 3: return .wake(all: roll(0...2) == 0)
    case 4 where place.hasCondition: return .waitForSignal
    case 4, 5:
      guard !place.hasCondition else { return nil }
      return .conditioned(statements(inside(place) { $0.hasCondition = true }))
    // Who is in the group may wait for it in vain.
    case 6: return .waitForGroup
    default:
      guard !place.isGrouped else { return nil }
      return .grouped(statements(inside(place) { $0.isGrouped = true }))
    }
  }

  private mutating func retry() -> Statement {
    written += 1
    let expected = roll(0...1) * (written - 1)
    return switch roll(0...5) {
    case 0: .loadAtomic
    case 1: .storeAtomic(0)
    case 2: .addToAtomic(written)
    case 3: .retryExchange(expected, for: written)
    default: .tryExchange(times: roll(1...3), expected, for: written)
    }
  }

  private mutating func lazily(_ place: Place) -> Statement? {
    written += 1
    switch roll(0...2) {
    case 0: return .addLazily(written)
    case 1: return .asyncLazily(body(Place(depth: place.depth + 1, queues: [.lazy])))
    default:
      guard !place.isLazilyLocked else { return nil }
      return .lockedLazily(statements(inside(place) { $0.isLazilyLocked = true }))
    }
  }

  private mutating func block() -> Statement {
    let thing = roll(0...1)
    return switch roll(0...4) {
    case 0: .signal(thing)
    case 1: .wait(thing)
    case 2: .complete(thing)
    case 3: .awaitCompletion(thing)
    default: .poll(thing)
    }
  }

  private mutating func hop(to queue: Queue, _ place: Place) -> Statement? {
    if roll(0...1) == 0 {
      return .async(queue, body(Place(depth: place.depth + 1, queues: [queue])))
    }
    // Dispatch traps where a queue waits for itself.
    guard !place.queues.contains(queue), !place.queues.contains(.main) || queue != .main else {
      return nil
    }
    return .sync(
      queue,
      statements(
        inside(place) {
          $0.queues.insert(queue)
          $0.isAsync = false
        }))
  }

  private mutating func awaiting(_ kind: Kind, _ place: Place) -> Statement? {
    switch kind {
    case .actor:
      let actor = roll(0...1)
      return .onActor(
        actor,
        statements(
          inside(place) {
            $0.queues = []
            $0.actor = actor
          }))
    case .main:
      return .onMain(
        statements(
          inside(place) {
            $0.queues = [.main]
            $0.actor = nil
            $0.isAsync = false
          }))
    default:
      if family == .callbacks || (family == .mixed && roll(0...2) == 0) {
        let queue: Queue = roll(0...2) == 0 ? .main : .serial(roll(0...1))
        return .callback(queue, body(Place(depth: place.depth + 1, queues: [queue])))
      }
      guard roll(0...1) == 0 else { return .yield }
      let child = Place(isAsync: true, depth: place.depth + 1)
      let count = roll(1...2)
      switch roll(0...4) {
      // Whether a task on an actor has to wait for its child is not tried in every order.
      case 0 where place.actor == nil && !place.queues.contains(.main):
        return .asyncLet(body(child), statements(inside(place) { _ in }))
      case 1: return .groupSeeing(roll(0...1), (0..<count).map { _ in body(child) })
      default: return .group((0..<count).map { _ in body(child) })
      }
    }
  }

  private mutating func stream(_ place: Place) -> Statement? {
    written += 1
    switch roll(0...3) {
    case 0, 1: return .send(0, written)
    case 2: return .finish(0)
    default:
      guard place.isAsync, streamsRead.insert(0).inserted else { return nil }
      return .next(0)
    }
  }
}

/// A small generator of random numbers that gives the same ones everywhere.
struct SplitMix: RandomNumberGenerator {
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
