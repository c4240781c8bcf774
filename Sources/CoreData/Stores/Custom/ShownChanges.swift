internal import Foundation

/// What a save writes, as objects that a store of one's own can look at: in a context of their own,
/// with permanent IDs and the values that are to be written.
struct ShownChanges {
  let context: NSManagedObjectContext
  private(set) var inserted: [NSManagedObject] = []
  private(set) var updated: [NSManagedObject] = []
  private(set) var deleted: [NSManagedObject] = []
  private(set) var locked: [NSManagedObject] = []

  init(_ changes: StoreChanges, of coordinator: NSPersistentStoreCoordinator) {
    context = .showing(coordinator)
    for update in changes.updates { show(update.base) }
    for base in changes.deletions.compactMap(\.base) + changes.locked { show(base) }
    let taken = context.take(changes, fromChild: false)
    (inserted, updated) = (taken.inserted, taken.updated)
    deleted = changes.deletions.map { context.object(forReference: $0.id) }
    locked = changes.locked.map { context.object(forReference: $0.id) }
    for deletion in changes.deletions { disconnect(deletion) }
  }

  /// Takes a deleted object out of what its owners are shown to have.
  private func disconnect(_ deletion: StoreChanges.Deletion) {
    guard let base = deletion.base else { return }
    let object = context.object(forReference: deletion.id)
    for case let relationship as NSRelationshipDescription in deletion.id.scope.layout.slots {
      guard let inverse = relationship.inverseRelationship,
        case .value(let slot)? = deletion.id.scope.layout.place(of: relationship.name),
        case .reference(let owner) = base[slot],
        case .toMany(let index)? = owner.scope.layout.place(of: inverse.name)
      else { continue }
      context.object(forReference: owner).removeMember(object, from: index)
    }
  }

  private func show(_ row: Row) {
    let object = context.object(forReference: row.id)
    if object.isFault { context.wake(object, with: row) }
  }
}

extension NSManagedObjectContext {
  /// A context in which a store is shown objects; it is not known outside, and it saves nothing.
  static func showing(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .withoutQueue)
    context.name = "a store's own context"
    context.persistentStoreCoordinator = coordinator
    return context
  }
}
