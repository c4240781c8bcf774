internal import Foundation

extension NSManagedObjectContext {
  /// Registers a new object; the next save will write it.
  public final func insert(_ object: NSManagedObject) {
    assertOwned("insert(_:)")
    if object.registry === registry {
      if object.flags.contains(.deleted) { undelete(object) }
      return
    }
    if object.registry != nil {
      misuse(
        "\(object.identity.shortName) is already registered in another context. Make the object "
          + "in the context that is to save it.")
    }
    object.join(registry)
    register(new: object)
  }

  /// Takes an object that is being made here; nobody else knows it yet.
  final func adopt(_ object: NSManagedObject) {
    assertOwned("insert(_:)")
    object.registry = registryReferences.take()
    register(new: object)
  }

  private func register(new object: NSManagedObject) {
    registry.add(object)
    markInserted(object)
    object.awakeFromInsert()
  }

  final func markInserted(_ object: NSManagedObject) {
    // The flags tell who is in these lists, so that nobody has to look.
    if object.flags.insert(.inserted).inserted { pending.inserted.append(object) }
    noteTouch(of: object)
    registry.changeCount &+= 1
  }

  /// The object is part of what the current event did.
  private func noteTouch(of object: NSManagedObject) {
    if object.flags.insert(.touched).inserted { pending.touched.append(object) }
  }

  /// Marks the object for deletion. Its row goes with the next save; its delete rules are
  /// followed when the event ends (fact M3).
  public final func delete(_ object: NSManagedObject) {
    assertOwned("delete(_:)")
    if object.registry !== registry {
      misuse(
        "An NSManagedObjectContext cannot delete objects in other contexts: "
          + "\(object.identity.shortName). Look it up by its objectID in \(label) first.")
    }
    if object.flags.contains(.inaccessible) { return }
    object.prepareForDeletion()
    if object.flags.contains(.deleted) { return }
    if undoManager != nil { object.keepStateBeforeEvent(in: self) } else { noteTouch(of: object) }
    registry.changeCount &+= 1
    if object.flags.contains(.inserted) {
      // Nobody but this context ever knew of it.
      pending.inserted.remove(object)
      object.flags.remove(.inserted)
    } else {
      if object.flags.contains(.updated) { pending.updated.remove(object) }
      object.flags.remove(.updated)
      pending.deleted.append(object)
    }
    object.flags.insert(.deleted)
    pending.unpropagated.append(object)
  }

  private func undelete(_ object: NSManagedObject) {
    object.noteChange()
    object.flags.subtract([.deleted, .propagated])
    pending.deleted.remove(object)
    pending.unpropagated.remove(object)
    if object.row == nil && !object.isFault {
      markInserted(object)
    } else {
      object.noteChange()
    }
  }

  /// Chooses the store that a new object is written to, when several could take it.
  public final func assign(_ object: Any, to store: NSPersistentStore) {
    assertOwned("assign(_:to:)")
    if let object = object as? NSManagedObject {
      assignedStores[ObjectIdentifier(object)] = store
    }
  }

  /// Makes the next save fail if others have changed the object meanwhile, even if this context
  /// did not change it (fact K3).
  public final func detectConflicts(for object: NSManagedObject) {
    assertOwned("detectConflicts(for:)")
    object.fireIfNeeded(for: nil)
    if object.row == nil { return }
    object.flags.insert(.locked)
    pending.locked.insert(object)
  }
}

extension NSEntityDescription {
  /// The entity with this name in the context's model.
  public class func entity(
    forEntityName name: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
  }

  /// Makes an object of the named entity and inserts it into `context`.
  public class func insertNewObject(
    forEntityName name: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: name, in: context) else {
      misuse(
        "+entityForName: could not locate an entity named '\(name)' in the model of "
          + "\(context.label). Check the spelling, and that the context has a coordinator.")
    }
    return entity.objectClass(in: context).init(entity: entity, insertInto: context)
  }
}
