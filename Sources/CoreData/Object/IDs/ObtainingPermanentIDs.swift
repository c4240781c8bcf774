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
