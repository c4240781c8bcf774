internal import Foundation

extension NSManagedObjectContext {
  /// Registers a new object; the next save will write it.
  final func insertNow(_ object: NSManagedObject) {
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

  /// Takes an object that is being made here; no other thread knows it yet.
  final func adopt(_ object: NSManagedObject) {
    assertOwned("insert(_:)")
    object.registry = faults.registryReference()
    register(new: object)
  }

  private func register(new object: NSManagedObject) {
    registry.add(object)
    markInserted(object)
    object.awakeFromInsert()
  }

  final func markInserted(_ object: NSManagedObject) {
    pending.insert(object)
    noteTouch(of: object)
    registry.changeCount &+= 1
  }

  /// The object is part of what the current event did.
  private func noteTouch(of object: NSManagedObject) {
    pending.touch(object)
    events.noteChange(in: self)
  }

  /// Marks the object for deletion. Its row goes with the next save; its delete rules are
  /// followed when the event ends (fact M3).
  final func deleteNow(_ object: NSManagedObject) {
    assertOwned("delete(_:)")
    if object.registry !== registry {
      misuse(
        "An NSManagedObjectContext cannot delete objects in other contexts: "
          + "\(object.identity.shortName). Look it up by its objectID in \(label) first.")
    }
    if object.flags.contains(.inaccessible) { return }
    object.prepareForDeletion()
    if object.flags.contains(.deleted) { return }
    if undoManager != nil {
      object.knowPairs()
      object.keepStateBeforeEvent(in: self)
    } else {
      noteTouch(of: object)
    }
    registry.changeCount &+= 1
    pending.delete(object)
  }

  private func undelete(_ object: NSManagedObject) {
    object.noteChange()
    pending.takeBackDeletion(of: object)
    if object.row == nil && !object.isFault {
      markInserted(object)
    } else {
      object.noteChange()
    }
  }

  /// Chooses the store that a new object is written to, when several could take it.
  final func assignNow(_ object: Any, to store: NSPersistentStore) {
    assertOwned("assign(_:to:)")
    if let object = object as? NSManagedObject {
      assignedStores.assign(store, to: object)
    }
  }

  /// Makes the next save fail if others have changed the object meanwhile, even if this context
  /// did not change it (fact K3).
  final func detectConflictsNow(for object: NSManagedObject) {
    assertOwned("detectConflicts(for:)")
    object.fireIfNeeded(for: nil)
    if object.row == nil { return }
    pending.lock(object)
  }
}

/// The stores that a program chose for new objects.
struct AssignedStores {
  private var stores: [ObjectIdentifier: NSPersistentStore] = [:]

  mutating func assign(_ store: NSPersistentStore, to object: NSManagedObject) {
    stores[ObjectIdentifier(object)] = store
  }

  /// Forgets objects that are new no more.
  mutating func forget(_ objects: ObjectList) {
    if stores.isEmpty { return }
    objects.visit { stores[ObjectIdentifier($0)] = nil }
  }

  /// One for each object, nil where none was chosen; empty if none was chosen at all.
  func stores(for objects: ObjectList) -> [NSPersistentStore?] {
    stores.isEmpty ? [] : objects.map { stores[ObjectIdentifier($0)] }
  }
}

/// The entities of the classes whose objects a context has made.
struct EntitiesOfClasses {
  private var known: [ObjectIdentifier: NSEntityDescription] = [:]
  /// That of the class asked for last: new objects often come in rows of one kind.
  private var recent: (type: NSManagedObject.Type, entity: NSEntityDescription)?

  /// nil if the model has no entity for the class.
  mutating func entity(
    of type: NSManagedObject.Type, in model: @autoclosure () -> NSManagedObjectModel?
  ) -> NSEntityDescription? {
    if let recent, recent.type == type { return recent.entity }
    let found =
      known[ObjectIdentifier(type)] ?? model().flatMap { ClassLookup.entity(of: type, in: $0) }
    guard let found else { return nil }
    known[ObjectIdentifier(type)] = found
    recent = (type, found)
    return found
  }
}

extension NSManagedObjectContext {
  /// The entity of a class in this context's model.
  final func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    guard
      let entity = entities.entity(of: type, in: persistentStoreCoordinator?.managedObjectModel)
    else {
      misuse(
        "\(label) finds no entity for the class \(type). Give it a coordinator (or parent) whose "
          + "model has an entity with that class before you make objects.")
    }
    return entity
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
