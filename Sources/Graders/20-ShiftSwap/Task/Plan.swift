/// A shift: its night and its place.
struct Slot: Hashable {
  let night: String
  let place: String

  init(_ night: String, _ place: String) { (self.night, self.place) = (night, place) }
}

/// Who is where, and what a swap makes of it when nothing else is going on.
struct Plan: Equatable {
  private(set) var people: [Slot: String]

  init(_ people: [Slot: String]) { self.people = people }

  /// Swaps, or leaves everything as it is, because a person would have two shifts in one night.
  mutating func swap(_ swap: Swap) -> Bool {
    var swapped = people
    (swapped[swap.first], swapped[swap.second]) = (people[swap.second], people[swap.first])
    guard Plan(swapped).keepsTheRule else { return false }
    people = swapped
    return true
  }

  mutating func put(_ person: String, in slot: Slot) { people[slot] = person }

  var keepsTheRule: Bool {
    Set(people.map { Slot($0.key.night, $0.value) }).count == people.count
  }

  /// What the swaps come to, one after the other, and what is said of each.
  func swapping(_ swaps: [Swap]) -> (plan: Plan, answers: [Bool]) {
    var plan = self
    let answers = swaps.map { plan.swap($0) }
    return (plan, answers)
  }
}

struct Swap {
  let first: Slot
  let second: Slot

  init(_ first: Slot, _ second: Slot) { (self.first, self.second) = (first, second) }
}
