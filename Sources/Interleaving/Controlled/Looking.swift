/// Loops that only look: a spin-wait, a retry.
///
/// A thread that reads a cell again and again on one line, and changes nothing meanwhile, could go
/// round for ever before anybody else comes. So after some looks it is parked until one of the cells
/// that it looked at has been changed, or until nobody else can go on.
///
///     spinner                  other
///     reads flag: false
///     reads flag: false        (so often that a retry can give up)
///     (parked)                 writes flag
///     reads flag: true
struct Look {
  let place: SourcePlace
  let object: Int
  /// How often the object had been changed when it was read.
  var seen: Int
  var count: Int
}

extension RunModel {
  /// Called where `thread` stands before an operation; an exchange that fails has only looked.
  func parkIfLookingOnly(_ thread: VirtualThread) {
    let operation = thread.pending
    guard operation.kind == .read || operation.kind == .exchange, let limit = looks,
      !thread.looks.isEmpty, isCell(operation.object),
      let look = thread.looks.first(where: {
        $0.object == operation.object && $0.place == operation.place
      }), look.count >= limit, !thread.looks.contains(where: hasChanged)
    else { return }
    thread.isParked = true
    parked.insert(thread.id)
    record.unrolls = true
  }

  /// What `thread` reads now, and how often it has. What it changes is the end of only looking.
  func noteLook(_ operation: Operation, by thread: VirtualThread) {
    guard operation.kind == .read else {
      return thread.looks.removeAll()
    }
    guard isCell(operation.object) else { return }
    let changes = object(operation.object, as: ResourceModel.self).changes
    let known = thread.looks.firstIndex {
      $0.object == operation.object && $0.place == operation.place
    }
    guard let known else {
      thread.looks.append(
        Look(place: operation.place, object: operation.object, seen: changes, count: 1))
      return
    }
    var look = thread.looks[known]
    look.count = look.seen == changes ? look.count + 1 : 1
    look.seen = changes
    thread.looks[known] = look
  }

  /// Lets those go on who looked for a change of this object. Their looking comes after it.
  func noteChange(of resource: ResourceModel, _ row: ClockTable.Row) {
    resource.changes += 1
    for id in parked where threads[id].looks.contains(where: { $0.object == resource.id }) {
      unpark(threads[id], after: row)
    }
  }

  /// Nobody else can go on, so nothing will change; a retry may give up.
  func unparkAll() {
    for id in parked {
      for other in threads where other.id != id { clocks.joinOrder(threads[id].row, other.row) }
      unpark(threads[id], after: nil)
    }
  }

  private func unpark(_ thread: VirtualThread, after row: ClockTable.Row?) {
    if let row { clocks.joinOrder(thread.row, row) }
    thread.isParked = false
    parked.remove(thread.id)
  }

  private func hasChanged(_ look: Look) -> Bool {
    object(look.object, as: ResourceModel.self).changes != look.seen
  }

  private func isCell(_ id: Int) -> Bool {
    object(id, as: ResourceModel.self).isCell
  }
}
