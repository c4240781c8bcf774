internal import Foundation
internal import Interleaving
internal import Synchronization

/// Tries a reader's file as it is: builds it, and lets a child process explore every order.
public struct Tryout: Sendable {
  /// What is being done.
  public enum Step: Sendable, Hashable {
    case building
    /// So many orders were run; the accesses that raced before are steps by now.
    case exploring(orders: Int, hasRaces: Bool)
  }

  public enum Result: Sendable {
    /// What the compiler said.
    case rejected(String)
    /// One report for each scenario.
    case tried([TryReport])
  }

  private let workplace: PackageLocation
  private let steps: @Sendable (Step) -> Void
  private let stop: TryStop
  /// How long a scenario is explored before what is known by then is told.
  private let patience: Duration

  public init(
    at workplace: PackageLocation = .here, stop: TryStop = TryStop(),
    patience: Duration = .seconds(120), steps: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    self.workplace = workplace
    self.stop = stop
    self.patience = patience
    self.steps = steps
  }

  public func run(_ source: TriedSource, _ options: TryOptions = TryOptions()) async throws
    -> Result
  {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    steps(.building)
    let build = TryBuild(source: source, options: options, workplace: workplace)
    switch try await build.program(in: folder.url) {
    case .rejected(let words): return .rejected(words)
    case .built(let program):
      var reports: [TryReport] = []
      for scenario in source.scenarios where reports.isEmpty || !stop.isOn {
        var report = try await rounds(of: program, source, scenario, options, in: folder.url)
        report.scenario = scenario
        reports.append(report)
      }
      return .tried(reports)
    }
  }

  /// Explores until no race is found that was not known before: what races is a step from then on,
  /// and what it leads to is explored.
  private func rounds(
    of program: URL, _ source: TriedSource, _ scenario: String, _ options: TryOptions,
    in folder: URL
  ) async throws -> TryReport {
    let lines = AccessLines(program: program, source: source, folder: folder)
    var steps: [[UInt]: AccessStep] = [:]
    var racing: [RacingPlaces] = []
    let end = ContinuousClock.now + patience
    for _ in 1...Self.mostRounds {
      var report = try await explore(
        program, scenario, options, Array(steps.values), until: end, in: folder)
      racing += report.racingPlaces.filter { !racing.contains($0) }
      let known = try await lines.steps(at: racing.places)
      let isNew = known.count > steps.count
      steps = known
      let isLate = ContinuousClock.now > end
      if !isNew || stop.isOn || isLate {
        // What the races lead to was not explored.
        if isNew { report.isExhaustive = false }
        if isLate, !report.isExhaustive {
          report.reason =
            "stopped after \(patience.components.seconds) s, at \(report.orders.of("order")); there "
            + "may be more. A smaller scenario is done sooner."
        }
        return try await told(report, racing, steps, lines)
      }
    }
    let report = try await explore(
      program, scenario, options, Array(steps.values), until: end, in: folder)
    return try await told(report, racing, steps, lines)
  }

  /// The report with lines of the reader's.
  private func told(
    _ report: TryReport, _ racing: [RacingPlaces], _ steps: [[UInt]: AccessStep],
    _ lines: AccessLines
  ) async throws -> TryReport {
    var report = report
    report.racingPlaces = racing
    report.addRaces(steps)
    report.place(try await lines.steps(at: report.callsToViolations))
    return report
  }

  private static let mostRounds = 6

  private func explore(
    _ program: URL, _ scenario: String, _ options: TryOptions, _ accesses: [AccessStep],
    until end: ContinuousClock.Instant, in folder: URL
  ) async throws -> TryReport {
    let scratch = folder.appending(path: "scratch")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    stop.begin(in: scratch)
    var request = ExaminerRequest(token: "\(UUID())", pieces: [])
    request.budget = options.budget
    request.steps = accesses.sorted { $0.frames.lexicographicallyPrecedes($1.frames) }
    let child = ChildProgram(
      executable: program.plainPath,
      environment: [
        "TMPDIR": scratch.plainPath, "HOME": scratch.plainPath,
        // What Foundation takes for the folder of documents.
        "CFFIXED_USER_HOME": scratch.plainPath, "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        "SWIFT_DETERMINISTIC_HASHING": "1",
        TriedScenario.variable: scenario,
      ],
      greeting: String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
    let heard = Mutex(Heard())
    let token = request.token
    // What is left waiting by orders that hang is for the engine to count.
    let limits = ChildLimits(threads: 3 * ExplorationOptions().mostParked, time: nil)
    let result = try await child.run(
      within: limits,
      heard: { line in
        guard let message = try? JSONDecoder().decode(ExaminerMessage.self, from: line) else {
          return
        }
        if case .progress(_, _, let orders) = message {
          steps(.exploring(orders: orders, hasRaces: !accesses.isEmpty))
          if ContinuousClock.now > end { TryStop.end(childIn: scratch) }
        }
        heard.withLock { $0.take(message, token) }
      })
    if result.ending == .stopped(.cancelled) { throw CancellationError() }
    let all = heard.withLock { $0 }
    if let report = all.report { return report }
    return .ended(result, after: all.orders, refused: all.refused, in: scratch)
  }

  /// What the child said.
  private struct Heard {
    var report: TryReport?
    var orders = 0
    var refused: RefusedDeed?

    mutating func take(_ message: ExaminerMessage, _ token: String) {
      switch message {
      case .tried(token, let report): self.report = report
      case .progress(_, _, let orders): self.orders = orders
      case .refused(let deed): refused = deed
      case .tried, .verdict, .replayed, .explored, .died, .dying: break
      }
    }
  }
}

extension TryReport {
  /// What is told of a child that did not come to its report.
  fileprivate static func ended(
    _ result: ChildResult, after orders: Int, refused: RefusedDeed?, in scratch: URL
  ) -> TryReport {
    var report = TryReport()
    report.orders = orders
    if let refused {
      report.reason = "the code \(refused.words), which a tried file may not; so nothing is known"
      return report
    }
    switch result.ending {
    case .signalled:
      var finding = Finding(.trap, result.fatalWords ?? "the process ended itself")
      finding.lastSteps = steps(in: scratch)
      report.findings = [finding]
    case .exited(let status):
      report.findings = [Finding(.trap, "the code ended the process, with status \(status)")]
    case .stopped(.busy), .stopped(.blocked):
      report.findings = [
        Finding(.hang, "the code came no further, at a place that the scheduler does not see")
      ]
    case .stopped(let reason): report.reason = "it was stopped: \(reason.words)"
    }
    return report
  }

  private static func steps(in scratch: URL) -> [String] {
    let file = scratch.appending(path: TryExaminee.lastWords)
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("  ") }
  }
}

extension ChildResult {
  /// What the language said of the end, where it says a reason.
  fileprivate var fatalWords: String? {
    let lines = errors.text.split(separator: "\n")
    let signs = ["Fatal error", "Precondition failed", "Assertion failed"]
    let words = lines.last { line in signs.contains { line.contains($0) } }
    return words.map { String($0).replacing("\(TryBuild.module)/", with: "") }
  }
}

extension RefusedDeed {
  fileprivate var words: String {
    switch self {
    case .program: "starts another program"
    case .signal: "sends a signal"
    case .memory: "looks into another process"
    case .network: "opens a connection"
    case .descriptor: "closes files that it has not opened"
    case .file: "writes outside of the temporary folder"
    }
  }
}
