/// Finding the steps that could have come in another order, for a step that is part of a job.
extension DepthFirst {
  /// It depends on what works on the same object and on every step that is part of a job. The
  /// last of those has all the others before it, so it is the only one to look at.
  func findRaces(amongTasksOf thread: VirtualThread, in model: RunModel) {
    let operation = thread.pending
    let signature = Signature(operation)
    let clocks = model.clocks
    let known = clocks.copy(thread.row)
    var candidates = Array(model.history(of: operation.object))
    if let last = model.lastTouch, !candidates.contains(last) {
      candidates.append(last)
      candidates.sort(by: >)
    }
    for index in candidates {
      let step = model.steps[index]
      guard signature.dependsOn(step.signature) else { continue }
      let other = Int(step.thread)
      if other != thread.id, clocks.order(known, other) < clocks.order(step.row, other) {
        backtrack(to: index, before: thread, knowing: known, in: model)
      }
      clocks.joinOrder(known, step.row)
    }
  }
}
