public import Interleaving

/// The orders of a program as a tree of choices, so that a page can let its reader decide who goes
/// next without running anything.
public struct OrderTree: Sendable {
  /// A moment at which there is a choice, or an end.
  public struct Node: Sendable {
    /// Everything told up to here.
    public var steps: [Step] = []
    public var choices: [Choice] = []
    public var blocked: [Stepper.Blocked] = []
    /// The run, where it is over.
    public var end: RunReport?
  }

  /// What a thread has done.
  public struct Step: Sendable, Hashable {
    public let thread: String
    /// With the queue it happened on.
    public let sentence: String
    public let place: SourcePlace?
  }

  /// A thread that can go on.
  public struct Choice: Sendable {
    public let thread: String
    /// What it would do: `takes lock A`.
    public let next: String
    public let place: SourcePlace?
    /// The node that it leads to.
    public let node: Int
  }

  /// The first is where the program begins.
  public let nodes: [Node]
  /// How often a thread may be overtaken that could go on, where there are too many orders for all
  /// of them; nil: every order is here.
  public let overtakings: Int?

  public var orders: Int { nodes.count { $0.end != nil } }

  /// Plays every order. If that takes more nodes than `most`, those with few overtakings.
  public init(_ experiment: Experiment, most: Int = 400) {
    var walk = Planting(experiment, most: most, overtakings: nil)
    if walk.nodes == nil {
      for limit in [3, 2, 1] where walk.nodes == nil {
        walk = Planting(experiment, most: most, overtakings: limit)
      }
    }
    if walk.nodes == nil { walk = Planting(experiment, most: .max, overtakings: 0) }
    nodes = walk.told
    overtakings = walk.overtakings
  }
}

/// Goes down every branch and comes back.
private struct Planting {
  /// Nil: there are more than were wanted.
  private(set) var nodes: [OrderTree.Node]? = []
  /// What happened up to each node. It is put into words when it is clear that all nodes are wanted.
  private var events: [[TraceEvent]] = []
  let overtakings: Int?
  private let most: Int
  private let stepper: Stepper
  private let experiment: Experiment

  init(_ experiment: Experiment, most: Int, overtakings: Int?) {
    self.experiment = experiment
    self.most = most
    self.overtakings = overtakings
    stepper = experiment.stepper()
    if plant(after: stepper.takeSingleChoices(), overtakings) == nil { nodes = nil }
  }

  /// The number of the node at the place where the stepper is; nil if there are too many.
  private mutating func plant(after last: String?, _ left: Int?) -> Int? {
    guard let number = nodes?.count, number < most else { return nil }
    let node = node
    nodes?.append(node)
    events.append(stepper.events)
    let (choices, depth) = (stepper.choices, stepper.steps)
    for choice in choices {
      let overtakes = last != choice.thread && choices.contains { $0.thread == last }
      if overtakes && left == 0 { continue }
      let went = stepper.goBack(to: depth, taking: choice)
      let rest = left.map { overtakes ? $0 - 1 : $0 }
      guard let next = plant(after: went, rest) else { return nil }
      nodes?[number].choices.append(
        OrderTree.Choice(
          thread: choice.thread, next: choice.next, place: choice.place, node: next))
    }
    return number
  }

  private var node: OrderTree.Node {
    var node = OrderTree.Node()
    node.blocked = stepper.blocked
    if stepper.isOver { node.end = stepper.finish() }
    return node
  }

  /// The nodes with everything that is told up to them.
  var told: [OrderTree.Node] {
    zip(nodes ?? [], events).map { node, events in
      var node = node
      node.steps =
        node.end.map { steps(of: Timeline(of: $0), $0.events) }
        ?? steps(of: Timeline(of: events), events)
      return node
    }
  }

  private func steps(of timeline: Timeline, _ events: [TraceEvent]) -> [OrderTree.Step] {
    timeline.steps.map { step in
      OrderTree.Step(
        thread: timeline.lanes[step.lane], sentence: step.sentence,
        place: step.event.flatMap { events[$0].place })
    }
  }
}

extension Stepper {
  /// Takes the last step back at which there was something to choose; false if there is none.
  public func undoChoice() -> Bool {
    repeat {
      guard undo() else { return false }
    } while choices.count == 1
    return true
  }
}
