internal import Foundation

// What a save writes, worked out from the objects' values and their snapshots.

extension NSManagedObjectContext {
  final func request(for pass: SavePass) -> SaveRequest {
    var waiting: [NSManagedObject] = []
    var temporary: [NSManagedObjectID] = []
    for object in pass.inserted where object.identity.isTemporaryID {
      waiting.append(object)
      temporary.append(object.identity)
    }
    return SaveRequest(
      temporary: temporary, assigned: stores(assignedTo: waiting),
      summary: pass.summary, count: pass.count,
      changes: { [waiting] ids in
        for (object, id) in zip(waiting, ids) { object.storage.identityInSave = id }
        return try self.changes(in: pass)
      })
  }

  /// The stores that the program chose for new objects; empty if it chose none.
  final func stores(assignedTo objects: [NSManagedObject]) -> [NSPersistentStore?] {
    if assignedStores.isEmpty { return [] }
    return objects.map { assignedStores[ObjectIdentifier($0)] }
  }

  /// The ID that an object has once this save succeeds.
  final func identityAfterSave(_ object: NSManagedObject) -> NSManagedObjectID {
    object.own?.identityInSave ?? object.identity
  }

  private func changes(in pass: SavePass) throws -> StoreChanges {
    let isRoot = parentStore is CoordinatorParent
    var changes = StoreChanges()
    changes.insertions = pass.inserted.map { object in
      StoreChanges.Insertion(
        id: identityAfterSave(object), values: object.valuesToSave(isRoot, identityAfterSave),
        members: object.memberChanges(identityAfterSave))
    }
    changes.updates = pass.updated.compactMap { update(of: $0, isRoot) }
    for object in pass.deleted where isRoot || !object.identity.isTemporaryID || object.row != nil {
      changes.deletions.append(StoreChanges.Deletion(id: object.identity, base: object.row))
    }
    changes.locked = pending.locked.filter { !$0.hasChanges }.compactMap(\.row)
    try requireOneStore(changes)
    return changes
  }

  /// nil if nothing that is stored has changed.
  private func update(of object: NSManagedObject, _ isRoot: Bool) -> StoreChanges.Update? {
    guard let base = object.row else { return nil }
    let values = object.valuesToSave(isRoot, identityAfterSave)
    let changed = base.slots(differingFrom: values)
    let members = object.memberChanges(identityAfterSave)
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
        let name = id.origin.layout.slots[slot].name
        throw CocoaError.crossStoreRelationship(id, name, to: destination)
      }
    }
  }
}

extension NSManagedObject {
  /// The values as they go up; a store is not given transient ones.
  final func valuesToSave(
    _ isRoot: Bool, _ idOf: (NSManagedObject) -> NSManagedObjectID
  ) -> [Value] {
    renewReferences(idOf)
    var values = own?.values ?? valuesWithCurrentIDs(idOf)
    guard isRoot else { return values }
    for slot in identity.origin.plan.transientSlots { values[slot] = row?.values[slot] ?? .null }
    return values
  }

  /// Lets edited values refer to their destinations by the IDs that these have after the save, or,
  /// when it failed, have still. In place, so that what is saved need not be copied.
  final func renewReferences(_ idOf: (NSManagedObject) -> NSManagedObjectID) {
    guard let own, own.values != nil, !own.destinations.isEmpty else { return }
    own.destinations.visit { slot, destination in
      guard case .reference(let id)? = own.values?[slot] else { return }
      let now = idOf(destination)
      if now !== id { own.values?[slot] = .reference(now) }
    }
  }

  final func memberChanges(
    _ idOf: (NSManagedObject) -> NSManagedObjectID
  ) -> [StoreChanges.MemberChange] {
    guard let own, own.toMany.contains(where: \.isChanged) else { return [] }
    return own.toMany.enumerated().compactMap { index, state in
      guard state.isChanged else { return nil }
      return StoreChanges.MemberChange(
        relationship: identity.origin.layout.toMany[index],
        added: state.added.lazy.filter { !$0.isDeleted }.map(idOf),
        removed: state.removed.map(idOf), order: state.order?.map(idOf))
    }
  }
}
