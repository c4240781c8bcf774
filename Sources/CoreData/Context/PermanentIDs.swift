internal import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Exchanges the temporary IDs of these objects for permanent ones now. They stay inserted and
  /// have no rows until the root is saved (facts D8 and D13 to D15).
  public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    assertOwned("obtainPermanentIDs(for:)")
    try runtime.checkpoint()
    let waiting = objects.filter { $0.identity.isTemporaryID }
    if waiting.isEmpty { return }
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    let permanent = try parentStore.permanentIDs(
      for: waiting.map(\.identity),
      assigned: stores(assignedTo: waiting))
    for (object, id) in zip(waiting, permanent) { exchangeID(of: object, for: id) }
  }

  /// Gives a registered object its permanent ID.
  final func exchangeID(of object: NSManagedObject, for permanent: NSManagedObjectID) {
    let temporary = object.identity
    if IDKey(temporary) == IDKey(permanent) || object.registry !== registry { return }
    // In a child the row may have been fetched meanwhile; then there are two instances (D11).
    registry.exchange(object, temporary, for: permanent)
    if parentStore is ContextParent || object.isInserted || object.flags.contains(.cameFromChild)
      || behaviour.resolvesCapturedTemporaryIDs
    {
      aliases[IDKey(temporary)] = permanent
    }
    if object.flags.contains(.cameFromChild) {
      persistentStoreCoordinator?.temporaryIDs.remember(temporary, became: permanent)
    }
    if runtime.isTracing {
      runtime.note(
        .idChange, "\(temporary.shortName) becomes \(permanent.shortName)", subject: label)
    }
  }
}
