/// Undoing what one event did, and doing it again, which is the same with the states swapped.
extension NSManagedObjectContext {
  /// First everything that was deleted is there again, and then all get to know each other.
  final func takeBack(_ steps: [UndoStep]) {
    var returned = ObjectList()
    for step in steps.reversed() where step.undeletes && bringBack(step.object) {
      returned.append(step.object)
    }
    for step in steps.reversed() {
      if returned.contains(step.object) {
        step.object.restoreWhole(step)
        relink(step.object)
        step.object.awake(fromSnapshotEvents: .undoDeletion)
      } else {
        takeBack(step)
      }
      forgetChangesIfNone(of: step.object)
    }
    for step in steps where step.undeletes { regainTies(of: step.object, in: steps) }
  }

  private func takeBack(_ step: UndoStep) {
    let object = step.object
    // What others deleted meanwhile stays deleted.
    guard object.registry === registry, !object.flags.contains(.inaccessible) else { return }
    if step.undeletes {
      object.restore(step)
      object.awake(fromSnapshotEvents: .undoDeletion)
    } else if object.flags.contains(.deleted) {
      // An earlier event deleted it. When that is taken back, too, it is to be as it was then.
      if step.before != nil { object.restore(step) }
    } else if step.existedBefore {
      object.noteChange()
      object.restore(step)
      object.awake(fromSnapshotEvents: .undoUpdate)
    } else {
      object.noteChange()
      object.restore(step)
      remove(object)
      object.awake(fromSnapshotEvents: .undoInsertion)
    }
  }

  /// Deletes without following delete rules: the other objects have steps of their own.
  private func remove(_ object: NSManagedObject) {
    delete(object)
    pending.skipPropagation(from: object)
  }

  /// Takes a deletion back. If it was saved, the object is inserted under the ID that it had, so
  /// that whatever still refers to it means it again; says whether that was so.
  private func bringBack(_ object: NSManagedObject) -> Bool {
    if object.registry === registry {
      insert(object)
      return false
    }
    // Another object's deletion took it.
    if object.registry != nil || object.flags.contains(.inaccessible) { return false }
    giveWay(to: object)
    object.flags.subtract([.deleted, .propagated, .announced, .updated])
    object.flags.insert(.realised)
    object.storage.values = object.row?.values ?? object.currentValues
    object.row = nil
    object.join(registry)
    registry.add(object)
    markInserted(object)
    return true
  }

  /// A fault that was made for the missing row, by whatever still refers to it, is no longer
  /// needed.
  private func giveWay(to object: NSManagedObject) {
    guard let impostor = registry.object(for: object.identity) else { return }
    for other in registeredInOrder { other.forget(impostor) }
    pending.forget(impostor)
    impostor.leaveContext()
  }

  /// Owners that never lost the object list it where it was, and that has to be written again.
  private func relink(_ object: NSManagedObject) {
    for relationship in object.idScope.plan.relationships {
      guard case .toMany(let index)? = relationship.inverse else { continue }
      for owner in object.knownDestinations(of: relationship) {
        guard owner.registry === registry, owner.isOrdered(index), !owner.isDeleted else {
          continue
        }
        owner.keepOrder(index)
      }
    }
  }

  /// An object that is again as it was saved has nothing to save.
  private func forgetChangesIfNone(of object: NSManagedObject) {
    guard object.flags.contains(.updated), object.changedSlots.isEmpty,
      !(object.own?.toMany.contains(where: \.isChanged) ?? false)
    else { return }
    pending.takeBackUpdate(of: object)
  }
}
