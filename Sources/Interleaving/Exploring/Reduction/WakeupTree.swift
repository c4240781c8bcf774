/// The beginnings of schedules that are still to be run from one point of another schedule, as a
/// tree: beginnings with the same first steps share them.
///
/// No schedule can have two of them, however its independent steps may swap places. So nothing
/// that is run for one of them has been run before, and no run is in vain (Abdulla, Aronis, Jonsson
/// and Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction").
final class WakeupTree: Codable {
  struct Branch {
    let step: Beginning.Step
    /// What is to follow; nil if anything may.
    let after: WakeupTree?
  }

  private(set) var branches: [Branch] = []

  init() {}

  private init(_ branch: Branch) { branches = [branch] }

  /// Adds a beginning, unless a schedule that is to be run anyway can be brought to begin like it.
  func insert(_ beginning: Beginning) {
    for branch in branches where beginning.canFollow(branch.step) {
      guard let after = branch.after else { return }
      let rest = beginning.without(branch.step.thread)
      if !rest.events.isEmpty { after.insert(rest) }
      return
    }
    branches.append(Self.branch(beginning.events[...]))
  }

  private static func branch(_ events: ArraySlice<Beginning.Event>) -> Branch {
    let rest = events.dropFirst()
    return Branch(
      step: events.first!.step, after: rest.isEmpty ? nil : WakeupTree(branch(rest)))
  }

  /// Its only beginning; nil if there are several.
  var onlyBeginning: [Beginning.Step]? {
    var steps: [Beginning.Step] = []
    var tree: WakeupTree? = self
    while let next = tree {
      guard next.branches.count == 1 else { return nil }
      steps.append(next.branches[0].step)
      tree = next.branches[0].after
    }
    return steps
  }

  /// A step of the tree as it is written down: all of them in a row, each before those that follow it,
  /// because a tree can be as deep as a schedule is long.
  private struct Entry: Codable {
    let step: Beginning.Step
    let depth: Int
    /// Whether something is said of what is to follow.
    let leadsOn: Bool
  }

  func encode(to encoder: any Encoder) throws {
    var entries: [Entry] = []
    var open = branches.reversed().map { (branch: $0, depth: 0) }
    while let (branch, depth) = open.popLast() {
      entries.append(Entry(step: branch.step, depth: depth, leadsOn: branch.after != nil))
      open += (branch.after?.branches ?? []).reversed().map { ($0, depth + 1) }
    }
    try entries.encode(to: encoder)
  }

  convenience init(from decoder: any Decoder) throws {
    self.init()
    /// The last tree of each depth.
    var trees = [self]
    for entry in try [Entry](from: decoder) {
      let after = entry.leadsOn ? WakeupTree() : nil
      trees[entry.depth].branches.append(Branch(step: entry.step, after: after))
      trees.removeSubrange((entry.depth + 1)...)
      if let after { trees.append(after) }
    }
  }

  /// Takes the oldest branch off.
  func takeFirst() -> Branch? { branches.isEmpty ? nil : branches.removeFirst() }
}

/// Steps with which a schedule can go on from some point.
struct Beginning {
  struct Step: Codable {
    let thread: KnownThread
    let signature: Signature
    /// What it works on, whatever its number in another run.
    let object: Origin

    func mayDepend(on other: Step) -> Bool {
      signature.touchesTasks && other.signature.touchesTasks
        || object.canBeThat(of: other.object) && signature.conflicts(with: other.signature)
    }
  }

  struct Event {
    let step: Step
    /// The number of its thread in the run it is from, how many steps that has made with it, and
    /// its clock there.
    let column: Int
    let time: Int32
    let row: ClockTable.Row
  }

  private(set) var events: [Event] = []
  private let clocks: ClockTable

  /// With room for so many steps.
  init(room: Int, _ clocks: ClockTable) {
    self.clocks = clocks
    events.reserveCapacity(room)
  }

  mutating func append(_ step: Step, of thread: Int, knowing row: ClockTable.Row) {
    events.append(
      Event(step: step, column: thread, time: clocks.order(row, thread), row: row))
  }

  /// Whether some schedule that begins with `step` and then goes on like this is the same, but for
  /// the order of independent steps, as one that begins like this: `step` is one of these steps and
  /// none of the others has to come before it, or it has nothing to do with any of them.
  func canFollow(_ step: Step) -> Bool {
    guard let own = index(of: step.thread) else {
      return !events.contains {
        $0.step.thread.mayBe(step.thread) || $0.step.mayDepend(on: step)
      }
    }
    let row = events[own].row
    return events[..<own].allSatisfy { clocks.order(row, $0.column) < $0.time }
      // A wait with a deadline is made in any case, and comes to what it finds.
      && events[own].step.signature.comesTo(step.signature)
  }

  func contains(_ thread: KnownThread) -> Bool { index(of: thread) != nil }

  private func index(of thread: KnownThread) -> Int? {
    events.firstIndex { $0.step.thread.key == thread.key }
  }

  /// What is left when the first step of `thread`, if it has any, has been made.
  func without(_ thread: KnownThread) -> Beginning {
    guard let own = index(of: thread) else { return self }
    var rest = self
    rest.events.remove(at: own)
    return rest
  }
}

extension RunModel {
  /// A step of `thread`, as other runs know it.
  func step(_ signature: Signature, of thread: Int) -> Beginning.Step {
    Beginning.Step(
      thread: threads[thread].identity, signature: signature,
      object: objects[Int(signature.object)].origin)
  }
}
