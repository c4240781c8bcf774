/// Partial-order sampling (Yuan, Yang and Gu): every step that can be made has a random priority, and
/// the highest is made. Of those that it is in conflict with, each draws anew, so that which of two
/// conflicting steps comes first is about as likely either way, however long the threads are.
final class PartialOrderWalk: Resumable {
  private var random: SplitMix
  /// By thread, for the step that it stands before.
  private var priorities: [UInt64] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  var state: SplitMix {
    get { random }
    set { random = newValue }
  }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    if model.steps.isEmpty { priorities.removeAll(keepingCapacity: true) }
    while priorities.count < model.threads.count { priorities.append(random.next()) }
    let chosen = enabled.max { priorities[$0] < priorities[$1] }!
    let step = Signature(model.threads[chosen].pending)
    for other in model.standing where other != chosen {
      guard Signature(model.threads[other].pending).dependsOn(step) else { continue }
      priorities[other] = random.next()
    }
    priorities[chosen] = random.next()
    return chosen
  }
}

/// Brings a circle of locks about, if it can be: each of its threads goes on until it has what it
/// holds and stands before what it wants.
///
///     T1                  T2                  T3
///     takes A
///     (stands before B)   takes B
///                         (stands before C)   takes C
///                                             (stands before A)
final class CircleWalk: Strategy {
  private let circle: [RunRecord.LockOrder]

  init(_ circle: [RunRecord.LockOrder]) { self.circle = circle }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    func isMember(_ thread: Int) -> Bool { circle.contains { $0.thread == thread } }
    let free = enabled.filter { !isPoised(model.threads[$0]) }
    if free.contains(model.current), isMember(model.current) { return model.current }
    return free.first(where: isMember) ?? free.first ?? enabled.first
  }

  private func isPoised(_ thread: VirtualThread) -> Bool {
    circle.contains { order in
      order.thread == thread.id && thread.pending.object == order.taken
        && (thread.pending.kind == .lock || thread.pending.kind == .enqueue)
        && thread.holdings.contains { $0.object == order.held }
    }
  }
}
