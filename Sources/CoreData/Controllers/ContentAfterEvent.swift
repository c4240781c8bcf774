internal import Foundation

// How a list follows what one event did to a context. Objects that the event did not touch stay in
// their order. Each that it did is taken out, and put back, if it still belongs there, where the
// sort descriptors want it:
//
//     before     Ada  Ben  Cem  Dan        Cem is renamed Abe, Dan deleted, Eva inserted
//     stay       Ada  Ben
//     after      Abe  Ada  Ben  Eva

/// The list after an event, and what became of each object that the event touched.
struct ContentAfterEvent {
  let content: FetchedContent
  let changes: ListChanges

  /// nil if the event is of no concern to the list.
  init?(
    _ before: FetchedContent, _ event: EventChanges, _ rules: ListRules
  ) throws(FetchedContent.SectionOutOfOrder) {
    var sorting = Sorting(before, rules)
    for object in event.gone { sorting.remove(object) }
    for object in event.alive { sorting.consider(object) }
    if sorting.isUntouched { return nil }
    let arranged = sorting.arranged()
    let objects = arranged.map(\.object)
    if rules.sectionNameKeyPath == nil {
      content = FetchedContent(objects)
    } else {
      content = try FetchedContent(
        objects,
        names: arranged.map { item in
          // Who was not touched is in the section that it was in.
          guard !item.isTouched, let old = item.old else {
            return rules.sectionName(of: item.object)
          }
          return before.sections[before.section(at: old)].name
        })
    }
    changes = ListChanges(from: before, to: content, removed: sorting.removed, arranged)
  }
}

extension EventChanges {
  /// What a list loses for certain.
  fileprivate var gone: [NSManagedObject] { deleted.array + invalidated.array }
  /// What may be in a list now, and where it was or elsewhere. A refresh is heard of as an update.
  fileprivate var alive: [NSManagedObject] { inserted.array + updated.array + refreshed.array }
}

/// One object on its way into the new list.
struct ArrangedItem {
  let object: NSManagedObject
  /// Where it was; nil if it was not there.
  let old: Int?
  let isTouched: Bool
  /// Touched, and yet still between the same objects.
  var keepsItsPlace = false
}

private struct Sorting {
  private let before: FetchedContent
  private let rules: ListRules
  private(set) var removed: [Int] = []
  /// What is in the list and was touched, in the order of the event.
  private var touched = ObjectList()
  private var isOut: Set<Int> = []

  init(_ before: FetchedContent, _ rules: ListRules) { (self.before, self.rules) = (before, rules) }

  var isUntouched: Bool { removed.isEmpty && touched.isEmpty }

  mutating func remove(_ object: NSManagedObject) {
    if let position = before.position(of: object), isOut.insert(position).inserted {
      removed.append(position)
    }
  }

  mutating func consider(_ object: NSManagedObject) {
    if touched.contains(object) { return }
    if object.isDeleted || !rules.includes(object) {
      remove(object)
    } else if let position = before.position(of: object) {
      if isOut.insert(position).inserted { touched.append(object) }
    } else {
      touched.append(object)
    }
  }

  /// All objects of the new list, in its order.
  func arranged() -> [ArrangedItem] {
    var stay: [Int] = []
    // For each touched object that was there: how many of those that stay were before it.
    var oldRanks: [Int: Int] = [:]
    for position in before.objects.indices {
      if isOut.contains(position) { oldRanks[position] = stay.count } else { stay.append(position) }
    }
    var known = KnownKeys(stay, before, rules)
    let placed = touched.enumerated().map { number, object -> Placed in
      let old = before.position(of: object)
      let oldRank = old.flatMap { oldRanks[$0] }
      let keys = rules.sortKeys(of: object)
      return Placed(
        item: ArrangedItem(object: object, old: old, isTouched: true), keys: keys, number: number,
        rank: rank(of: keys, at: oldRank, among: &known), oldRank: oldRank)
    }
    let order = placed.indices.sorted { isBefore(placed[$0], placed[$1]) }
    var result: [ArrangedItem] = []
    result.reserveCapacity(stay.count + placed.count)
    var next = 0
    var lastKept = -1
    for rank in 0...stay.count {
      while next < order.count, placed[order[next]].rank == rank {
        var item = placed[order[next]].item
        if placed[order[next]].oldRank == rank, let old = item.old, old > lastKept {
          item.keepsItsPlace = true
          lastKept = old
        }
        result.append(item)
        next += 1
      }
      guard rank < stay.count else { break }
      lastKept = stay[rank]
      result.append(
        ArrangedItem(object: before.objects[stay[rank]], old: stay[rank], isTouched: false))
    }
    return result
  }

  /// How many of those that stay come before the object. Among equals it stays where it was, and
  /// who is new comes last.
  private func rank(of keys: SortKeys, at oldRank: Int?, among known: inout KnownKeys) -> Int {
    if let oldRank, oldRank == 0 || known.order(oldRank - 1, keys) != .orderedDescending,
      oldRank == known.count || known.order(oldRank, keys) != .orderedAscending
    {
      return oldRank
    }
    let all = 0..<known.count
    let upper = all.partitioningIndex { known.order($0, keys) == .orderedDescending }
    guard let oldRank, oldRank < upper else { return upper }
    let lower = all.partitioningIndex { known.order($0, keys) != .orderedAscending }
    return max(lower, oldRank)
  }

  private func isBefore(_ one: Placed, _ other: Placed) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    let order = rules.order(one.keys, other.keys)
    if order != .orderedSame { return order == .orderedAscending }
    switch (one.item.old, other.item.old) {
    case (let one?, let other?): return one < other
    case (nil, nil): return one.number < other.number
    case (let one, _): return one != nil
    }
  }
}

/// A touched object and where it belongs.
private struct Placed {
  let item: ArrangedItem
  let keys: SortKeys
  /// Its place in the event.
  let number: Int
  /// How many of those that stay come before it, and came before.
  let rank: Int
  let oldRank: Int?
}

/// What those that stay are sorted by, read when somebody is compared with them.
private struct KnownKeys {
  private let stay: [Int]
  private let before: FetchedContent
  private let rules: ListRules
  private var keys: [SortKeys?]

  init(_ stay: [Int], _ before: FetchedContent, _ rules: ListRules) {
    (self.stay, self.before, self.rules) = (stay, before, rules)
    keys = Array(repeating: nil, count: stay.count)
  }

  var count: Int { stay.count }

  mutating func order(_ rank: Int, _ other: SortKeys) -> ComparisonResult {
    if let known = keys[rank] { return rules.order(known, other) }
    let new = rules.sortKeys(of: before.objects[stay[rank]])
    keys[rank] = new
    return rules.order(new, other)
  }
}

extension Range<Int> {
  /// The first number for which the condition holds, if it holds for all behind it too.
  fileprivate func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
