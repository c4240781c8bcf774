internal import Foundation

/// Finds out where the objects that an event touched belong among those that stay.
struct TouchedPlaces {
  /// Where those were that stay in their order.
  let stay: [Int]
  private let count: Int
  private let touched: [NSManagedObject]
  private let oldPositions: [Int?]
  /// For each touched object that was there: how many of those that stay were before it.
  private let oldRanks: [Int?]
  private var keys: SortKeys

  init(_ before: FetchedContent, _ touched: TouchedObjects, _ rules: ListRules) {
    count = before.objects.count
    self.touched = touched.kept.array
    oldPositions = touched.oldPositions
    var stay: [Int] = []
    stay.reserveCapacity(count)
    var ranks: [Int] = []
    ranks.reserveCapacity(count)
    for (position, isTouched) in touched.isTouched.enumerated() {
      ranks.append(stay.count)
      if !isTouched { stay.append(position) }
    }
    self.stay = stay
    oldRanks = touched.oldPositions.map { $0.map { ranks[$0] } }
    keys = SortKeys(before.objects, self.touched, by: rules.plan.sortDescriptors)
  }

  /// A touched object and where it belongs.
  struct Item {
    let object: NSManagedObject
    /// Its place in the event.
    let number: Int
    /// Where it was; nil if it was not there.
    let old: Int?
    /// How many of those that stay come before it, and came before.
    let rank: Int
    let oldRank: Int?
  }

  /// The touched objects in the order of the new list.
  mutating func items() -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(touched.count)
    for (number, object) in touched.enumerated() {
      let oldRank = oldRanks[number]
      items.append(
        Item(
          object: object, number: number, old: oldPositions[number],
          rank: rank(of: count + number, at: oldRank), oldRank: oldRank))
    }
    items.sort { isBefore($0, $1) }
    return items
  }

  /// How many of those that stay come before the object. Among equals it stays where it was, and
  /// who is new comes last.
  private mutating func rank(of object: Int, at oldRank: Int?) -> Int {
    if let oldRank,
      oldRank == 0 || keys.order(stay[oldRank - 1], object) != .orderedDescending,
      oldRank == stay.count || keys.order(stay[oldRank], object) != .orderedAscending
    {
      return oldRank
    }
    let upper = firstRank { keys, position in keys.order(position, object) == .orderedDescending }
    guard let oldRank, oldRank < upper else { return upper }
    let lower = firstRank { keys, position in keys.order(position, object) != .orderedAscending }
    return max(lower, oldRank)
  }

  /// The first of those that stay for whom the condition holds, if it holds for all behind too.
  private mutating func firstRank(where holds: (inout SortKeys, Int) -> Bool) -> Int {
    var (low, high) = (0, stay.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(&keys, stay[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func isBefore(_ one: Item, _ other: Item) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    let order = keys.order(count + one.number, count + other.number)
    if order != .orderedSame { return order == .orderedAscending }
    switch (one.old, other.old) {
    case (let one?, let other?): return one < other
    case (nil, nil): return one.number < other.number
    case (let one, _): return one != nil
    }
  }
}
