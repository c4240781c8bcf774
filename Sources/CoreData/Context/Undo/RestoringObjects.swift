// How one object goes back to the state it had before an event.

extension NSManagedObject {
  /// Takes the event's changes back, whatever was saved since: values are set, memberships are
  /// changed the other way round.
  final func restore(_ step: UndoStep) {
    if let before = step.before {
      if !flags.contains(.realised) { fire(for: nil) }
      restoreValues(before)
    }
    for index in step.after.toMany.indices { restore(index, step) }
  }

  private final func restoreValues(_ before: ObjectState) {
    // What was a fault then had the values of its row.
    if !before.values.isEmpty {
      storage.values = before.values
    } else if let row {
      storage.values = row.values
    }
    storage.destinations = before.destinations
    storage.renewReferences()
  }

  private final func restore(_ index: Int, _ step: UndoStep) {
    let before = step.before?.toMany
    let was = before.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ToManyState()
    let became = step.after.toMany[index]
    let isOrdered = isOrdered(index)
    withToMany(index) { state in
      for object in became.added where !was.added.contains(object) {
        state.remove(object, isOrdered: isOrdered)
      }
      for object in was.added where !became.added.contains(object) {
        state.add(object, isOrdered: isOrdered)
      }
      for object in became.removed where !was.removed.contains(object) {
        state.add(object, isOrdered: isOrdered)
      }
      for object in was.removed where !became.removed.contains(object) {
        state.remove(object, isOrdered: isOrdered)
      }
      // What became of it may have loaded what was a fault before.
      if isOrdered, let order = was.order ?? was.base?.array ?? became.base?.array {
        state.order = order
      }
    }
  }

  /// The same for an object whose row is gone: it is as it was, and all of that is to be written
  /// but what the rows of others still say.
  final func restoreWhole(_ step: UndoStep) {
    guard let before = step.before else { return }
    restoreValues(before)
    storage.destinations.forget { $0.object.registry !== registry }
    storage.toMany = idScope.plan.toMany.indices.map { index in
      var state = ToManyState(base: ObjectList(storedMembers(index)))
      var was = before.toMany.indices.contains(index) ? before.toMany[index] : ToManyState()
      // Following its delete rule may have loaded what was a fault before.
      if was.base == nil, step.after.toMany.indices.contains(index) {
        was.base = step.after.toMany[index].base
      }
      let wanted = was.base == nil && was.order == nil ? nil : ObjectList(was.members)
      for object in state.members where wanted?.contains(object) == false {
        state.remove(object, isOrdered: isOrdered(index))
      }
      for object in wanted ?? was.added where object.registry === registry {
        state.add(object, isOrdered: isOrdered(index))
      }
      if wanted == nil, step.after.toMany.indices.contains(index) {
        // The rows of others have what the event did to them.
        let became = step.after.toMany[index]
        for object in became.added where !was.added.contains(object) {
          state.remove(object, isOrdered: isOrdered(index))
        }
        for object in became.removed
        where object.registry === registry && !was.removed.contains(object) {
          state.add(object, isOrdered: isOrdered(index))
        }
      }
      if isOrdered(index), let wanted {
        state.order = wanted.filter { $0.registry === registry }
      }
      return state
    }
  }

  /// What the rows of others say about a relationship of this object, which has no row.
  private final func storedMembers(_ index: Int) -> [NSManagedObject] {
    guard let context = registry?.context else { return [] }
    let relationship = idScope.plan.toMany[index].description
    return context.storedMemberIDs(of: relationship, owner: self)
      .map { context.object(forReference: $0) }
  }

  /// Loads the relationships whose pairs go with the row of this object, but not by its delete
  /// rules: taking the deletion back is to bring them back.
  final func knowPairs() {
    if isFault { fire(for: nil) }
    if flags.contains(.inaccessible) { return }
    for relationship in idScope.plan.relationships {
      guard case .toMany(let index) = relationship.place else { continue }
      if case .value? = relationship.inverse { continue }
      _ = memberList(index)
    }
  }

  /// Lets an ordered relationship be written as it is.
  final func keepOrder(_ index: Int) {
    let members = memberList(index)
    noteChange()
    withToMany(index) { $0.order = members }
  }

  /// Forgets what was known of another object, which is fetched again when it is needed.
  final func forget(_ other: NSManagedObject) {
    own?.destinations.forget { $0.object === other }
    for index in own?.toMany.indices ?? 0..<0 where own?.toMany[index].base?.contains(other) == true
    {
      own?.toMany[index].reopen()
    }
  }
}
