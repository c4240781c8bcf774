internal import Foundation
internal import Interleaving

// At most one instance per ID (fact F1). Instances are made as faults; asking for one is no I/O.

/// What a fault needs at its birth. A class of the program is made by its one initialiser, which
/// has no parameter for it.
struct FaultToMake {
  let scope: IDScope
  let key: NSManagedObjectID.Key
  /// The ID, if there is one.
  let id: NSManagedObjectID?
  let registry: ObjectRegistry
}

extension NSManagedObjectContext {
  /// The object with this ID: the registered one, or a fault that nobody has looked at yet.
  /// Never does I/O; whether there is a row shows when the fault fires.
  public final func object(with id: NSManagedObjectID) -> NSManagedObject {
    assertOwned("object(with:)")
    return registered(id) ?? makeFault(id)
  }

  /// The object with this ID if it is registered; never does I/O.
  public final func registeredObject(for id: NSManagedObjectID) -> NSManagedObject? {
    assertOwned("registeredObject(for:)")
    return registered(id)
  }

  /// The object with this ID, fetched if need be; throws if there is no such row.
  public final func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    assertOwned("existingObject(with:)")
    try runtime.checkpoint()
    if let known = registered(id), !known.isFault {
      if known.isDeleted { throw CocoaError.missingRow(id) }
      return known
    }
    guard let parentStore else { throw CocoaError.missingRow(id) }
    guard let row = try parentStore.row(for: id, maximumAge: maximumAge) else {
      throw CocoaError.missingRow(id)
    }
    let object = registered(row) ?? makeFault(row.id)
    if object.isFault { wake(object, with: row) }
    return object
  }

  /// The registered instance; a captured temporary ID counts if the behaviour says so.
  final func registered(_ id: NSManagedObjectID) -> NSManagedObject? {
    if let found = registry.object(for: id) ?? instanceWithTemporaryID(id) { return found }
    guard behaviour.resolvesCapturedTemporaryIDs, id.isTemporaryID else { return nil }
    return aliases[IDKey(id)].flatMap { registry.object(for: $0) }
  }

  /// The registered instance of a row, found by its key if it has no ID yet.
  final func registered(_ row: Row) -> NSManagedObject? {
    if isChild || row.knownID != nil { return registered(row.id) }
    return registry.object(at: row.number, in: row.scope.space)
  }

  /// In a child: the object of the row, inserted here and called by its temporary ID until now.
  /// It has been met again, and takes its permanent ID (fact D11).
  private func instanceWithTemporaryID(_ id: NSManagedObjectID) -> NSManagedObject? {
    guard isChild, !id.isTemporaryID, behaviour.nestedTemporaryIDs != .classic,
      let temporary = temporaryIDs?.temporaryID(of: id),
      let object = registry.object(for: temporary)
    else { return nil }
    exchangeID(of: object, for: id)
    return object
  }

  /// What a child's ID means here: a temporary one may have become permanent behind its back.
  final func ownID(_ id: NSManagedObjectID) -> NSManagedObjectID {
    guard id.isTemporaryID, behaviour.nestedTemporaryIDs != .classic,
      registry.object(for: id) == nil
    else { return id }
    return temporaryIDs?.permanentID(of: id) ?? id
  }

  /// The destination of a reference, whose ID may since have become permanent here.
  final func object(forReference id: NSManagedObjectID) -> NSManagedObject {
    if let found = registry.object(for: id) ?? instanceWithTemporaryID(id) { return found }
    if id.isTemporaryID, let permanent = aliases[IDKey(id)] {
      return registry.object(for: permanent) ?? makeFault(permanent)
    }
    return makeFault(id)
  }

  /// The object of a row that was fetched, found by its key if it has no ID yet.
  final func object(of row: Row) -> NSManagedObject {
    if isChild || row.knownID != nil { return object(forReference: row.id) }
    return registered(row) ?? makeFault(row.scope, .row(row.number), nil)
  }

  /// A fault for an object that is not registered yet.
  final func makeFault(_ id: NSManagedObjectID) -> NSManagedObject {
    makeFault(id.scope, id.key, id)
  }

  private func makeFault(
    _ scope: IDScope, _ key: NSManagedObjectID.Key, _ id: NSManagedObjectID?
  ) -> NSManagedObject {
    nextFault = FaultToMake(scope: scope, key: key, id: id, registry: registryReferences.take())
    let objectClass = scope.withPlan { $0.objectClass } ?? scope.entity.objectClass(in: self)
    let fault = makeFault(objectClass, scope.entity)
    registry.add(fault, at: key.number, in: scope.space)
    return fault
  }

  /// Makes what `nextFault` says, whose scope keeps the entity.
  @inline(__always)
  private final func makeFault(
    _ objectClass: NSManagedObject.Type, _ entity: NSEntityDescription
  ) -> NSManagedObject {
    let fault = objectClass.init(
      entity: LentReference.lend(entity), insertInto: LentReference.lend(self))
    if nextFault != nil {
      misuse(
        "\(objectClass).init(entity:insertInto:) did not pass its context on to super. Call "
          + "super.init(entity: entity, insertInto: context).")
    }
    return fault
  }

  /// What a fetch found, as objects: faults, unless they are here and realised already.
  /// Partly fetched ones give way to rows that are in the row cache.
  final func faults(_ found: FetchedKeys, areInRowCache: Bool) -> [NSManagedObject] {
    registry.expect(found.count)
    return [NSManagedObject](unsafeUninitializedCapacity: found.count) { objects, count in
      found.forEachStretch { scope, keys in
        let (entity, space) = (scope.entity, scope.space)
        let objectClass = entity.objectClass(in: self)
        var scopes = PrecountedReferences(scope)
        for key in keys {
          let object: NSManagedObject
          if let known = registry.object(at: key, in: space) {
            if areInRowCache { known.forgetPartialValues() }
            object = known
          } else {
            nextFault = FaultToMake(
              scope: scopes.take(), key: .row(key), id: nil, registry: registryReferences.take())
            object = makeFault(objectClass, entity)
            registry.add(object, at: key, in: space)
          }
          objects.initializeElement(at: count, to: object)
          count += 1
        }
      }
    }
  }

  /// The entity of a class in this context's model.
  final func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    if let recentEntity, recentEntity.type == type { return recentEntity.entity }
    if let known = entitiesOfClasses[ObjectIdentifier(type)] {
      recentEntity = (type, known)
      return known
    }
    guard let model = persistentStoreCoordinator?.managedObjectModel,
      let entity = ClassLookup.entity(of: type, in: model)
    else {
      misuse(
        "\(label) finds no entity for the class \(type). Give it a coordinator (or parent) whose "
          + "model has an entity with that class before you make objects.")
    }
    entitiesOfClasses[ObjectIdentifier(type)] = entity
    return entity
  }
}
