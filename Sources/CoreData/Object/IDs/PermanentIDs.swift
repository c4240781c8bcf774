internal import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Exchanges the temporary IDs of these objects for permanent ones now. They stay inserted and
  /// have no rows until the root is saved (facts D8 and D13 to D15).
  public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    assertOwned("obtainPermanentIDs(for:)")
    try runtime.checkpoint()
    let waiting = objects.filter(\.hasTemporaryID)
    if waiting.isEmpty { return }
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    let permanent = try parentStore.permanentIDs(
      for: waiting, assigned: stores(assignedTo: waiting))
    for (object, id) in zip(waiting, permanent) { exchangeID(of: object, for: id) }
  }

  /// The stores that the program chose for new objects; empty if it chose none.
  final func stores(assignedTo objects: some Sequence<NSManagedObject>) -> [NSPersistentStore?] {
    if assignedStores.isEmpty { return [] }
    return objects.map { assignedStores[ObjectIdentifier($0)] }
  }

  /// Gives a registered object its permanent ID.
  final func exchangeID(of object: NSManagedObject, for permanent: NSManagedObjectID) {
    let isSame = object.idKey == permanent.key && object.idScope.isSame(as: permanent.scope)
    if isSame || object.registry !== registry { return }
    if parent != nil || behaviour.resolvesCapturedTemporaryIDs
      || !object.flags.isDisjoint(with: [.inserted, .cameFromChild])
    {
      aliases[IDKey(object.identity)] = permanent
    }
    if object.flags.contains(.cameFromChild) {
      persistentStoreCoordinator?.temporaryIDs.remember(object.identity, became: permanent)
    }
    runtime.note(
      CoreDataFact.idChange(
        from: object.identity.shortName, to: permanent.shortName, context: label))
    // In a child the row may have been fetched meanwhile; then there are two instances (D11).
    registry.exchangeID(of: object, for: permanent)
  }
}

// Permanent IDs for new objects, allocated for all objects of a kind together.

extension CoordinatorParent {
  func permanentIDs(
    for objects: [NSManagedObject], assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    var permanent = PermanentIDs(coordinator, assigned: assigned)
    for object in objects { try permanent.add(object) }
    try permanent.allocate(inTripsOfTheirOwn)
    return objects.map { _ in permanent.next() }
  }

  func inTripsOfTheirOwn(
    _ store: NSPersistentStore, _ wanted: PermanentIDs.Wanted
  ) throws -> AllocatedIDs {
    let name = wanted.entity.name ?? ""
    return try coordinator.execute(
      .write, on: store, .allocateIDs(count: wanted.count, entity: name), rows: 0
    ) {
      try $0.allocateIDs(wanted)
    }
  }
}

extension RowStore {
  /// IDs for new objects; a store that names its objects is shown them.
  func allocateIDs(_ wanted: PermanentIDs.Wanted) throws -> AllocatedIDs {
    guard let naming = self as? any NamingStore else {
      return try allocateIDs(for: wanted.entity, count: wanted.count)
    }
    return try naming.allocateIDs(for: wanted.objects)
  }
}

/// The permanent IDs of new objects, which come out in the order in which their temporary ones
/// were added. An ID that is permanent already stays as it is.
struct PermanentIDs {
  typealias Allocation = (NSPersistentStore, Wanted) throws -> AllocatedIDs

  /// New objects of one entity that need IDs.
  struct Wanted {
    let entity: NSEntityDescription
    var count = 0
    /// The objects themselves, for a store that names them; for others nobody collects them.
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

  init(_ coordinator: NSPersistentStoreCoordinator, assigned: [NSPersistentStore?]) {
    self.coordinator = coordinator
    self.assigned = assigned
    mayBeKnown = !coordinator.temporaryIDs.isEmpty
  }

  mutating func add(_ object: NSManagedObject) throws {
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

  mutating func allocate(_ allocate: Allocation) throws {
    for index in groups.indices {
      let group = groups[index]
      groups[index].ids = try allocate(group.store, group.wanted)
    }
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
