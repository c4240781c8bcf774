internal import Foundation

// Relationships fault apart from attributes (fact H3).

extension NSManagedObject {
  /// Whether the relationship's destinations are not in memory. Fires nothing.
  public final func hasFault(forRelationshipNamed key: String) -> Bool {
    switch idScope.layout.place(of: key) {
    case .toMany(let index):
      if isFault { return true }
      return withToMany(index) { $0.base == nil }
    case .value(let slot):
      if isFault { return true }
      guard case .reference(let id) = current(slot) else { return false }
      let destination = own?.destinations[slot] ?? registry?.context?.registered(id)
      return destination?.isFault ?? true
    case nil: undefinedKey(key)
    }
  }

  /// The IDs of the destinations, without making objects of them.
  public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
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

  /// The entity's request for all its objects.
  @_disfavoredOverload
  public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entityName: entity().name ?? "")
  }
}
