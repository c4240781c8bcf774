internal import Interleaving

extension NSManagedObjectContext {
  final func setParent(_ parent: NSManagedObjectContext?) {
    guard let parent else {
      parentStore = nil
      return
    }
    if parentStore?.isRoot == true {
      misuse("\(label) already has a coordinator; it cannot be given a parent context as well.")
    }
    if parent.concurrencyType.isConfined {
      misuse(
        "Parent NSManagedObjectContext must use either NSPrivateQueueConcurrencyType or "
          + "NSMainQueueConcurrencyType.")
    }
    if !pending.isDirty, registry.objects.isEmpty {
      parentStore = ContextParent(parent)
      adoptBehaviour(parent.behaviour)
    } else {
      misuse("\(label) already has objects; set its parent before it is used.")
    }
  }

  final func setCoordinator(_ coordinator: NSPersistentStoreCoordinator?) {
    guard let coordinator else {
      parentStore = nil
      return
    }
    if coordinator === persistentStoreCoordinator { return }
    if parent != nil {
      misuse("\(label) has a parent context; a child gets its coordinator from its ancestors.")
    }
    if parentStore != nil {
      misuse("Can't replace the coordinator of \(label). Make a new context instead.")
    }
    parentStore = CoordinatorParent(coordinator)
    adoptBehaviour(coordinator.behaviour)
  }

  final func adoptBehaviour(_ behaviour: CoreDataBehaviour) {
    self.behaviour = behaviour
    followParent()
    identities.adopt(behaviour, of: persistentStoreCoordinator)
  }

  /// Its parent store, without which it can neither read nor save.
  final func requireParentStore() throws -> any ParentStore {
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    return parentStore
  }

  /// How reports call the context.
  final var label: String { name ?? checker.nameOfOrigin }

  /// Checks that the caller may use the context.
  @inline(__always)
  final func assertOwned(_ message: @autoclosure () -> String) {
    if CurrentContext.isInside(registry) { return }
    checker.check(.context(message: message()))
  }
}
