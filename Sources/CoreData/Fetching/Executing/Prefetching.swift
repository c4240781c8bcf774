internal import Foundation

// Prefetching: the objects behind relationships are loaded with one trip for each relationship,
// and not one for each owner (fact G14).

extension NSManagedObjectContext {
  final func prefetch(_ paths: [String], of objects: [NSManagedObject]) throws {
    for path in paths {
      var owners = objects
      for name in path.split(separator: ".") { owners = try prefetch(String(name), of: owners) }
    }
  }

  /// Loads what is behind one relationship; answers with the objects found there.
  private func prefetch(
    _ name: String, of owners: [NSManagedObject]
  ) throws -> [NSManagedObject] {
    try realise(owners)
    let living = owners.filter { !$0.isDeleted }
    try loadMembers(name, of: living)
    var found = ObjectList()
    for owner in living {
      switch owner.entity.layout.place(of: name) {
      case .value(let slot): if let one = owner.destination(slot) { found.insert(one) }
      case .toMany(let index): for member in owner.memberList(index) { found.insert(member) }
      case nil: misuse(owner.unknownKey(name))
      }
    }
    try realise(found.array)
    return found.array
  }

  /// Fills the to-many relationships of this name that are still faults.
  private func loadMembers(_ name: String, of owners: [NSManagedObject]) throws {
    var groups: [(relationship: NSRelationshipDescription, owners: [NSManagedObject])] = []
    for owner in owners where !owner.hasTemporaryID {
      guard case .toMany(let index)? = owner.entity.layout.place(of: name),
        owner.withToMany(index, { $0.base == nil })
      else { continue }
      let relationship = owner.entity.plan.toMany[index].description
      if let group = groups.firstIndex(where: { $0.relationship === relationship }) {
        groups[group].owners.append(owner)
      } else {
        groups.append((relationship, [owner]))
      }
    }
    for group in groups { try load(group.relationship, of: group.owners) }
  }

  private func load(
    _ relationship: NSRelationshipDescription, of owners: [NSManagedObject]
  ) throws {
    let found = try parentStore?.memberRows(of: relationship, owners: owners.map(\.identity)) ?? []
    var members: [IDKey: [NSManagedObject]] = [:]
    for member in found {
      let object = object(of: member.row)
      if object.isFault { wake(object, with: member.row) }
      members[IDKey(member.owner), default: []].append(object)
    }
    for owner in owners {
      guard case .toMany(let index)? = owner.entity.layout.place(of: relationship.name) else {
        continue
      }
      owner.withToMany(index) { $0.load(members[IDKey(owner.identity)] ?? []) }
    }
  }
}
