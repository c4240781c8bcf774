internal import Foundation

// Every change goes through `prepareToWrite` before and `didWrite` after. The first change in an
// event keeps the state before it; the first since the last save makes the object dirty.

extension NSManagedObject {
  /// Does what the first change needs. Afterwards `storage.values` may be written.
  final func prepareToWrite(_ key: @autoclosure () -> String) {
    if !flags.contains(.realised) { fire(for: key()) }
    let tracked = noteChange()
    let storage = storage
    if storage.values == nil { storage.values = row?.copiedValues ?? currentValues }
    if tracked { flags.insert(.writable) }
  }

  /// Notes that the object is being changed; says whether its context keeps track of that.
  @discardableResult
  final func noteChange() -> Bool {
    guard let registry else { return true }
    registry.changeCount &+= 1
    if registry.trackingPauses > 0 { return false }
    if flags.contains(.touched) && !flags.isDisjoint(with: [.dirty, .inaccessible]) { return true }
    guard let context = registry.context else { return false }
    keepStateBeforeEvent(in: context)
    if flags.isDisjoint(with: [.dirty, .inaccessible]) {
      context.pending.update(self)
    }
    return true
  }

  /// Keeps what the object is like now, unless the current event has changed it already.
  final func keepStateBeforeEvent(in context: NSManagedObjectContext) {
    if flags.contains(.touched) { return }
    if flags.isDisjoint(with: .dirty), row != nil, context.undoManager == nil {
      // Its snapshot will tell.
      flags.insert(.wasClean)
    } else {
      storage.beforeEvent = state
    }
    context.pending.touch(self)
    context.events.noteChange(in: context)
  }

  /// What the object was like before the current event changed it; nil if it did not.
  final var stateBeforeEvent: ObjectState? {
    guard flags.contains(.wasClean), let row else { return own?.beforeEvent }
    return ObjectState(
      flags: .realised, row: row, values: row.values, destinations: ToOneDestinations(),
      toMany: own?.toMany.map { ToManyState(base: $0.base) } ?? [])
  }

  /// Values, relationships and flags as they are, to go back to or to compare with.
  final var state: ObjectState {
    ObjectState(
      flags: flags, row: row, values: flags.contains(.realised) ? currentValues : [],
      destinations: own?.destinations ?? ToOneDestinations(), toMany: own?.toMany ?? [])
  }

  /// The slots whose values differ from the snapshot; all of them in a new object.
  final var changedSlots: SlotSet {
    guard let values = own?.values else { return [] }
    guard let row else { return SlotSet(values.indices) }
    return row.slots(differingFrom: values)
  }

  /// The next change will be the first of an event.
  final func endEvent() {
    flags.subtract(.inEvent)
    own?.beforeEvent = nil
  }

  final func beginChange(of key: String) {
    checkConfinement(key)
    prepareToWrite(key)
  }

  final func endChange(of key: String) {
    registry?.changeCount &+= 1
    if flags.contains(.observed) { tellObservers(of: key) }
  }
}

// MARK: What differs from the snapshot

extension NSManagedObject {
  /// The properties that differ from the last fetch or save, with their values now. What was only
  /// written past the change tracking, by primitive accessors, is no change.
  final func changedValuesNow() -> [String: Any] {
    guard !isFault, hasChanges else { return [:] }
    let plan = idScope.plan
    var changed: [String: Any] = [:]
    for slot in changedSlots where !plan.layout.slots[slot].isTransient {
      let differs = row != nil || current(slot) != plan.defaults[slot]
      if differs { tell(slot, in: &changed) { object(in: $0) } }
    }
    for (index, state) in (own?.toMany ?? []).enumerated() where state.isChanged {
      changed[plan.toMany[index].name] = members(index, as: Any.self)
    }
    return changed
  }

  /// Notes the value of a slot under the name that programs know: of a part of a composite
  /// attribute, the whole.
  private final func tell(
    _ slot: Int, in changed: inout [String: Any], _ value: (Int) -> Any?
  ) {
    let layout = idScope.layout
    if let name = layout.compositeName(of: slot), let composite = layout.composite(name) {
      changed[name] = composite.dictionary(value) ?? NSNull()
    } else {
      changed[layout.slots[slot].name] = value(slot) ?? NSNull()
    }
  }

  /// The values of the snapshot: as last fetched or saved. Nothing for a new object.
  final func committedValuesNow(forKeys keys: [String]?) -> [String: Any] {
    fireIfNeeded(for: nil)
    guard let row else { return [:] }
    let layout = idScope.layout
    var committed: [String: Any] = [:]
    for key in keys ?? layout.slots.map(\.name) + layout.toMany.map(\.name) {
      switch layout.place(of: key) {
      case .value(let slot): committed[key] = object(for: row[slot], in: slot) ?? NSNull()
      case .toMany(let index):
        _ = memberList(index)
        committed[key] = Set(withToMany(index) { $0.base?.array ?? [] })
      case nil:
        guard let composite = layout.composite(key) else { misuse(unknownKey(key)) }
        committed[key] = composite.dictionary { object(for: row[$0], in: $0) } ?? NSNull()
      }
    }
    return committed
  }

  /// The properties that changed since the last pending changes were processed, with their
  /// values before that.
  final func changedValuesForCurrentEventNow() -> [String: Any] {
    guard let before = stateBeforeEvent, !before.values.isEmpty else { return [:] }
    let layout = idScope.layout
    var changed: [String: Any] = [:]
    for (slot, value) in before.values.enumerated() where value != current(slot) {
      tell(slot, in: &changed) { object(for: before.values[$0], in: $0) }
    }
    for (index, state) in before.toMany.enumerated() where state.base != nil {
      let now = own?.toMany[index].members ?? []
      if state.members != now { changed[layout.toMany[index].name] = Set(state.members) }
    }
    return changed
  }
}
