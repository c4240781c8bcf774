public import Interleaving
public import Testing

/// Runs `program` in every order that can make a difference. If one goes wrong, the test fails with
/// what was run, the story of the simplest order that fails, and a code that repeats it.
/// An expectation (`#expect`) inside the program fails the order in which it fails. The test fails as
/// well where not every order was run, unless the options ask for some only, and where threads ran
/// side by side and came to nothing of the runtime.
///
/// ```swift
/// @Test func `no update is lost`() throws {
///   try check(outcomes: ["2"]) { runtime in
///     let count = runtime.mutex("count", 0)
///     for name in ["A", "B"] { runtime.thread(name) { count.withLock { $0 += 1 } } }
///     runtime.atEnd { runtime.outcome("\(count.withLock { $0 })") }
///   }
/// }
/// ```
///
/// - Parameters:
///   - name: What codes begin with; the test's name if you give none.
///   - outcomes: The only outcomes that are right. A name that is not among them fails, so that a
///     misspelt one is noticed. Nil: any that the program does not declare a failure, but
///     for `violation`, where an object of Core Data was touched off its queue.
///   - code: Repeats only the order of this code, as a failing check printed it.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: What was explored, with an order for each outcome; nil if one order was repeated.
@discardableResult
public func check(
  _ name: String? = nil, outcomes: Set<String>? = nil, replaying code: String? = nil,
  options: ExplorationOptions = ExplorationOptions(),
  sourceLocation: SourceLocation = #_sourceLocation, file: StaticString = #fileID,
  line: UInt = #line, _ program: @escaping Program
) throws -> Exploration? {
  let name = name ?? Test.current.map { ReplayCode.identifier($0.name) } ?? "check"
  var options = options
  // Of this a program cannot know.
  if outcomes == nil { options.forbidden.insert(.outcome(RunEnding.violation)) }
  func replayed(_ code: String) throws -> RunReport {
    try replay(code, of: name, options: options, file: file, line: line, program)
  }
  var failure: CheckFailure?
  var explored: Exploration?
  try withExpectationsInside {
    let values = TaskLocalValues()
    options.aroundThreads = options.aroundThreads ?? { try values.bind($0) }
    if let code {
      let run = try replayed(code)
      let isWrong = run.isFailure || !run.isAmong(outcomes)
      failure = isWrong ? CheckFailure(claim: "one order, that of a code", run: run) : nil
      return
    }
    var result = try explore(name, options: options, file: file, line: line, program)
    var searched = 0
    if case .partial(.budget(let budget)) = result.coverage, !result.isWrong(outcomes) {
      // Depth first, the first choices of a schedule change last; other ways may find what is there.
      searched = min(budget, widely)
      options.method = .portfolio(searched, seed: 1)
      let wider = try explore(name, options: options, file: file, line: line, program)
      if wider.isWrong(outcomes) { result = wider }
    }
    explored = result
    let surprise = result.outcomes.first { !$0.isFailure && !$0.ending.isAmong(outcomes) }
    let run = try result.simplestFailure ?? surprise.map { try replayed($0.example.description) }
    failure = CheckFailure(
      claim: result.claim(outcomes), run: run,
      // Where nothing was seen, that nothing went wrong says nothing.
      isComplete: result.coverage.isWhole && !result.isUncontrolled,
      searched: searched,
      isSimplest: result.simplestFailure == nil || result.isSimplestProven)
  }
  if let failure {
    Issue.record("\(failure)", sourceLocation: failure.location(orElse: sourceLocation))
  }
  return explored
}

/// How many schedules are chosen in several ways where there are too many to run all.
private let widely = 10_000

/// An expectation that fails inside the program fails the run that it fails in, and so is told with
/// the order in which it does. By itself it would be told once for each of the orders.
private func withExpectationsInside(_ body: () throws -> Void) throws {
  try withKnownIssue(
    "an expectation inside the program, in one of its orders", isIntermittent: true
  ) {
    try body()
  } matching: { issue in
    let runtime = Runtime.current
    guard runtime.kind == .controlled else { return false }
    let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    runtime.fail("\(issue.kind)\(place)")
    return true
  }
}

extension Exploration {
  /// What was run, and how much of it is wrong: also what is only not in the list.
  fileprivate func claim(_ expected: Set<String>?) -> String {
    let surprises = outcomes.filter { !$0.ending.isAmong(expected) }
    guard !surprises.isEmpty else { return summary }
    let wrong = surprises.reduce(0) { $0 + $1.schedules }
    let failing = outcomes.filter { $0.ending.isAmong(expected) }.reduce(0) { $0 + $1.failing }
    return "\(whatWasRun); \(wrong + failing) of \(schedules) fail"
  }
}

extension Exploration {
  fileprivate func isWrong(_ expected: Set<String>?) -> Bool {
    failingSchedules > 0 || outcomes.contains { !$0.ending.isAmong(expected) }
  }
}

extension RunReport {
  fileprivate func isAmong(_ outcomes: Set<String>?) -> Bool { ending.kind.isAmong(outcomes) }
}

extension RunEnding.Kind {
  fileprivate func isAmong(_ outcomes: Set<String>?) -> Bool {
    guard let outcomes else { return true }
    if case .outcome(let name) = self { return outcomes.contains(name) }
    return false
  }
}

extension Exploration.Coverage {
  /// Whether everything was run that was asked for.
  fileprivate var isWhole: Bool {
    switch self {
    case .exhaustive, .plain, .bounded, .sampled, .portfolio, .partial(.shard),
      .partial(.beginning), .partial(.notes):
      true
    case .partial: false
    }
  }
}
