internal import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Exchanges the temporary IDs of these objects for permanent ones now. They stay inserted and
  /// have no rows until the root is saved (facts D8 and D13 to D15).
  final func obtainPermanentIDsNow(for objects: [NSManagedObject]) throws {
    assertOwned("obtainPermanentIDs(for:)")
    try runtime.checkpoint()
    let waiting = ObjectList(objects.filter(\.hasTemporaryID))
    if waiting.isEmpty { return }
    let parentStore = try requireParentStore()
    let permanent = try parentStore.permanentIDs(
      for: waiting, assigned: assignedStores.stores(for: waiting))
    for (object, id) in zip(waiting, permanent) { identities.exchangeID(of: object, for: id) }
  }
}

/// The permanent IDs of new objects, which come out in the order in which their temporary ones
/// were added. An ID that is permanent already stays as it is.
struct PermanentIDs {
  /// New objects of one entity that need IDs.
  struct Wanted {
    let entity: NSEntityDescription
    var count = 0
    /// The objects themselves, for a store that names them; for others they are not collected.
    var objects: [NSManagedObject] = []
  }

  /// New objects of one entity that go to the same store: their keys are allocated together.
  private struct Group {
    let store: NSPersistentStore
    var wanted: Wanted
    let showsObjects: Bool
    var ids: AllocatedIDs?
    var next = 0
  }

  /// What the objects of a group have in common: their layout, and the store that the program
  /// chose. Only addresses, because every new object is compared with it.
  private struct Kind: Equatable {
    let layout: ObjectIdentifier
    let chosen: ObjectIdentifier?
  }

  private let coordinator: NSPersistentStoreCoordinator
  /// The stores that the program chose, by position; empty if it chose none.
  private let assigned: [NSPersistentStore?]
  private let mayBeKnown: Bool
  private var groups: [Group] = []
  private var kinds: [Kind] = []
  /// For each position the group, or -1 if the ID was known.
  private var sources: [Int] = []
  /// IDs that were permanent already, or that a child's save made so.
  private var known: [NSManagedObjectID] = []
  private var nextKnown = 0
  private var position = 0

  /// Allocates what the objects need, the IDs of one table together.
  ///
  /// - Parameter assigned: the stores that the program chose; empty if it chose none.
  init(
    for objects: ObjectList, assigned: [NSPersistentStore?],
    in coordinator: NSPersistentStoreCoordinator, from source: any PermanentIDSource
  ) throws {
    self.coordinator = coordinator
    self.assigned = assigned
    mayBeKnown = !coordinator.temporaryIDs.isEmpty
    try objects.visit { try add($0) }
    for index in groups.indices {
      groups[index].ids = try source.allocate(groups[index].wanted, in: groups[index].store)
    }
  }

  private mutating func add(_ object: NSManagedObject) throws {
    if case .row = object.idKey {
      add(known: object.identity)
    } else if mayBeKnown,
      let permanent = coordinator.temporaryIDs.permanentID(of: object.identity)
    {
      add(known: permanent)
    } else {
      let group = try group(of: object.idScope)
      groups[group].wanted.count += 1
      if groups[group].showsObjects { groups[group].wanted.objects.append(object) }
      sources.append(group)
    }
  }

  private mutating func add(known id: NSManagedObjectID) {
    known.append(id)
    sources.append(-1)
  }

  private mutating func group(of scope: IDScope) throws -> Int {
    let chosen = assigned.isEmpty ? nil : assigned[sources.count]
    let kind = Kind(
      layout: ObjectIdentifier(scope.layout), chosen: chosen.map(ObjectIdentifier.init))
    if let group = kinds.lastIndex(of: kind) { return group }
    let store = try chosen ?? coordinator.storeForInsertion(of: scope.entity)
    kinds.append(kind)
    groups.append(
      Group(
        store: store, wanted: Wanted(entity: scope.entity),
        showsObjects: store.rows is any NamingStore))
    return groups.count - 1
  }

  /// The next ID; there is one for each that was added.
  mutating func next() -> NSManagedObjectID {
    let group = sources[position]
    position += 1
    if group < 0 {
      nextKnown += 1
      return known[nextKnown - 1]
    }
    groups[group].next += 1
    return groups[group].ids![groups[group].next - 1]
  }
}
