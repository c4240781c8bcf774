internal import Foundation

// A child's rows are made from its parent's objects as they are now, unsaved edits included
// (fact E5).

extension NSManagedObjectContext {
  /// The row that a child gets; nil if the object is deleted here or gone from the store.
  final func rowAsSeen(_ found: FetchedObject, _ maximumAge: TimeInterval? = nil) throws -> Row? {
    let object = found.object
    if object.isDeleted { return nil }
    if object.isFault {
      return try found.row ?? parentStore?.row(for: object.identity, maximumAge: maximumAge)
    }
    return object.rowAsSeen
  }
}

extension NSManagedObject {
  /// The values of this realised object now, as a row for a child.
  final var rowAsSeen: Row {
    if own?.values == nil, let row { return row }
    return Row(id: identity, version: row?.version ?? 0, values: valuesWithCurrentIDs())
  }

  /// The values, with references by the IDs that the destinations have now or are about to get.
  final func valuesWithCurrentIDs(
    _ idOf: (NSManagedObject) -> NSManagedObjectID = { $0.identity }
  ) -> [Value] {
    var values = currentValues
    guard let own else { return values }
    own.destinations.visit { slot, destination in
      guard slot < values.count, case .reference(let id) = values[slot] else { return }
      let now = idOf(destination)
      if now !== id { values[slot] = .reference(now) }
    }
    return values
  }
}
