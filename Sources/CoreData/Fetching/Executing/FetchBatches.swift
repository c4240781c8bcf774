internal import Foundation

/// Neighbours in the result of a batched fetch: the first fault to fire loads the rows of all.
final class FetchBatch {
  let ids: [NSManagedObjectID]
  init(ids: [NSManagedObjectID]) { self.ids = ids }
}

extension NSManagedObjectContext {
  /// Divides the faults of a result into batches (fact G10). A Swift array holds every object,
  /// so only the rows are lazy, not the objects.
  final func batch(_ objects: [NSManagedObject], by size: Int) {
    for start in stride(from: 0, to: objects.count, by: size) {
      let members = objects[start..<min(start + size, objects.count)].filter(\.isFault)
      let batch = FetchBatch(ids: members.map(\.identity))
      for id in batch.ids { batches[IDKey(id)] = batch }
    }
  }

  /// Brings the rows of a whole batch into the row cache when its first fault fires.
  final func loadBatch(of id: NSManagedObjectID) throws {
    if batches.isEmpty { return }
    guard let batch = batches[IDKey(id)] else { return }
    for id in batch.ids { batches[IDKey(id)] = nil }
    let waiting = batch.ids.filter { registered($0)?.isFault == true }
    _ = try parentStore?.rows(for: waiting, maximumAge: maximumAge)
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
      if let object = registered(row.id), object.isFault { wake(object, with: row) }
    }
  }
}
