/// Makes the objects of one context as faults.
///
///     the maker                          the initialiser of NSManagedObject
///     keeps what the fault needs
///     calls init(entity:insertInto:)  ->  (an override of the program's)
///                                         takes it, and is a fault; finding nothing, a new object
///     looks whether it was taken
///
/// A class of the program's is made by its one initialiser, which has no parameter for all this.
final class FaultMaker {
  /// What a fault needs at its birth.
  struct Needs {
    let scope: IDScope
    let key: NSManagedObjectID.Key
    /// The ID, if there is one.
    let id: NSManagedObjectID?
    let registry: ObjectRegistry
  }

  private let registry: ObjectRegistry
  @exclusivity(unchecked) private var next: Needs?
  /// For the objects that are made here, each of which keeps one.
  @exclusivity(unchecked) private var references: PrecountedReferences<ObjectRegistry>

  init(_ registry: ObjectRegistry) {
    self.registry = registry
    references = PrecountedReferences(registry)
  }

  /// For the initialiser: what the fault needs; nil if a new object is made.
  @inline(__always)
  func takeNext() -> Needs? { next.take() }

  /// For an object that is new here.
  @inline(__always)
  func registryReference() -> ObjectRegistry { references.take() }

  // MARK: Making

  /// A fault for an object that is not registered yet.
  func make(_ id: NSManagedObjectID, in context: NSManagedObjectContext) -> NSManagedObject {
    make(id.scope, id.key, id, in: context)
  }

  /// A fault for a row whose object is not registered yet.
  func make(forRow row: Row, in context: NSManagedObjectContext) -> NSManagedObject {
    make(row.scope, .row(row.number), nil, in: context)
  }

  private func make(
    _ scope: IDScope, _ key: NSManagedObjectID.Key, _ id: NSManagedObjectID?,
    in context: NSManagedObjectContext
  ) -> NSManagedObject {
    next = Needs(scope: scope, key: key, id: id, registry: references.take())
    let objectClass = scope.withPlan { $0.objectClass } ?? scope.entity.objectClass(in: context)
    let fault = makeNext(objectClass, scope.entity, context)
    registry.add(fault, at: key.number, in: scope.space)
    return fault
  }

  /// What a fetch found, as objects: faults, unless they are here and realised already.
  /// Partly fetched ones give way to rows that are in the row cache.
  func make(
    _ found: FetchedKeys, areInRowCache: Bool, in context: NSManagedObjectContext
  ) -> [NSManagedObject] {
    registry.expect(found.count)
    return [NSManagedObject](unsafeUninitializedCapacity: found.count) { objects, count in
      found.forEachStretch { scope, keys in
        let (entity, space) = (scope.entity, scope.space)
        let objectClass = entity.objectClass(in: context)
        var scopes = PrecountedReferences(scope)
        for key in keys {
          let object: NSManagedObject
          if let known = registry.object(at: key, in: space) {
            if areInRowCache { known.forgetPartialValues() }
            object = known
          } else {
            next = Needs(
              scope: scopes.take(), key: .row(key), id: nil, registry: references.take())
            object = makeNext(objectClass, entity, context)
            registry.add(object, at: key, in: space)
          }
          objects.initializeElement(at: count, to: object)
          count += 1
        }
      }
    }
  }

  /// Makes what `next` says, whose scope keeps the entity.
  @inline(__always)
  private func makeNext(
    _ objectClass: NSManagedObject.Type, _ entity: NSEntityDescription,
    _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let fault = objectClass.init(
      entity: LentReference.lend(entity), insertInto: LentReference.lend(context))
    if next != nil {
      misuse(
        "\(objectClass).init(entity:insertInto:) did not pass its context on to super. Call "
          + "super.init(entity: entity, insertInto: context).")
    }
    return fault
  }
}
