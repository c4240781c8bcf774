internal import Foundation
internal import Interleaving

// Permanent IDs for new objects, allocated for all objects of a kind together.

extension CoordinatorParent {
  func permanentIDs(
    for ids: [NSManagedObjectID], assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    let permanent: PermanentIDs = try permanentIDs(for: ids, assigned: assigned)
    return Array(permanent)
  }

  func permanentIDs(
    for ids: some Sequence<NSManagedObjectID>, assigned: [NSPersistentStore?]
  ) throws -> PermanentIDs {
    try permanentIDs(for: ids, assigned: assigned) { store, entity, count in
      let label = "allocates \(count) IDs for \(entity.name ?? "")"
      return try coordinator.execute(.write, on: store, label, rows: 0) {
        try $0.allocateIDs(for: entity, count: count)
      }
    }
  }

  /// The same, with keys from wherever the caller says.
  func permanentIDs(
    for ids: some Sequence<NSManagedObjectID>, assigned: [NSPersistentStore?],
    allocating allocate: (NSPersistentStore, NSEntityDescription, Int) throws
      -> [NSManagedObjectID]
  ) throws -> PermanentIDs {
    var permanent = PermanentIDs()
    let mayBeKnown = !coordinator.temporaryIDs.isEmpty
    for (index, id) in ids.enumerated() {
      if mayBeKnown, let known = coordinator.temporaryIDs.permanentID(of: id) {
        permanent.add(known: known)
      } else {
        try permanent.add(id, chosen: assigned.isEmpty ? nil : assigned[index]) {
          try coordinator.storeForInsertion(of: $0)
        }
      }
    }
    try permanent.allocate(allocate)
    return permanent
  }
}

/// The permanent IDs of new objects, in the order of their temporary ones.
struct PermanentIDs: Sequence, IteratorProtocol {
  /// New objects of one entity that go to the same store: their keys are allocated together.
  private struct Group {
    let entity: NSEntityDescription
    let layout: EntityLayout
    /// The store that the program chose, if it chose one.
    let chosen: NSPersistentStore?
    let store: NSPersistentStore
    var count = 0
    var ids: [NSManagedObjectID] = []
    var next = 0
  }

  private var groups: [Group] = []
  /// IDs that are permanent already, by position.
  private var known: [Int: NSManagedObjectID] = [:]
  /// For each position the group, or -1 if the ID is known.
  private var sources: [Int] = []
  private var position = 0

  fileprivate mutating func add(known id: NSManagedObjectID) {
    known[sources.count] = id
    sources.append(-1)
  }

  fileprivate mutating func add(
    _ id: NSManagedObjectID, chosen: NSPersistentStore?,
    storeFor: (NSEntityDescription) throws -> NSPersistentStore
  ) throws {
    let layout = id.origin.layout
    let group: Int
    if let last = groups.lastIndex(where: { $0.layout === layout && $0.chosen === chosen }) {
      group = last
    } else {
      let store = try chosen ?? storeFor(id.entity)
      groups.append(Group(entity: id.entity, layout: layout, chosen: chosen, store: store))
      group = groups.count - 1
    }
    groups[group].count += 1
    sources.append(group)
  }

  fileprivate mutating func allocate(
    _ allocate: (NSPersistentStore, NSEntityDescription, Int) throws -> [NSManagedObjectID]
  ) throws {
    for index in groups.indices {
      let group = groups[index]
      groups[index].ids = try allocate(group.store, group.entity, group.count)
    }
  }

  mutating func next() -> NSManagedObjectID? {
    if position == sources.count { return nil }
    defer { position += 1 }
    let group = sources[position]
    if group < 0 { return known[position] }
    defer { groups[group].next += 1 }
    return groups[group].ids[groups[group].next]
  }
}
