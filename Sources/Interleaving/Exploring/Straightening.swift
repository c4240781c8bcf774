/// The one order that stands for all that differ from it only in independent steps: every thread
/// goes on as long as it can, and the next is the first that can.
///
/// Which of these orders an exploration runs depends on how it is divided. What it tells, a code or
/// a story, must not, so it is told of this one.
struct Straightened {
  /// The marks of the threads, step by step.
  fileprivate(set) var marks: [UInt32] = []
  /// How often a thread that could have gone on lets another one go first.
  private(set) var preemptions = 0
  private(set) var switches = 0

  func isSimpler(than other: Straightened) -> Bool {
    guard (preemptions, switches) == (other.preemptions, other.switches) else {
      return (preemptions, switches) < (other.preemptions, other.switches)
    }
    return marks.lexicographicallyPrecedes(other.marks)
  }

  fileprivate mutating func append(_ mark: UInt32, isSwitch: Bool, isPreemption: Bool) {
    marks.append(mark)
    if isSwitch { switches += 1 }
    if isPreemption { preemptions += 1 }
  }
}

extension RunModel {
  /// The steps of the run, all dependent ones in the order that they had.
  func straightened() -> Straightened { straightened(whileAtMost: .max)! }

  /// The same; nil if it takes more preemptions.
  func straightened(whileAtMost preemptions: Int) -> Straightened? {
    let rest = stepsLeft
    rest.begin(self)
    var result = Straightened()
    result.marks.reserveCapacity(steps.count)
    var current = 0
    for _ in steps {
      let next = rest.canGo(current) ? current : rest.firstThatCan()
      result.append(
        marks[next], isSwitch: next != current,
        isPreemption: next != current && rest.couldGo(current))
      if result.preemptions > preemptions { return nil }
      rest.take(next)
      current = next
    }
    return result
  }
}

/// The steps of a run that are not placed yet, thread by thread. The next run uses the room of these
/// lists again.
final class StepsLeft {
  private let steps: GrowingList<RunModel.Step>
  /// The threads as a choice between them goes.
  private var threads: [Int] = []
  /// For each thread, and after each step, the step of the thread that comes next; -1 for none.
  private let first = GrowingList<Int>()
  private let following = GrowingList<Int>()
  private let order: Rearrangement
  private var locked: [Int32] = []

  init(of steps: GrowingList<RunModel.Step>, _ order: Rearrangement) {
    self.steps = steps
    self.order = order
  }

  func begin(_ model: RunModel) {
    sortThreads(by: model.marks)
    first.fill(-1, count: threads.count)
    following.fill(-1, count: steps.count)
    if !locked.isEmpty { locked.removeAll(keepingCapacity: true) }
    for index in stride(from: steps.count - 1, through: 0, by: -1) {
      let thread = Int(steps[index].thread)
      following[index] = first[thread]
      first[thread] = index
    }
    order.begin(model)
  }

  private func sortThreads(by marks: GrowingList<UInt32>) {
    let isSorted = marks.indices.dropFirst().allSatisfy { marks[$0 - 1] <= marks[$0] }
    threads.replaceSubrange(0..., with: marks.indices)
    if !isSorted { threads.sort { marks[$0] < marks[$1] } }
  }

  func canGo(_ thread: Int) -> Bool { first[thread] >= 0 && order.canPlace(steps[first[thread]]) }

  func firstThatCan() -> Int {
    // Some step can always come next: of those left, the one that came first.
    threads.first { canGo($0) } ?? Int(steps[first.filter { $0 >= 0 }.min()!].thread)
  }

  /// Whether nothing but the order of the run keeps `thread` from going on.
  func couldGo(_ thread: Int) -> Bool {
    guard first[thread] >= 0 else { return false }
    let signature = steps[first[thread]].signature
    return signature.kind == .lock
      ? !locked.contains(signature.object) : order.hasSupply(for: signature)
  }

  func take(_ thread: Int) {
    let index = first[thread]
    first[thread] = following[index]
    order.place(steps[index])
    let signature = steps[index].signature
    switch signature.kind {
    case .lock: locked.append(signature.object)
    case .unlock: locked.removeAll { $0 == signature.object }
    default: break
    }
  }
}

/// Repeats a straightened order, then keeps to the usual rule.
final class Retracing: Strategy {
  private let marks: [UInt32]

  init(_ order: Straightened) { marks = order.marks }

  func pick(_ enabled: ThreadSet, in model: RunModel) -> Int? {
    let step = model.steps.count
    guard step < marks.count else { return model.defaultChoice(enabled) }
    return enabled.first { model.marks[$0] == marks[step] }
  }
}

extension Explorer {
  /// The row with the straightened example, in whatever order its schedules were found.
  func straightened(_ row: Tally.Row) -> Tally.Row {
    guard stuck == nil, row.example.marks != row.order.marks else { return row }
    var told = row
    let stop = runner.run(Retracing(row.order))
    let verdict = RunVerdict(runner.model.record, stop, options)
    guard verdict.ending == row.ending, verdict.isFailure == row.isFailure else { return row }
    told.example = Tally.Example(runner.model)
    return told
  }
}
