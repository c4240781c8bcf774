internal import Foundation

// What a save writes, worked out from the objects' values and their snapshots.

extension NSManagedObjectContext {
  final func request(for pass: SavePass) -> SaveRequest {
    SaveRequest(
      inserted: pass.inserted, assigned: stores(assignedTo: pass.inserted), summary: pass.summary,
      count: pass.count, changes: { try self.changes(in: pass) })
  }

  /// The stores that the program chose for new objects; empty if it chose none.
  final func stores(assignedTo objects: some Sequence<NSManagedObject>) -> [NSPersistentStore?] {
    if assignedStores.isEmpty { return [] }
    return objects.map { assignedStores[ObjectIdentifier($0)] }
  }

  private func changes(in pass: SavePass) throws -> StoreChanges {
    let isRoot = parentStore is CoordinatorParent
    var changes = StoreChanges()
    changes.insertions.reserveCapacity(pass.inserted.count)
    pass.inserted.visit { object in
      changes.insertions.append(
        StoreChanges.Insertion(
          id: object.identityAfterSave, values: object.valuesToSave(isRoot),
          members: object.memberChanges(isRoot)))
    }
    pass.updated.visit { object in
      if let update = update(of: object, isRoot) { changes.updates.append(update) }
    }
    pass.deleted.visit { object in
      if isRoot || !object.hasTemporaryID || object.row != nil {
        changes.deletions.append(StoreChanges.Deletion(id: object.identity, base: object.row))
      }
    }
    changes.locked = pending.locked.filter { !$0.hasChanges }.compactMap(\.row)
    try requireOneStore(changes)
    return changes
  }

  /// nil if nothing that is stored has changed.
  private func update(of object: NSManagedObject, _ isRoot: Bool) -> StoreChanges.Update? {
    guard let base = object.row else { return nil }
    let values = object.valuesToSave(isRoot)
    let changed = base.slots(differingFrom: values)
    let members = object.memberChanges(isRoot)
    if changed.isEmpty && members.isEmpty { return nil }
    return StoreChanges.Update(
      id: object.identity, base: base, values: values, changedSlots: changed, members: members)
  }

  /// References must stay within a store (fact Q6).
  private func requireOneStore(_ changes: StoreChanges) throws {
    guard let parentStore = parentStore as? CoordinatorParent,
      parentStore.coordinator.persistentStores.count > 1
    else { return }
    let written = changes.insertions.map { ($0.id, $0.values) }
    for (id, values) in written + changes.updates.map({ ($0.id, $0.values) }) {
      for (slot, value) in values.enumerated() {
        guard case .reference(let destination) = value, destination.storeUUID != id.storeUUID
        else { continue }
        let name = id.scope.layout.slots[slot].name
        throw CocoaError.crossStoreRelationship(id, name, to: destination)
      }
    }
  }
}

extension NSManagedObject {
  /// The ID that it has once the save under way succeeds.
  final var identityAfterSave: NSManagedObjectID { own?.identityInSave ?? identity }

  /// The values as they go up; a store is not given transient ones.
  final func valuesToSave(_ isRoot: Bool) -> [Value] {
    own?.renewReferences()
    let values = own?.values ?? valuesWithCurrentIDs { $0.identityAfterSave }
    let layout = idScope.layout
    return isRoot && !layout.transientSlots.isEmpty ? storedValues(of: values, layout) : values
  }

  private final func storedValues(of values: [Value], _ layout: EntityLayout) -> [Value] {
    var values = values
    for slot in layout.transientSlots { values[slot] = row?.values[slot] ?? .null }
    return values
  }

  final func memberChanges(_ isRoot: Bool) -> [StoreChanges.MemberChange] {
    guard let own, own.toMany.contains(where: \.isChanged) else { return [] }
    return own.toMany.enumerated().compactMap { index, state in
      guard state.isChanged else { return nil }
      let relationship = idScope.layout.toMany[index]
      var change = StoreChanges.MemberChange(
        relationship: relationship, added: [], removed: [],
        order: state.order?.map { $0.identityAfterSave })
      // A store finds members that refer to their owner by their own rows.
      if isRoot && relationship.inverseRelationship?.isToMany == false { return change }
      change.added = state.added.lazy.filter { !$0.isDeleted }.map { $0.identityAfterSave }
      change.removed = state.removed.map { $0.identityAfterSave }
      return change
    }
  }
}

extension ObjectStorage {
  /// Lets edited values refer to their destinations by the IDs that these have after the save, or,
  /// when it failed, have still. In place, so that what is saved need not be copied.
  final func renewReferences() {
    if destinations.isEmpty || values == nil { return }
    destinations.visit { slot, destination in
      values?[slot].renewReference(destination.identityAfterSave)
    }
  }
}

extension Value {
  fileprivate mutating func renewReference(_ now: NSManagedObjectID) {
    guard case .reference(let id) = self, id !== now else { return }
    self = .reference(now)
  }
}
