internal import Foundation
internal import Interleaving

// Relationships fault apart from attributes (fact H3).

extension NSManagedObject {
  /// Whether the relationship's destinations are not in memory. Fires nothing.
  final func hasFaultNow(forRelationshipNamed key: String) -> Bool {
    switch idScope.layout.place(of: key) {
    case .toMany(let index):
      if isFault { return true }
      return withToMany(index) { $0.base == nil }
    case .value(let slot):
      if isFault { return true }
      guard case .reference(let id) = current(slot) else { return false }
      let destination = own?.destinations[slot] ?? registry?.context?.identities.registered(id)
      return destination?.isFault ?? true
    case nil: undefinedKey(key)
    }
  }

  /// The IDs of the destinations, without making objects of them.
  final func objectIDsNow(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    fireIfNeeded(for: key)
    switch idScope.layout.place(of: key) {
    case .value(let slot):
      if let known = own?.destinations[slot] { return [known.identity] }
      if case .reference(let id) = current(slot) { return [id] }
      return []
    case .toMany(let index): return memberIDs(index)
    case nil: undefinedKey(key)
    }
  }

  private final func memberIDs(_ index: Int) -> [NSManagedObjectID] {
    let state = withToMany(index) { $0 }
    if state.base != nil || state.order != nil { return state.members.map(\.identity) }
    let relationship = idScope.plan.toMany[index].description
    let stored = registry?.context?.memberIDs(of: relationship, owner: self) ?? []
    let removed = Set(state.removed.map { IDKey($0.identity) })
    let added = state.added.map(\.identity)
    let known = Set(added.map(IDKey.init)).union(removed)
    return stored.filter { !known.contains(IDKey($0)) } + added
  }
}

extension NSManagedObjectContext {
  final func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObject
  ) -> [NSManagedObject] {
    memberIDs(of: relationship, owner: owner).map { object(forReference: $0) }
  }

  final func memberIDs(
    of relationship: NSRelationshipDescription, owner: NSManagedObject
  ) -> [NSManagedObjectID] {
    if owner.flags.contains(.inaccessible) || owner.row == nil && !owner.isFault { return [] }
    return storedMemberIDs(of: relationship, owner: owner)
  }

  /// The members that the parent store has for the object's ID, whether or not it has a row.
  final func storedMemberIDs(
    of relationship: NSRelationshipDescription, owner: NSManagedObject
  ) -> [NSManagedObjectID] {
    do {
      return try parentStore?.members(of: relationship, owner: owner.identity) ?? []
    } catch is RunAbandoned {
      return []
    } catch  where comesFromOwnStore(owner.identity) {
      noteOwnStore(error)
      return []
    } catch {
      raise("\(relationship.name) of \(owner.identity.shortName) could not be read: \(error)")
      return []
    }
  }
}
