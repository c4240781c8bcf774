internal import Interleaving

/// Which object of a context an ID means, although IDs change: what is new has a temporary one
/// until a save, here or in an ancestor, gives it that of its row.
///
///     asked for by        found
///     the ID it has       in the registry
///     a temporary ID      by the permanent one, if the exchange was made here
///     a permanent ID      in a child: by the temporary one, if an ancestor made the exchange
final class ObjectIdentities {
  private let registry: ObjectRegistry
  private let runtime: Runtime
  /// Permanent IDs whose temporary ones other objects may still refer to.
  private var aliases: [IDKey: NSManagedObjectID] = [:]
  /// Where new objects get their IDs; kept here because each of them asks.
  @exclusivity(unchecked) private(set) var temporaryIDs: TemporaryIDs?
  /// Whether the context's parent store is another context.
  @exclusivity(unchecked) private(set) var areOfChild = false
  /// What a child knows of the exchanges that its ancestors make.
  private var nested = CoreDataBehaviour().nestedTemporaryIDs
  /// Whether a program may ask with a temporary ID that it has kept.
  private var resolvesCaptured = CoreDataBehaviour().resolvesCapturedTemporaryIDs

  init(_ registry: ObjectRegistry, _ runtime: Runtime) {
    (self.registry, self.runtime) = (registry, runtime)
  }

  // MARK: Whose they are

  func belong(to parentStore: (any ParentStore)?) {
    temporaryIDs = parentStore?.temporaryIDs
    areOfChild = parentStore?.context != nil
  }

  func adopt(_ behaviour: CoreDataBehaviour, of coordinator: NSPersistentStoreCoordinator?) {
    nested = behaviour.nestedTemporaryIDs
    resolvesCaptured = behaviour.resolvesCapturedTemporaryIDs
    if nested == .classic { return }
    registry.savedIDs = coordinator?.temporaryIDs
    if nested == .fixedUp { registry.followedIDs = registry.savedIDs }
  }

  // MARK: Finding

  /// The registered object; a captured temporary ID counts if the behaviour says so.
  func registered(_ id: NSManagedObjectID) -> NSManagedObject? {
    if let found = registry.object(for: id) ?? objectWithTemporaryID(id) { return found }
    guard resolvesCaptured, id.isTemporaryID else { return nil }
    return aliases[IDKey(id)].flatMap { registry.object(for: $0) }
  }

  /// The registered object of a row, found by its key if it has no ID yet.
  func registered(_ row: Row) -> NSManagedObject? {
    if areOfChild || row.knownID != nil { return registered(row.id) }
    return registry.object(at: row.number, in: row.scope.space)
  }

  /// Where a reference leads: to an object, or to the ID of a fault that is still to be made,
  /// because the one referred by may since have become permanent here.
  func destination(
    of reference: NSManagedObjectID
  ) -> (object: NSManagedObject?, id: NSManagedObjectID) {
    if let permanent = alias(of: reference) { return (registry.object(for: permanent), permanent) }
    return (registry.object(for: reference) ?? objectWithTemporaryID(reference), reference)
  }

  /// What the object became that had this temporary ID here. It comes before what is registered: a
  /// program that asked for the old ID has been given a fault without a row (fact D5).
  private func alias(of reference: NSManagedObjectID) -> NSManagedObjectID? {
    reference.isTemporaryID && !aliases.isEmpty ? aliases[IDKey(reference)] : nil
  }

  /// What a child's ID means here: a temporary one may have become permanent behind its back.
  func meant(by id: NSManagedObjectID) -> NSManagedObjectID {
    guard id.isTemporaryID, nested != .classic else { return id }
    if let permanent = alias(of: id) { return permanent }
    if registry.object(for: id) != nil { return id }
    return temporaryIDs?.permanentID(of: id) ?? id
  }

  /// In a child: the object of the row, inserted here and called by its temporary ID until now.
  /// It has been met again, and takes its permanent ID (fact D11).
  private func objectWithTemporaryID(_ id: NSManagedObjectID) -> NSManagedObject? {
    guard areOfChild, !id.isTemporaryID, nested != .classic,
      let temporary = temporaryIDs?.temporaryID(of: id),
      let object = registry.object(for: temporary)
    else { return nil }
    exchangeID(of: object, for: id)
    return object
  }

  // MARK: Exchanging

  /// Gives a registered object its permanent ID.
  func exchangeID(of object: NSManagedObject, for permanent: NSManagedObjectID) {
    let isSame = object.idKey == permanent.key && object.idScope.isSame(as: permanent.scope)
    if isSame || object.registry !== registry { return }
    let temporary = object.identity
    if areOfChild || resolvesCaptured
      || !object.flags.isDisjoint(with: [.inserted, .cameFromChild])
    {
      aliases[IDKey(temporary)] = permanent
    }
    if object.flags.contains(.cameFromChild) {
      temporaryIDs?.remember(temporary, became: permanent)
    }
    runtime.note(
      CoreDataFact.idChange(
        from: temporary.shortName, to: permanent.shortName,
        context: registry.context?.label ?? ""))
    // In a child the row may have been fetched meanwhile; then there are two instances (D11).
    registry.exchangeID(of: object, for: permanent)
  }

  /// For a context that starts over.
  func forgetExchanges() { aliases = [:] }
}

extension NSManagedObjectContext {
  /// What numbers the objects that are new here. A parent may have been given its coordinator after
  /// its children.
  final var temporaryIDs: TemporaryIDs? {
    identities.temporaryIDs ?? persistentStoreCoordinator?.temporaryIDs
  }
}
