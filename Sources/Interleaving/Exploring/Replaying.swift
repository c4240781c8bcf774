/// Repeats the schedule of a code, exactly, and tells everything about it.
///
/// ```swift
/// let report = try replay("lost-update@1-5ac1:a.3", of: "lost update", program)
/// print(report)
/// ```
///
/// - Parameters:
///   - code: A code as reports and failing checks print it.
///   - name: The name under which the program was explored.
///   - version: Its version then.
///   - options: Those of the exploration, as far as they matter for one run.
///   - program: The program that was explored, unchanged.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: Every step of the run with its line, and how it ended.
/// - Throws: ``ReplayError`` if the code cannot be read, or is one of another program, of another
///   version or of other operations than the program has now.
public func replay(
  _ code: String, of name: String, version: Int = 1,
  options: ExplorationOptions = ExplorationOptions(),
  file: StaticString = #fileID, line: UInt = #line, _ program: @escaping Program
) throws(ReplayError) -> RunReport {
  let code = try ReplayCode(code)
  let identifier = ReplayCode.identifier(name)
  guard code.name == identifier else {
    throw .otherProgram(code: code.name, expected: identifier)
  }
  guard code.version == version else {
    throw .otherVersion(code: code.version, expected: version)
  }
  let explorer = Explorer(
    name, version: version, options, at: SourcePlace(file: file, line: line), program)
  return try explorer.replay(code)
}

/// Runs `program` once, under the schedule in which every thread goes on as long as it can.
///
/// ```swift
/// let report = runOnce("transfer") { runtime in transfer(in: runtime) }
/// ```
///
/// - Parameters:
///   - name: What the report calls the program.
///   - version: Its version, for the code of the run.
///   - options: What counts as a failure, and how long a run may be.
///   - program: What is run.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: Every step of the run with its line, and how it ended.
public func runOnce(
  _ name: String, version: Int = 1, options: ExplorationOptions = ExplorationOptions(),
  file: StaticString = #fileID, line: UInt = #line, _ program: @escaping Program
) -> RunReport {
  Explorer(name, version: version, options, at: SourcePlace(file: file, line: line), program)
    .report(Schedule(threads: []))
}

extension Explorer {
  /// A code also fits a program that makes one thing more, or one less, and does not use it.
  func replay(_ code: ReplayCode) throws(ReplayError) -> RunReport {
    do {
      return try replayExactly(code)
    } catch {
      guard error.isOfThings else { throw error }
      let reader = CodeReader(code, leavingThingsOpen: true)
      let recorded = record(reader)
      guard reader.difference == nil, reader.unused == nil,
        runner.model.fitsButForOneThing(code)
      else { throw error }
      return report(of: recorded)
    }
  }

  private func replayExactly(_ code: ReplayCode) throws(ReplayError) -> RunReport {
    let reader = CodeReader(code)
    let recorded = record(reader)
    if let difference = reader.difference { throw difference }
    if let unused = reader.unused, recorded.ending != .abandoned {
      throw .unusedChoice(choice: unused, of: reader.choices)
    }
    let report = report(of: recorded)
    guard report.code.check == code.check || recorded.ending == .abandoned else {
      throw .otherOperations(expected: code.check, found: report.code.check)
    }
    return report
  }

  /// The threads of the steps up to the last of the choices.
  func steps(of beginning: ExplorationOptions.Beginning) throws(ReplayError) -> [Int] {
    let code = try ReplayCode(beginning.code)
    guard code.name == name else { throw .otherProgram(code: code.name, expected: name) }
    _ = try replay(code)
    var choices = 0
    let steps = runner.model.steps.prefix { step in
      if step.isChoice { choices += 1 }
      return choices <= beginning.choices
    }
    return steps.map { Int($0.thread) }
  }

  func report(_ schedule: Schedule) -> RunReport { report(of: record(Rehearsal(schedule))) }

  /// Runs with a full trace.
  func record(_ strategy: any Strategy) -> (ending: RunStop, decisions: [RunReport.Decision]) {
    let recorder = Recorder(strategy)
    let ending = runner.run(recorder, tracing: true)
    return (ending, recorder.decisions)
  }

  func report(of recorded: (ending: RunStop, decisions: [RunReport.Decision])) -> RunReport {
    let model = runner.model
    let record = model.record
    let verdict = RunVerdict(record, recorded.ending, options)
    let races = runner.races[record.races]
    let failures =
      record.failures + (options.races == .failure ? races.map(ProgramFailure.race) : [])
    // Who reads a cell as a property is not known here.
    let engines = options.engines.union(["Interleaving"])
    let deadlock = record.deadlock?.hiding(placesIn: engines)
    return RunReport(
      ending: RunEnding(verdict.ending, record, failures: failures, deadlock: deadlock),
      failures: failures, races: races,
      events: record.events.map { $0.hiding(placesIn: engines) },
      eventSteps: record.eventSteps,
      threads: record.threadNames, decisions: recorded.decisions,
      preemptions: model.preemptions,
      code: ReplayCode(name: name, version: version, ReplayCode.Path(model)),
      longestMainStall: record.longestStall, failedAt: record.failedAt,
      isFailure: verdict.isFailure, schedule: Schedule(model.steps))
  }
}

extension ReplayError {
  /// Whether it may come from other numbers of the same things.
  fileprivate var isOfThings: Bool {
    switch self {
    case .otherStep, .otherOperations: true
    default: false
    }
  }
}

extension RunModel {
  /// Whether its operations are those of the code if one of the things that are not used is not counted,
  /// or one more is.
  fileprivate func fitsButForOneThing(_ code: ReplayCode) -> Bool {
    let used = Set(chosenSteps.map(\.signature.object))
    func fits(_ number: (Int32) -> Int32) -> Bool {
      code.check == ReplayCode.check(chosenSteps, number: number)
    }
    return (0..<((used.max() ?? 0) + 1)).contains { thing in
      !used.contains(thing) && fits { $0 > thing ? $0 - 1 : $0 }
        || fits { $0 >= thing ? $0 + 1 : $0 }
    }
  }
}
