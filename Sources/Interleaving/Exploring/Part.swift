/// One of the parts that an exploration is divided into: the schedules that have some steps, two by two,
/// in a given order.
///
/// The two depend on each other, so all schedules that differ only in the order of independent steps
/// have them in the same order, and no schedule has both. Each part is explored as if the later step
/// had to wait for the earlier one:
///
///     part 1                              part 2
///     A writes x                          B reads x   (A's write is kept back until then)
///     B reads x   (kept back until then)  A writes x
///
/// Where B never reads, the schedule is in part 1; where B reads and A never writes, in part 2.
struct Part {
  struct Order {
    let earlier, later: Turn
    /// Whether a schedule without the earlier step belongs to another part.
    let isNeeded: Bool
  }

  private(set) var orders: [Order] = []

  /// Whether its schedules have the two steps in one order.
  func hasOrder(of one: Turn, _ two: Turn) -> Bool {
    orders.contains { [[$0.earlier, $0.later], [$0.later, $0.earlier]].contains([one, two]) }
  }

  /// The two parts of this one that have the steps in the one order and in the other.
  func divided(by one: Turn, _ two: Turn) -> [Part] {
    var (first, second) = (self, self)
    first.orders.append(Order(earlier: one, later: two, isNeeded: false))
    second.orders.append(Order(earlier: two, later: one, isNeeded: true))
    return [first, second]
  }
}

/// A step by what it is in every run: which of its kind a thread makes on an object, from 1.
struct Turn: Equatable {
  enum Kind {
    case lock, enqueue, write
    /// Reading or writing.
    case access

    func includes(_ kind: OperationKind) -> Bool {
      switch self {
      case .lock: kind == .lock
      case .enqueue: kind == .enqueue
      case .write: kind == .write
      case .access: kind == .read || kind == .write
      }
    }

    /// As what two steps that depend on each other are counted; nil of those which can come to
    /// something else in another run, and then may not depend on each other.
    static func kinds(of one: OperationKind, _ two: OperationKind) -> (Kind, Kind)? {
      switch (one, two) {
      case (.lock, .lock): (.lock, .lock)
      case (.enqueue, .enqueue): (.enqueue, .enqueue)
      case (.write, .write): (.write, .write)
      case (.write, .read): (.write, .access)
      case (.read, .write): (.access, .write)
      default: nil
      }
    }
  }

  /// The key of the thread, and that of the object.
  let thread, object: UInt32
  let kind: Kind
  let number: Int

  /// Whether what `id` stands before is of this kind.
  func isLike(nextStepOf id: Int, in model: RunModel) -> Bool {
    let operation = model.threads[id].pending
    return kind.includes(operation.kind) && model.identities[id].key == thread
      && model.objects[operation.object].origin.key == object
  }
}

/// Keeps a run to a part.
final class PartWatch {
  private let part: Part
  /// For each order, how many steps like the earlier one there were, and like the later one.
  private var made: [(earlier: Int, later: Int)] = []
  /// For each order, the number of the earlier step.
  private var steps: [Int?] = []

  init(_ part: Part) { self.part = part }

  func begin() {
    made = part.orders.map { _ in (0, 0) }
    steps = part.orders.map { _ in nil }
  }

  /// The threads that have to wait for another one before they go on.
  func heldBack(among enabled: ThreadSet, in model: RunModel) -> ThreadSet {
    var held = ThreadSet()
    for index in part.orders.indices where steps[index] == nil {
      for id in enabled where isLater(id, of: index, in: model) { held.insert(id) }
    }
    return held
  }

  /// Whether the step with this number has to come before what `id` stands before.
  func keeps(_ step: Int, before id: Int, in model: RunModel) -> Bool {
    part.orders.indices.contains { steps[$0] == step && isLater(id, of: $0, in: model) }
  }

  private func isLater(_ id: Int, of index: Int, in model: RunModel) -> Bool {
    let later = part.orders[index].later
    return made[index].later == later.number - 1 && later.isLike(nextStepOf: id, in: model)
  }

  /// `id` makes its next step.
  func note(_ id: Int, in model: RunModel) {
    for (index, order) in part.orders.enumerated() {
      if order.earlier.isLike(nextStepOf: id, in: model) {
        made[index].earlier += 1
        if made[index].earlier == order.earlier.number { steps[index] = model.steps.count }
      }
      if order.later.isLike(nextStepOf: id, in: model) { made[index].later += 1 }
    }
  }

  /// Whether the run that was made belongs to another part.
  var isForeign: Bool { zip(part.orders, steps).contains { $0.isNeeded && $1 == nil } }
}
