public import ControlledDispatch
internal import CoreData
internal import Foundation
internal import Interleaving
internal import Synchronization

/// The main function of a program built around a reader's `scenario`: it takes it in whatever form
/// it is written.
public func tryScenario(_ scenario: @escaping (Stage) throws -> Void) -> Never {
  TryExaminee(program: Stage.program(scenario)).run()
}

public func tryScenario(_ scenario: @escaping () throws -> Void) -> Never {
  tryScenario { (_: Stage) in try scenario() }
}

public func tryScenario(_ scenario: @escaping @MainActor @Sendable (Stage) throws -> Void) -> Never
{
  tryScenario { (stage: Stage) in try MainActor.assumeIsolated { try scenario(stage) } }
}

public func tryScenario(_ scenario: @escaping @MainActor @Sendable () throws -> Void) -> Never {
  tryScenario { (_: Stage) in try MainActor.assumeIsolated { try scenario() } }
}

public func tryScenario(
  _ scenario: @escaping @MainActor @Sendable (Stage) async throws -> Void
) -> Never {
  TryExaminee(program: Stage.program(suspending: scenario)).run()
}

public func tryScenario(_ scenario: @escaping @MainActor @Sendable () async throws -> Void) -> Never
{
  TryExaminee(program: Stage.program { _ in try await scenario() }).run()
}

/// Which of its scenarios a program is to try.
public enum TriedScenario {
  static let variable = "WORKBOOK_SCENARIO"

  public static var name: String { ProcessInfo.processInfo.environment[variable] ?? "" }
}

/// This process, while it is a child that tries a scenario.
struct TryExaminee {
  let program: Program

  func run() -> Never {
    ChildLimits().applyToThisProcess()
    guard let line = ExaminerLine(), let request = line.readRequest() else {
      print("This program tries a file. Run 'workbook try FILE' instead.")
      exit(ExitStatus.usage.rawValue)
    }
    let folder = FileManager.default.temporaryDirectory
    let lastWords = folder.appending(path: Self.lastWords).plainPath
    Confinement.confineThisProcess(to: folder, reportingTo: line)
    line.endProcessWithCheck()
    line.arrangeLastWord()
    CallsToViolations.find { Death.framesOfThisThread }
    let report = explored(request, line, lastWords)
    line.send(.tried(token: request.token, report))
    _exit(0)
  }

  /// The file in the child's folder that has the steps if it dies.
  static let lastWords = "last-words"

  private func explored(
    _ request: ExaminerRequest, _ line: ExaminerLine, _ lastWords: String
  ) -> TryReport {
    ClassLookup.prefer(module: TryBuild.module)
    let (globals, home) = (FreshGlobals(ofModule: TryBuild.module), FreshHome())
    LazyGlobals.control(globals.marks)
    let base = FreshGlobals.loadAddress.map { UInt(bitPattern: $0) } ?? 0
    MemoryAccesses.control(
      request.steps.map {
        MemoryAccesses.Step(
          frames: $0.frames.map { base + $0 }, file: "\(TryBuild.module)/\($0.file)",
          line: UInt($0.line),
          name: $0.name)
      })
    let beat = TryBeat(
      line, stop: FileManager.default.temporaryDirectory.appending(path: TryStop.file))
    var options = ExplorationOptions(
      .exhaustive, schedules: request.budget ?? TryOptions().budget, points: 10_000)
    // It is confined, and starts no process.
    options.usesChildProcesses = false
    options.engines = Experiment.engines
    options.longestComputation = Experiment.longestComputation
    options.lastWordsPath = lastWords
    options.forbidden.insert(.outcome(RunEnding.violation))
    options.onSchedule = { beat.sawSchedule($0) }
    var report = TryReport()
    let fresh: Program = { runtime in
      globals.putBack()
      home.putBack()
      try program(runtime)
    }
    do {
      let exploration = try explore("try", options: options, fresh)
      report = TryReport(exploration, seesMemory: MemoryAccesses.detector != nil)
      let told = report.findings.lazy.compactMap(\.code).first
      // An order that was left behind would have to be left behind again.
      if exploration.lostThreads == 0,
        let code = told ?? exploration.outcomes.first?.example.description
      {
        let printed = Printing.caught {
          _ = try? replay(code, of: "try", options: options, fresh)
        }
        report.printed = printed.isEmpty ? nil : printed
      }
    } catch {
      report.reason = "\(error)"
    }
    report.racingPlaces = RacingPlaces.found()
    return report
  }
}

/// The folder that is home to a tried program, empty in each run but for what was there before the first.
private struct FreshHome {
  private let folder = FileManager.default.temporaryDirectory
  private let kept: Set<String>

  init() { kept = Set(Self.names(in: folder) + [TryExaminee.lastWords, TryStop.file]) }

  /// Removes what an earlier run has left, and closes its stores.
  func putBack() {
    OpenStores.closeAll()
    for name in Self.names(in: folder) where !kept.contains(name) {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.plainPath)) ?? []
  }
}

/// Says now and then that it goes on, and asks whether it should. It counts orders and asks no clock,
/// which stands still here. An order may take a quarter of a second.
private final class TryBeat: Sendable {
  private let line: ExaminerLine
  private let stop: String

  init(_ line: ExaminerLine, stop: URL) {
    self.line = line
    self.stop = stop.plainPath
  }

  func sawSchedule(_ count: Int) -> Bool {
    if count == 1 || count.isMultiple(of: 10) {
      line.send(.progress(piece: ExaminerRequest.answer, trial: "", schedules: count))
    }
    return access(stop, F_OK) != 0
  }
}
