/// Children that are awaited or left, and what is cancelled.
extension RandomWriter {
  func childPlace(_ place: Place) -> Place {
    Place(isAsync: true, isTask: true, depth: place.depth + 1, names: place.names)
  }

  mutating func child(_ place: Place) -> Statement? {
    guard place.isAsync else { return nil }
    let child = body(childPlace(place))
    let inner = statements(inside(place) { _ in })
    // When a child is cancelled that was left is not tried in every order, so nobody asks then.
    return family == .asyncLets && roll(0...2) == 0
      ? .asyncLetLeft(child, inner) : .asyncLet(child, inner)
  }

  /// A task that the statements beside it may cancel.
  mutating func cancellable(_ place: Place) -> Statement {
    let name = named
    named += 1
    let task = body(
      Place(isAsync: true, isTask: true, depth: place.depth, names: place.names))
    let thread = Statement.thread(
      body(Place(depth: place.depth, names: place.names.union([name]))))
    return .cancellable(name, task, roll(0...2) == 0 ? [.cancel(name)] : [thread])
  }

  mutating func cancelling(_ place: Place) -> Statement? {
    switch roll(0...8) {
    case 0, 1: return place.isTask ? .askCancelled : nil
    case 2, 3, 4:
      guard place.isAsync else { return nil }
      return .handled(onCancel: handler(place), statements(inside(place) { _ in }))
    // A handler may take the second lock.
    case 5, 6:
      guard !place.names.isEmpty, !place.locks.contains(1) else { return nil }
      return .cancel(oneOf(place.names.sorted()))
    case 7:
      guard place.isAsync else { return nil }
      let bodies = (0..<roll(1...2)).map { _ in body(childPlace(place)) }
      return .groupCancelling(bodies)
    default:
      return roll(0...1) == 0 ? child(place) : cancellable(inside(place) { $0.isAsync = false })
    }
  }

  /// What a handler does is done by whoever cancels, and is short.
  private mutating func handler(_ place: Place) -> Body {
    switch roll(0...5) {
    case 0:
      let inside = Place(depth: 3, locks: [1])
      return Body([.locked(1, [touch(inside)])])
    case 1: return Body([block()])
    case 2 where !place.names.isEmpty: return Body([.cancel(oneOf(place.names.sorted()))])
    default: return Body([touch(Place(depth: 3))])
    }
  }
}
