/// Finding the steps that could have come in another order.
extension DepthFirst {
  /// Looks at the step that `thread` is about to make, before it joins any clock: earlier
  /// dependent steps that its clock does not know could have come after it.
  func findRaces(of thread: VirtualThread, in model: RunModel) {
    let operation = thread.pending
    let signature = Signature(operation)
    let clocks = model.clocks
    let known = clocks.copy(thread.row)
    if operation.touchesTasks { return findRaces(amongTasksOf: thread, in: model) }
    for index in model.history(of: operation.object) {
      let step = model.steps[index]
      guard signature.dependsOn(step.signature) else { continue }
      let other = Int(step.thread)
      if other != thread.id,
        clocks.order(known, other) < clocks.order(step.row, other)
      {
        backtrack(to: index, before: thread, knowing: known, in: model)
      }
      if step.signature.ordersAllBefore { break }
      clocks.joinOrder(known, step.row)
    }
  }

  /// The threads stuck at the end wait before steps that could have come earlier.
  func runEnded(_ model: RunModel) {
    guard reduction == .partialOrder else { return }
    for id in model.standing { findRaces(of: model.threads[id], in: model) }
  }

  /// Makes sure that something is tried at step `index` that leads to `thread` going first.
  ///
  /// `known` is the clock of its operation, with the dependent steps after `index` joined.
  func backtrack(
    to index: Int, before thread: VirtualThread, knowing known: ClockTable.Row, in model: RunModel
  ) {
    let clocks = model.clocks
    let raced = model.steps[index]
    let racedThread = Int(raced.thread)
    let racedTime = clocks.order(raced.row, racedThread)
    var first: [(thread: Int, time: Int16)] = []
    var initials = ThreadSet()

    func isInitial(_ row: ClockTable.Row) -> Bool {
      first.allSatisfy { clocks.order(row, $0.thread) < $0.time }
    }

    for later in model.steps[(index + 1)...]
    where clocks.order(later.row, racedThread) < racedTime {
      let other = Int(later.thread)
      guard !first.contains(where: { $0.thread == other }) else { continue }
      if isInitial(later.row) { initials.insert(other) }
      first.append((other, clocks.order(later.row, other)))
    }
    if !first.contains(where: { $0.thread == thread.id }), isInitial(known) {
      initials.insert(thread.id)
    }
    demand(initials, preferring: thread.id, at: index)
  }
}

extension RunModel {
  /// The steps that worked on an object, the last first.
  func history(of object: Int) -> History {
    History(steps: steps, index: objects[object].lastStep)
  }

  struct History: Sequence, IteratorProtocol {
    fileprivate let steps: GrowingList<Step>
    fileprivate var index: Int?

    mutating func next() -> Int? {
      defer { index = index.flatMap { steps[$0].previous } }
      return index
    }
  }
}
