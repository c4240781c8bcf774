// What threads may rely on where an atomic is used with a weaker ordering than the strongest.
//
//     A                         B
//     fence, releasing          load, relaxed     remembers what it might rely on
//     store, relaxed            fence, acquiring  relies on it from here on
//     gives what A had done
//     by its fence

extension ControlledCore {
  /// A value is put in that brings only what the thread had done by its last fence.
  func giveRelaxed(_ resource: Resource) {
    guard let (thread, object) = user(of: resource), let fenced = thread.released else { return }
    give(model.clocks.copy(fenced), by: object)
  }

  /// A value is looked at; with a fence to come, the thread relies on what was before it.
  func takeRelaxed(_ resource: Resource) {
    guard let (thread, object) = user(of: resource), let given = object.given else { return }
    if let seen = thread.seen {
      model.clocks.joinSync(seen, given)
    } else {
      thread.seen = model.clocks.copy(given)
    }
  }

  func fence(acquires: Bool, releases: Bool) {
    guard isGoingOn, let thread = insider else { return }
    if acquires, let seen = thread.seen { model.clocks.joinSync(thread.row, seen) }
    if releases { thread.released = model.snapshot(thread) }
  }
}
