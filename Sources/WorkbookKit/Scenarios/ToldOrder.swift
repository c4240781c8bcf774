internal import Interleaving

/// One order of a program, as the steps that are told of it.
struct ToldOrder: Sendable, Hashable {
  /// Each with its thread: `importer enters queue import`.
  let steps: [String]
  /// The name of the outcome.
  let ending: String

  /// Whether these steps are among its steps, in this order.
  func contains(_ wanted: [String]) -> Bool {
    var rest = wanted[...]
    for step in steps where step == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  /// These steps in the order in which they first came; nil if one of them did not.
  func arranged(_ events: [String]) -> [String]? {
    let places = events.map { steps.firstIndex(of: $0) }
    guard !places.contains(nil) else { return nil }
    return zip(events, places.map { $0 ?? 0 }).sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension Experiment {
  /// What more orders cost is more than a question is worth.
  static let mostOrders = 400

  /// Every order, none left out for being equal to another one: who asks for an order of steps may
  /// ask for any. Nil where there are too many.
  func allOrders() -> [ToldOrder]? {
    var orders: [ToldOrder] = []
    var open: [[String]] = [[]]
    while let begun = open.popLast() {
      guard orders.count < Self.mostOrders else { return nil }
      let stepper = stepper()
      stepper.follow(begun)
      let run = stepper.finish()
      orders.append(ToldOrder(steps: Self.told(run), ending: outcome(of: run).name))
      let taken = run.decisions.map(\.takenOption.thread)
      for (index, decision) in run.decisions.enumerated().dropFirst(begun.count) {
        for option in decision.options where option.thread != taken[index] {
          open.append(taken.prefix(index) + [option.thread])
        }
      }
    }
    return orders
  }

  /// Each event by itself, so that a step has the same words in whichever order it comes.
  private static func told(_ run: RunReport) -> [String] {
    run.events.map { "\($0.thread) \(Narrator($0).text)" }
  }
}
