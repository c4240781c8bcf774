/// What statements are made of.
extension RandomWriter {
  mutating func trial(_ place: Place) -> Statement? {
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

  mutating func together(_ place: Place) -> Statement? {
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

  mutating func retry() -> Statement {
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

  mutating func lazily(_ place: Place) -> Statement? {
    written += 1
    switch roll(0...2) {
    case 0: return .addLazily(written)
    case 1: return .asyncLazily(body(Place(depth: place.depth + 1, queues: [.lazy])))
    default:
      guard !place.isLazilyLocked else { return nil }
      return .lockedLazily(statements(inside(place) { $0.isLazilyLocked = true }))
    }
  }

  mutating func block() -> Statement {
    let thing = roll(0...1)
    return switch roll(0...4) {
    case 0: .signal(thing)
    case 1: .wait(thing)
    case 2: .complete(thing)
    case 3: .awaitCompletion(thing)
    default: .poll(thing)
    }
  }

  mutating func hop(to queue: Queue, _ place: Place) -> Statement? {
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

  mutating func awaiting(_ kind: Kind, _ place: Place) -> Statement? {
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
      let child = childPlace(place)
      let count = roll(1...2)
      switch roll(0...4) {
      case 0: return .asyncLet(body(child), statements(inside(place) { _ in }))
      case 1: return .groupSeeing(roll(0...1), (0..<count).map { _ in body(child) })
      default: return .group((0..<count).map { _ in body(child) })
      }
    }
  }

  mutating func stream(_ place: Place) -> Statement? {
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
