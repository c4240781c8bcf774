internal import Foundation

// Reading relationships, and changing one side together with the other (fact M1). The functions
// called `raw...` change one side only; everything else keeps both in step.

extension NSManagedObject {
  // MARK: Reading

  /// The destination of a to-one relationship.
  final func destination(_ slot: Int) -> NSManagedObject? {
    if let known = own?.destinations[slot] { return known }
    guard let registry else { return nil }
    // Looked up without an ID.
    if own?.values == nil, let place = row?.packed?.destination(slot),
      let found = registry.object(at: place.key, in: place.space)
    {
      storage.destinations.set(found, at: slot)
      return found
    }
    guard case .reference(let id) = current(slot) else { return nil }
    // Nearly always it is registered. The context, held weakly, is asked for only if it is not.
    guard let found = registry.object(for: id) ?? registry.context?.object(forReference: id) else {
      return nil
    }
    storage.destinations.set(found, at: slot)
    return found
  }

  /// The members of a to-many relationship, fetched if they are still a fault.
  final func memberList(_ index: Int) -> [NSManagedObject] {
    let state = withToMany(index) { $0 }
    if state.base == nil, let context = registry?.context {
      let relationship = idScope.plan.toMany[index].description
      let loaded = context.members(of: relationship, owner: self)
      withToMany(index) { $0.load(loaded) }
    }
    return withToMany(index) { $0.members }
  }

  /// The members as a set, kept for the next reader.
  final func memberSet(_ index: Int) -> Set<NSManagedObject> {
    if let memberSet = withToMany(index, { $0.memberSet }) { return memberSet }
    let memberSet = Set(memberList(index))
    withToMany(index) { $0.memberSet = memberSet }
    return memberSet
  }

  /// The members in the shape that the relationship is declared with.
  final func members(_ index: Int, as _: Any.Type) -> Any {
    let members = memberList(index)
    return idScope.plan.toMany[index].isOrdered
      ? NSOrderedSet(array: members) : memberSet(index)
  }

  // MARK: Changing both sides

  final func setDestination(_ slot: Int, to new: NSManagedObject?) {
    guard let plan = idScope.withPlan({ $0.toOne[slot] }) else { return }
    if let new, !isOfSameContext(new, plan) { return }
    if !flags.contains(.writable) { prepareToWrite(plan.name) }
    let old = destination(slot)
    rawSetDestination(slot, to: new)
    guard let inverse = plan.inverse, old !== new else { return }
    old?.rawRemove(self, from: inverse)
    new?.rawAdd(self, to: inverse, leaving: plan.place)
  }

  final func addMember(_ new: NSManagedObject, to index: Int) {
    let plan = idScope.plan.toMany[index]
    guard isOfSameContext(new, plan) else { return }
    rawAdd(new, to: plan.place, leaving: plan.place)
    if let inverse = plan.inverse { new.rawAdd(self, to: inverse, leaving: plan.place) }
  }

  final func removeMember(_ old: NSManagedObject, from index: Int) {
    let plan = idScope.plan.toMany[index]
    rawRemove(old, from: plan.place)
    if let inverse = plan.inverse { old.rawRemove(self, from: inverse) }
  }

  final func setMembers(_ index: Int, to new: [NSManagedObject]) {
    let plan = idScope.plan.toMany[index]
    let old = ObjectList(memberList(index))
    let wanted = ObjectList(new)
    for object in old where !wanted.contains(object) { removeMember(object, from: index) }
    for object in wanted where !old.contains(object) { addMember(object, to: index) }
    if plan.isOrdered, memberList(index) != wanted.array {
      noteMembershipChange(index)
      withToMany(index) {
        $0.order = wanted.array
        $0.memberSet = nil
      }
      if flags.contains(.observed) { tellObservers(of: plan.name) }
    }
  }

  // MARK: Changing one side

  final func rawSetDestination(_ slot: Int, to new: NSManagedObject?) {
    if !flags.contains(.writable) { prepareToWrite(idScope.layout.slots[slot].name) }
    registry?.changeCount &+= 1
    let storage = storage
    if let new {
      storage.values?[slot] = .reference(new.identity)
      storage.destinations.set(new, at: slot)
    } else {
      storage.values?[slot] = .null
      storage.destinations[slot] = nil
    }
    if flags.contains(.observed) { tellObservers(of: idScope.layout.slots[slot].name) }
  }

  /// Adds `object` at `place`. If a to-one reference already points elsewhere, the object it
  /// points to loses this one from `origin`, the other end of the same relationship.
  final func rawAdd(
    _ object: NSManagedObject, to place: EntityLayout.Place, leaving origin: EntityLayout.Place
  ) {
    if flags.contains(.inaccessible) { return }
    switch place {
    case .value(let slot):
      prepareToWrite(idScope.layout.slots[slot].name)
      let former = destination(slot)
      if former !== object { former?.rawRemove(self, from: origin) }
      rawSetDestination(slot, to: object)
    case .toMany(let index):
      noteMembershipChange(index)
      withToMany(index) { $0.add(object, isOrdered: isOrdered(index)) }
      if flags.contains(.observed) { tellObservers(of: idScope.layout.toMany[index].name) }
    }
  }

  final func rawRemove(_ object: NSManagedObject, from place: EntityLayout.Place) {
    if flags.contains(.inaccessible) { return }
    switch place {
    case .value(let slot):
      prepareToWrite(idScope.layout.slots[slot].name)
      if destination(slot) === object { rawSetDestination(slot, to: nil) }
    case .toMany(let index):
      noteMembershipChange(index)
      withToMany(index) { $0.remove(object, isOrdered: isOrdered(index)) }
      if flags.contains(.observed) { tellObservers(of: idScope.layout.toMany[index].name) }
    }
  }

  /// A changed membership makes the object dirty: its version will rise with the next save.
  private final func noteMembershipChange(_ index: Int) {
    if !flags.contains(.realised) { fire(for: idScope.layout.toMany[index].name) }
    // An ordered relationship is edited as a whole and must be known as a whole.
    if isOrdered(index) && !flags.contains(.inaccessible) { _ = memberList(index) }
    noteChange()
  }

  final func isOrdered(_ index: Int) -> Bool {
    idScope.layout.ordered.contains(index)
  }

  /// False in a controlled run that goes on and fails, so that the explorer can report the order that
  /// led here. A program that is asked for its lines stops here, as every other one does.
  private final func isOfSameContext(_ other: NSManagedObject, _ plan: RelationshipPlan) -> Bool {
    if other.registry === registry { return true }
    if other.flags.contains(.inaccessible) { return true }
    let explanation =
      "Illegal attempt to establish a relationship '\(plan.name)' between objects in different "
      + "contexts: \(identity.shortName) and \(other.identity.shortName). Look the other one up "
      + "by its objectID in this context first."
    guard let context = managedObjectContext, !CallsToViolations.areAsked else {
      misuse(explanation)
    }
    context.raise(explanation)
    return false
  }
}
