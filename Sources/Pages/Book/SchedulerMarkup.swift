internal import Interleaving
internal import WorkbookKit

/// A program whose reader decides who goes next. All its orders are in the page as data.
struct SchedulerMarkup {
  private let program: Experiment
  private let goal: String
  private let tree: OrderTree
  private let threads: [String]
  private let ends: [End]
  /// What is told anywhere, each only once; orders share most of it.
  private let told: [OrderTree.Step]
  /// What a thread would do next, or waits for, each only once.
  private let moves: [Move]

  private struct Move: Hashable {
    let thread: String
    let words: String
    let place: SourcePlace?
  }

  /// How an order ended, and the circle that it ended in.
  private struct End: Hashable {
    let outcome: Outcome
    let ring: WaitCycle?
  }

  init(_ program: Experiment, goal: String, most: Int) {
    self.program = program
    self.goal = goal
    tree = OrderTree(program, most: most)
    var told: [OrderTree.Step] = []
    for step in tree.nodes.flatMap(\.steps) where !told.contains(step) { told.append(step) }
    self.told = told
    var moves: [Move] = []
    for move in tree.nodes.flatMap({ Self.choices(of: $0) + Self.waits(of: $0) })
    where !moves.contains(move) { moves.append(move) }
    self.moves = moves
    let active = Set(told.map(\.thread) + tree.nodes.flatMap { $0.choices.map(\.thread) })
    threads = program.runOnce().threads.filter(active.contains)
    var ends: [End] = []
    for case let run? in tree.nodes.map(\.end) {
      let end = Self.end(of: run, program)
      if !ends.contains(end) { ends.append(end) }
    }
    self.ends = ends
  }

  private static func end(of run: RunReport, _ program: Experiment) -> End {
    End(outcome: program.outcome(of: run), ring: run.deadlock.map { WaitCycle(of: $0) })
  }

  private static func choices(of node: OrderTree.Node) -> [Move] {
    node.choices.map { Move(thread: $0.thread, words: $0.next, place: $0.place) }
  }

  private static func waits(of node: OrderTree.Node) -> [Move] {
    node.blocked.map { Move(thread: $0.thread, words: $0.reason, place: $0.place) }
  }

  var markup: Markup {
    """
    <div class="make screen" hidden>
    <p class="faint">\(claim)</p>
    <div class="pair">
    <div>
    <div class="scroll" tabindex="0" role="region" aria-label="What happened">
    \(LaneHeads(threads).markup)
    <ol class="lanes\(LaneHeads(threads).look)" style="--lanes:\(threads.count)"></ol>
    </div>
    </div>
    <div>\(SourceMarkup(program).markup)</div>
    </div>
    <div class="threads" role="group" aria-label="Who goes next?">\(buttons)</div>
    <div class="end" hidden>\(rings)<p></p></div>
    <div class="bar" role="group" aria-label="Take back, begin again, help">
    <button type="button" data-undo="" data-key="u">Undo</button>
    <button type="button" data-again="" data-key="r">Again</button>
    <button type="button" data-hint="" data-key="h">Hint</button>
    <span class="said" role="status"></span>
    </div>
    <script type="application/json">\(data)</script>
    </div>
    """
  }

  private var claim: String {
    guard let overtakings = tree.overtakings else {
      return "Choose who goes next: a button, or its number. All \(tree.orders) ways to go on are "
        + "in this page."
    }
    return "Choose who goes next: a button, or its number. Of the many orders, those are in this "
      + "page in which a thread that could go on is made to wait at most "
      + "\(overtakings.of("time"))."
  }

  private var buttons: [Markup] {
    threads.enumerated().map { index, thread in
      """
      <button type="button" data-thread="\(index)" data-key="\(index + 1)">\
      <span class="key">\(index + 1)</span> <strong class="lane-\(index % 4)">\(thread)</strong> \
      <span class="what"></span></button>
      """ as Markup
    }
  }

  private var rings: [Markup] {
    ends.compactMap(\.ring).map {
      CycleMarkup($0, beside: Timeline(lanes: threads, steps: [])).markup
    }
  }
}

// MARK: The orders as data

extension SchedulerMarkup {
  /// JSON that no browser takes for markup.
  private var data: Markup {
    let json: JSONValue = [
      "lanes": .array(threads.map { .string($0) }), "goal": .string(goal),
      "isWhole": .bool(tree.overtakings == nil), "steps": .array(told.map(row)),
      "moves": .array(moves.map(row)),
      "nodes": .array(tree.nodes.map(node)), "ends": .array(ends.map(end)),
    ]
    return Markup(data: json.line)
  }

  private func lane(_ thread: String) -> Int { threads.firstIndex(of: thread) ?? 0 }

  private func line(_ place: SourcePlace?) -> Int { place?.line(in: program) ?? 0 }

  private func row(_ step: OrderTree.Step) -> JSONValue {
    [.integer(lane(step.thread)), .string(step.sentence), .integer(line(step.place))]
  }

  private func row(_ move: Move) -> JSONValue {
    [.integer(lane(move.thread)), .string(move.words), .integer(line(move.place))]
  }

  private func numbers(of moves: [Move]) -> [JSONValue] {
    moves.compactMap { self.moves.firstIndex(of: $0) }.map { .integer($0) }
  }

  private func node(_ node: OrderTree.Node) -> JSONValue {
    var json: JSONValue = [
      "t": .array(node.steps.compactMap { told.firstIndex(of: $0) }.map { .integer($0) })
    ]
    if !node.blocked.isEmpty { json["b"] = .array(numbers(of: Self.waits(of: node))) }
    if let run = node.end {
      json["e"] = ends.firstIndex(of: Self.end(of: run, program)).map { .integer($0) }
      return json
    }
    json["c"] = .array(
      zip(numbers(of: Self.choices(of: node)), node.choices).map { [$0, .integer($1.node)] })
    return json
  }

  private func end(_ end: End) -> JSONValue {
    var json: JSONValue = [
      "name": .string(end.outcome.name), "says": .string(end.outcome.sentence),
      "bad": .bool(end.outcome.kind == .forbidden),
    ]
    json["ring"] = end.ring.flatMap { ring in
      ends.compactMap(\.ring).firstIndex(of: ring).map { .integer($0) }
    }
    return json
  }
}

extension SourcePlace {
  /// The line, if it is in the file of the program.
  func line(in program: Experiment) -> Int? {
    fileID == program.variant.source.fileID ? Int(line) : nil
  }
}
