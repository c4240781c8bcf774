/// Data races: two accesses, one of them a write, that nothing in the program orders.
///
/// Threads of a controlled run never really overlap, so ThreadSanitizer sees none of these. The
/// sync half of the clocks leaves the hand-over of the scheduler out.
extension RunModel {
  /// Two racing accesses, by numbers; `RaceTable` has the words.
  struct Race: Equatable {
    struct Access: Equatable {
      let thread: Int
      let kind: AccessKind
      let place: SourcePlace
    }

    let resource: Int
    let first: Access
    let second: Access
  }

  func noteRead(of resource: ResourceModel, by thread: VirtualThread, _ operation: Operation) {
    if let writer = resource.writer { check(writer, .write, thread, .read, operation, resource) }
    let access = self.access(by: thread, operation)
    if let known = resource.readers.firstIndex(where: { $0.thread == thread.id }) {
      resource.readers[known] = access
    } else {
      resource.readers.append(access)
    }
  }

  func noteWrite(of resource: ResourceModel, by thread: VirtualThread, _ operation: Operation) {
    if let writer = resource.writer { check(writer, .write, thread, .write, operation, resource) }
    for reader in resource.readers { check(reader, .read, thread, .write, operation, resource) }
    resource.readers.removeAll()
    resource.writer = access(by: thread, operation)
  }

  private func access(by thread: VirtualThread, _ operation: Operation) -> ResourceModel.Access {
    ResourceModel.Access(
      thread: thread.id, epoch: clocks.sync(thread.row, thread.id), place: operation.place)
  }

  private func check(
    _ earlier: ResourceModel.Access, _ earlierKind: AccessKind, _ thread: VirtualThread,
    _ kind: AccessKind, _ operation: Operation, _ resource: ResourceModel
  ) {
    guard earlier.thread != thread.id,
      clocks.sync(thread.row, earlier.thread) < earlier.epoch
    else { return }
    let race = Race(
      resource: resource.id,
      first: Race.Access(thread: earlier.thread, kind: earlierKind, place: earlier.place),
      second: Race.Access(thread: thread.id, kind: kind, place: operation.place))
    if !races.contains(race) { races.append(race) }
  }
}
