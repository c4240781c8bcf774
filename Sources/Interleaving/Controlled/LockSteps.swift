// What a step does to a lock. Whether a thread that stands before one may go on is said by
// `WhoCouldGo.swift`: every thread that stands there may, once its owner has given it back.

extension RunModel {
  func acquire(_ lock: LockModel, by thread: VirtualThread, at place: SourcePlace) {
    if let released = lock.released { clocks.join(thread.row, released) }
    lock.owner = thread.id
    lock.tries = nil
    recordOrder(of: thread, acquiring: lock)
    thread.holdings.append(VirtualThread.Holding(object: lock.id, place: place))
  }

  func letGo(
    _ lock: LockModel, by thread: VirtualThread, at place: SourcePlace
  ) -> ClockTable.Row? {
    guard lock.owner == thread.id else {
      record.failures.append(
        .misuse("\(thread.name) unlocks \(lock.name), which it does not hold", place))
      return nil
    }
    lock.owner = nil
    thread.release(lock.id)
    if let tries = lock.tries { clocks.joinOrder(thread.row, tries) }
    let row = snapshot(thread)
    lock.released = row
    return row
  }

  func tryToAcquire(
    _ lock: LockModel, by thread: VirtualThread, _ operation: Operation
  ) -> OperationKind {
    thread.didSucceed = lock.owner == nil
    if thread.didSucceed {
      acquire(lock, by: thread, at: operation.place)
      return .lock
    }
    if let taken = lock.taken { clocks.joinOrder(thread.row, taken) }
    return .foundLocked
  }
}
