// What exploring says of questions about the order of steps.

extension Question {
  /// Between the steps of an order, where it is one word.
  public static let then = "; "

  /// All orders of the steps that some run has, ending as asked.
  func truth(ofOrders program: Experiment, _ outcome: String?) -> Truth {
    let events = options.map(\.key)
    let runs = (program.allOrders() ?? []).filter { outcome == nil || $0.ending == outcome }
    let found = Set(runs.compactMap { $0.arranged(events) })
    let marks = found.map { order in
      order.compactMap { key in events.firstIndex(of: key).map(mark) }.joined(separator: " ")
    }.sorted()
    let all = events.indices.reduce(1) { $0 * ($1 + 1) }
    let words = "\(found.count) of \(all.of("order")) can happen"
    return Truth(
      right: Set(found.map { $0.joined(separator: Self.then) }),
      words: marks.first.map { "\(words), as \($0)" } ?? words, facts: [])
  }

  /// The logs that no run has.
  func truth(ofImpossible program: Experiment, _ logs: [[String]]) -> Truth {
    let runs = program.allOrders() ?? []
    let right = logs.filter { log in !runs.contains { $0.contains(log) } }
      .map { $0.joined(separator: Self.then) }
    let marks = options.enumerated().filter { right.contains($1.key) }.map { mark($0.offset) }
    return Truth(
      right: Set(right),
      words: "no run has \(marks.joined(separator: ", "))", facts: [])
  }

  /// The first step of a wrong order that no right one has there.
  func misplaced(in sequence: [String], _ truth: Truth) -> String? {
    let right = truth.right.map { $0.components(of: Self.then) }
    let fitting = sequence.indices.prefix { index in
      right.contains { $0.starts(with: sequence[...index]) }
    }
    return sequence.dropFirst(fitting.count).first
  }
}

extension String {
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
