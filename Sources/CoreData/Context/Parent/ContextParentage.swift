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

  private func adoptBehaviour(_ behaviour: CoreDataBehaviour) {
    self.behaviour = behaviour
    followParent()
    if behaviour.nestedTemporaryIDs == .classic { return }
    registry.savedIDs = persistentStoreCoordinator?.temporaryIDs
    if behaviour.nestedTemporaryIDs == .fixedUp { registry.followedIDs = registry.savedIDs }
  }

  /// How reports call the context.
  final var label: String { name ?? "the context of \(checker.origin)" }

  /// Checks that the caller may use the context.
  @inline(__always)
  final func assertOwned(_ message: @autoclosure () -> String) {
    if CurrentContext.isInside(registry) { return }
    checker.check(.context(message: message()))
  }
}
