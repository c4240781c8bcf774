internal import Foundation

// What a save writes of one object, worked out from its values and its snapshot.

extension NSManagedObject {
  final func insertion(_ isRoot: Bool) -> StoreChanges.Insertion {
    var insertion = StoreChanges.Insertion(
      id: identityAfterSave, values: valuesToSave(isRoot), members: memberChanges(isRoot))
    insertion.mayExist = isRoot && !hasTemporaryID
    return insertion
  }

  /// nil if nothing that is stored has changed.
  final func update(_ isRoot: Bool) -> StoreChanges.Update? {
    guard let base = row else { return nil }
    let values = valuesToSave(isRoot)
    let changed = base.slots(differingFrom: values)
    let members = memberChanges(isRoot)
    if changed.isEmpty && members.isEmpty { return nil }
    return StoreChanges.Update(
      id: identity, base: base, values: values, changedSlots: changed, members: members)
  }

  /// The ID that it has once the save under way succeeds.
  final var identityAfterSave: NSManagedObjectID { own?.identityInSave ?? identity }

  /// The values as they go up; a store is not given transient ones.
  private final func valuesToSave(_ isRoot: Bool) -> [Value] {
    partFromDeleted()
    own?.renewReferences()
    let values = own?.values ?? valuesWithCurrentIDs { $0.identityAfterSave }
    let layout = idScope.layout
    return isRoot && !layout.transientSlots.isEmpty ? storedValues(of: values, layout) : values
  }

  private final func storedValues(of values: [Value], _ layout: EntityLayout) -> [Value] {
    var values = values
    let defaults = idScope.plan.defaults
    for slot in layout.transientSlots { values[slot] = row?[slot] ?? defaults[slot] }
    return values
  }

  private final func memberChanges(_ isRoot: Bool) -> [StoreChanges.MemberChange] {
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
