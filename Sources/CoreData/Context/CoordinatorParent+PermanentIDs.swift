internal import Foundation
internal import Interleaving

// Permanent IDs for new objects, allocated for all objects of a kind together.

extension CoordinatorParent {
  func permanentIDs(
    for ids: [NSManagedObjectID], assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    try permanentIDs(for: ids, assigned: assigned) { store, entity, count in
      let label = "allocates \(count) IDs for \(entity.name ?? "")"
      return try coordinator.execute(.write, on: store, label, rows: 0) {
        try $0.allocateIDs(for: entity, count: count)
      }
    }
  }

  /// The same, with keys from wherever the caller says.
  func permanentIDs(
    for ids: [NSManagedObjectID], assigned: [NSPersistentStore?],
    allocating allocate: (NSPersistentStore, NSEntityDescription, Int) throws
      -> [NSManagedObjectID]
  ) throws -> [NSManagedObjectID] {
    var permanent = ids
    var groups: [NewIDs] = []
    let mayBeKnown = !coordinator.temporaryIDs.isEmpty
    for (index, id) in ids.enumerated() {
      if mayBeKnown, let known = coordinator.temporaryIDs.permanentID(of: id) {
        permanent[index] = known
        continue
      }
      let chosen = assigned.isEmpty ? nil : assigned[index]
      let group = try groups.lastIndex { $0.takes(id, chosen) } ?? newGroup(id, chosen, &groups)
      groups[group].indices.append(index)
    }
    for group in groups {
      let allocated = try allocate(group.store, group.entity, group.indices.count)
      for (index, id) in zip(group.indices, allocated) { permanent[index] = id }
    }
    return permanent
  }

  private func newGroup(
    _ id: NSManagedObjectID, _ chosen: NSPersistentStore?, _ groups: inout [NewIDs]
  ) throws -> Int {
    let store = try chosen ?? coordinator.storeForInsertion(of: id.entity)
    groups.append(NewIDs(entity: id.entity, layout: id.origin.layout, chosen: chosen, store: store))
    return groups.count - 1
  }
}

/// New objects of one entity that go to the same store: their keys are allocated together.
private struct NewIDs {
  let entity: NSEntityDescription
  let layout: EntityLayout
  /// The store that the program chose, if it chose one.
  let chosen: NSPersistentStore?
  let store: NSPersistentStore
  /// Where their IDs are in the list.
  var indices: [Int] = []

  func takes(_ id: NSManagedObjectID, _ chosen: NSPersistentStore?) -> Bool {
    id.origin.layout === layout && chosen === self.chosen
  }
}
