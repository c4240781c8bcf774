// Who holds what, and who relies on whom, where a lock is made of other things.

extension ControlledCore {
  /// The calling thread and what it uses, while the run goes on.
  func user(of resource: Resource) -> (VirtualThread, ResourceModel)? {
    guard isGoingOn, resource.id >= 0, let thread = insider else { return nil }
    return (thread, model.object(resource.id))
  }

  func hold(_ resource: Resource, at place: SourcePlace) {
    guard let (thread, object) = user(of: resource) else { return }
    object.holders.append(thread.id)
    model.recordOrder(of: thread, acquiring: object)
    thread.holdings.append(VirtualThread.Holding(object: object.id, place: place))
  }

  func letGo(_ resource: Resource) {
    guard let (thread, object) = user(of: resource),
      let index = object.holders.lastIndex(of: thread.id)
    else { return }
    object.holders.remove(at: index)
    thread.release(object.id)
  }

  func beginChange(of resource: Resource) {
    guard let (thread, object) = user(of: resource) else { return }
    object.changer = thread.id
  }

  /// What the thread did meanwhile comes before what others do with it.
  func endChange(of resource: Resource) {
    guard let (thread, object) = user(of: resource) else { return }
    object.changer = nil
    let isLast = object.lastStep == model.steps.count - 1
    if !isLast { object.lastWrite = model.clocks.copy(thread.row) }
  }

  func give(_ resource: Resource) {
    guard let (thread, object) = user(of: resource) else { return }
    give(model.snapshot(thread), by: object)
  }

  /// Who takes it relies on the moment of `row` too, which belongs to the object from now on.
  func give(_ row: ClockTable.Row, by object: ResourceModel) {
    if let given = object.given {
      model.clocks.joinSync(given, row)
    } else {
      object.given = row
    }
  }

  func moment() -> Int? { isGoingOn ? insider.map(model.snapshot) : nil }

  func come(after moment: Int?) {
    guard isGoingOn, let moment, let thread = insider else { return }
    model.clocks.join(thread.row, moment)
  }

  func take(_ resource: Resource) {
    guard let (thread, object) = user(of: resource), let given = object.given else { return }
    let before = model.clocks.time(thread.row)
    model.clocks.joinSync(thread.row, given)
    // It comes later and has not waited: a block of main is kept by waits only.
    if thread.id == 0 { model.mainBegan += model.clocks.time(thread.row) - before }
  }
}
