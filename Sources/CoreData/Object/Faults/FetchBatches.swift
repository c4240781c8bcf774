internal import Foundation

/// The result of a batched fetch, as far as it is in one table: the first fault of some neighbours
/// that fires loads the rows of all of them. Kept as numbers, because there may be a million.
private struct BatchedKeys {
  let space: Int
  let size: Int
  /// In the order of the result.
  let keys: [Int64]
  /// The places of the keys in ascending order; nil if that is the order of the result.
  private let sorted: [Int32]?
  /// Which batches were not needed yet.
  private var isWaiting: [Bool]
  private(set) var waitingCount: Int

  init(_ keys: [Int64], space: Int, size: Int) {
    (self.space, self.size, self.keys) = (space, size, keys)
    let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    sorted =
      isAscending ? nil : (0..<Int32(keys.count)).sorted { keys[Int($0)] < keys[Int($1)] }
    waitingCount = (keys.count + size - 1) / size
    isWaiting = Array(repeating: true, count: waitingCount)
  }

  /// Where a key is; nil if it is not in the result.
  func place(of key: Int64) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[place(middle)] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[place(low)] == key ? place(low) : nil
  }

  /// The keys of the batch with a place, once.
  mutating func take(at place: Int) -> ArraySlice<Int64>? {
    let batch = place / size
    guard isWaiting[batch] else { return nil }
    isWaiting[batch] = false
    waitingCount -= 1
    return keys[batch * size..<min((batch + 1) * size, keys.count)]
  }

  private func place(_ rank: Int) -> Int { sorted.map { Int($0[rank]) } ?? rank }
}

/// The batched fetches of a context, the latest last.
struct FetchBatches {
  private var all: [BatchedKeys] = []
  /// A result does not say when it is given up; what is forgotten loads its rows one by one.
  private static let most = 32

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ objects: [NSManagedObject], by size: Int) {
    var spaces: [(space: Int, keys: [Int64])] = []
    for object in objects {
      let space = object.idScope.space
      if spaces.last?.space != space {
        if let known = spaces.firstIndex(where: { $0.space == space }) {
          spaces.append(spaces.remove(at: known))
        } else {
          spaces.append((space, []))
          if spaces.count == 1 { spaces[0].keys.reserveCapacity(objects.count) }
        }
      }
      spaces[spaces.count - 1].keys.append(object.idKey.number)
    }
    for (space, keys) in spaces {
      all.removeAll { $0.space == space && $0.keys == keys }
      all.append(BatchedKeys(keys, space: space, size: size))
    }
    all.removeFirst(max(0, all.count - Self.most))
  }

  /// The keys of the batch that a row is in; nil if it is in none, or was loaded with it.
  mutating func take(_ key: Int64, in space: Int) -> ArraySlice<Int64>? {
    for index in all.indices.reversed() where all[index].space == space {
      guard let place = all[index].place(of: key) else { continue }
      let keys = all[index].take(at: place)
      // A later result must stay in front of the earlier ones that have the same keys.
      while all.first?.waitingCount == 0 { all.removeFirst() }
      return keys
    }
    return nil
  }
}

extension NSManagedObjectContext {
  /// Divides the faults of a result into batches (fact G10). A Swift array holds every object,
  /// so only the rows are lazy, not the objects.
  final func batch(_ objects: [NSManagedObject], by size: Int) {
    if objects.contains(where: \.isFault) { batches.add(objects, by: size) }
  }

  /// Brings the rows of a whole batch into the row cache when its first fault fires.
  final func loadBatch(of id: NSManagedObjectID) throws {
    if batches.isEmpty { return }
    let space = id.scope.space
    guard let keys = batches.take(id.number, in: space) else { return }
    let waiting = keys.compactMap { registry.object(at: $0, in: space) }.filter(\.isFault)
    _ = try parentStore?.rows(for: waiting.map(\.identity), maximumAge: maximumAge)
  }

  /// Whether batch sizes and prefetching mean anything here. To child contexts they classically
  /// do not (fact E15).
  final var fetchesInParts: Bool {
    parent == nil || behaviour.childFetches == .asRoot
  }

  /// Fires many faults in one trip.
  final func realise(_ objects: [NSManagedObject]) throws {
    let faults = objects.filter(\.isFault)
    if faults.isEmpty { return }
    let ids = faults.map(\.identity)
    for row in try parentStore?.rows(for: ids, maximumAge: maximumAge) ?? [] {
      if let object = identities.registered(row), object.isFault { wake(object, with: row) }
    }
  }
}
