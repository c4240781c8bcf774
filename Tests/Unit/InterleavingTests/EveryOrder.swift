@testable import Interleaving

/// Every single order of a program's steps, run one after the other, and which of them are alike.
///
/// Two orders are alike if one becomes the other by swapping neighbours that do not depend on each
/// other. No clock and nothing else of the reduction has a part in this.
struct EveryOrder {
  /// The names of the outcomes, in alphabetical order.
  let outcomes: [String]
  /// How many sets of orders there are that are alike.
  let classes: Int
  let orders: Int
  /// The resources that threads race for.
  let races: Set<String>

  /// Nil if there are more orders than `limit`.
  init?(of program: @escaping Program, looks: Int = 8, atMost limit: Int) {
    var options = ExplorationOptions.lettingGo(.plain)
    options.looks = looks
    let explorer = Explorer("every order", version: 1, options, at: SourcePlace(), program)
    let strategy = DepthFirst(reduction: .none)
    var runs: [[Step]] = []
    var isComplete = false
    explorer.runner.run(strategy) { ending in
      _ = explorer.count(ending)
      runs.append(explorer.runner.model.steps.map { Step($0, in: explorer.runner.model) })
      isComplete = !strategy.advance()
      return !isComplete && runs.count < limit
    }
    guard isComplete else { return nil }
    outcomes = explorer.tally.sorted.map(\.ending.description).sorted()
    orders = runs.count
    races = Set(explorer.runner.races[explorer.tally.races].map(\.resource))
    classes = Self.classes(of: runs)
  }

  /// A step by what is the same in every run: the numbers of threads and things are those of the order
  /// in which they were made.
  private struct Step {
    let thread: UInt32
    let signature: Signature

    init(_ step: RunModel.Step, in model: RunModel) {
      thread = model.identities[Int(step.thread)].name
      signature = step.signature
    }

    func isThat(of other: Step) -> Bool {
      thread == other.thread && signature.kind == other.signature.kind
        && signature.moment == other.signature.moment
    }
  }

  private static func classes(of runs: [[Step]]) -> Int {
    var numbers: [[UInt32]: Int] = [:]
    for (number, run) in runs.enumerated() { numbers[run.map(\.thread)] = number }
    var representative = Array(runs.indices)
    func represent(_ run: Int) -> Int {
      var run = run
      while representative[run] != run { run = representative[run] }
      return run
    }
    for (number, run) in runs.enumerated() {
      var threads = run.map(\.thread)
      for index in run.indices.dropLast() {
        let (one, two) = (run[index], run[index + 1])
        guard one.thread != two.thread, !one.signature.dependsOn(two.signature) else { continue }
        threads.swapAt(index, index + 1)
        if let other = numbers[threads], runs[other][index].isThat(of: two),
          runs[other][index + 1].isThat(of: one)
        {
          representative[represent(number)] = represent(other)
        }
        threads.swapAt(index, index + 1)
      }
    }
    return Set(runs.indices.map(represent)).count
  }
}
