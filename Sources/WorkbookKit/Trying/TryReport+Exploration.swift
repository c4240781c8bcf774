internal import ControlledDispatch
internal import CoreData
internal import Interleaving

extension TryReport {
  /// Where memory is seen, threads that share nothing are seen to share nothing.
  init(_ exploration: Exploration, seesMemory: Bool) {
    self.seesMemory = seesMemory
    orders = exploration.schedules
    isExhaustive =
      exploration.coverage.isComplete && (seesMemory || !exploration.isUncontrolled)
    if !isExhaustive { reason = exploration.whatWasRun }
    warnings = exploration.lockOrderWarnings.map { "\($0)" }
    for outcome in exploration.outcomes { add(outcome, of: exploration) }
    for race in exploration.races { findings.append(Finding(.race, "\(race)")) }
    findings.sort { Finding.Kind.allCases.rank($0.kind) < Finding.Kind.allCases.rank($1.kind) }
  }

  private mutating func add(_ outcome: Exploration.Outcome, of exploration: Exploration) {
    let run = exploration.run(of: outcome)
    switch outcome.ending {
    case .outcome(RunEnding.violation): addViolations(run, outcome.schedules)
    case .outcome(let text):
      let ending = Stage.Ending(text)
      if !ending.words.isEmpty || ending.broken.isEmpty {
        note(ending.words.isEmpty ? "all expectations hold" : ending.words, outcome.schedules)
      }
      for name in ending.broken { addBroken(name, outcome.schedules, run) }
      if ending.broken.isEmpty, outcome.isFailure, let run { addFailure(run, outcome.schedules) }
    case .finished: note("ran to its end", outcome.schedules)
    case .failed: if let run { addFailure(run, outcome.schedules) }
    case .deadlock, .waitsForever:
      findings.append(
        Finding(
          .hang, run?.deadlock.map(\.sentence) ?? outcome.name, orders: outcome.schedules, run))
    case .cut, .livelock:
      findings.append(
        Finding(
          .hang, run?.failures.last.map { "\($0)" } ?? "a run did not end",
          orders: outcome.schedules, run))
    case .uncontrolled, .stuck: addLoss(run, outcome)
    }
  }

  private mutating func note(_ words: String, _ orders: Int) {
    if let known = endings.firstIndex(where: { $0.words == words }) {
      endings[known].orders += orders
    } else {
      endings.append(Ending(words: words, orders: orders))
    }
  }

  private mutating func addBroken(_ name: String, _ orders: Int, _ run: RunReport?) {
    let sentence = "\"\(name)\""
    guard let known = findings.firstIndex(where: { $0.sentence == sentence }) else {
      return findings.append(Finding(.broken, sentence, orders: orders, run))
    }
    findings[known].orders? += orders
    let isShorter =
      (run.map { Timeline(of: $0).steps.count } ?? .max)
      < (findings[known].timeline?.steps.count ?? .max)
    if isShorter {
      findings[known] = Finding(.broken, sentence, orders: findings[known].orders, run)
    }
  }

  private mutating func addFailure(_ run: RunReport, _ orders: Int) {
    switch run.failures.first {
    case .uncontrolledTask, .uncontrolledThread, .uncontrolledWork, .stranger, .tooManyThreads:
      isExhaustive = false
      reason = run.failures.first.map { "\($0)" }
    case let failure?:
      findings.append(Finding(.error, "\(failure)", orders: orders, run))
    case nil: break
    }
  }

  /// What was touched off its queue in a run: undefined behaviour, so the rest of its ending is not told.
  private mutating func addViolations(_ run: RunReport?, _ orders: Int) {
    for (number, violation) in (run?.events.violations.map(\.violation) ?? []).enumerated() {
      let isKnown = findings.contains {
        $0.sentence == violation.sentence && $0.calls == violation.calls
      }
      if isKnown { continue }
      // One order has them all, and is drawn once.
      var finding = Finding(
        .offQueue, violation.sentence, orders: number == 0 ? orders : nil, number == 0 ? run : nil)
      finding.calls = violation.calls
      finding.advice = number == 0 ? violation.advice : nil
      findings.append(finding)
    }
  }

  /// A run that left the scheduler's hands: a loop without end is a finding, the rest is not.
  private mutating func addLoss(_ run: RunReport?, _ outcome: Exploration.Outcome) {
    isExhaustive = false
    if case .stuck(let thread)? = run?.ending, thread.cause == .looping {
      findings.append(Finding(.hang, "\(thread)", orders: outcome.schedules, run))
    }
    reason = run?.failures.last.map { "\($0)" } ?? reason
  }
}

extension TryReport.Finding {
  fileprivate init(_ kind: Kind, _ sentence: String, orders: Int?, _ run: RunReport?) {
    self.init(kind, sentence, orders: orders)
    timeline = run.map(Timeline.init(of:))
    cycle = run?.deadlock.map(WaitCycle.init(of:))
    code = run?.code.description
  }
}

extension Exploration {
  /// The simplest run that ended so, told.
  fileprivate func run(of outcome: Outcome) -> RunReport? {
    guard outcome.isFailure else { return nil }
    if let simplest = simplestFailure, simplest.ending.kind == outcome.ending { return simplest }
    let index = outcomes.filter(\.isFailure).firstIndex { $0.ending == outcome.ending }
    return index.flatMap { failures.indices.contains($0) ? failures[$0] : nil }
  }
}

extension [TryReport.Finding.Kind] {
  fileprivate func rank(_ kind: TryReport.Finding.Kind) -> Int { firstIndex(of: kind) ?? count }
}
