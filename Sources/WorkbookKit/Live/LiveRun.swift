internal import Foundation
internal import Interleaving

/// A variant on real threads, in a process of its own, so that a hang or a crash is real and
/// reaches no handler.
public struct LiveRun: Sendable {
  public let experiment: Experiment

  public init(_ experiment: Experiment) {
    self.experiment = experiment
  }

  /// How it went.
  public enum Ending: Sendable, Hashable {
    /// With the data races that happened, in words.
    case outcome(Outcome, failures: [String], races: [String])
    /// Every thread was blocked, and it was stopped.
    case hang
    /// It computed without an end, and it was stopped.
    case endless
    /// A signal ended it.
    case crash(signal: Int32)
    /// It ended itself with this status and said nothing.
    case silent(status: Int32)
    /// It took more memory, threads or processes than a scenario can need, and was stopped.
    case outgrown(what: String)
    /// The machine was too busy to say anything.
    case unknown
  }

  /// The environment variable that tells a copy of this program to be the child.
  public static let variable = "WORKBOOK_LIVE"

  private static let limits: ChildLimits = {
    var limits = ChildLimits()
    limits.busyWithoutProgress = .seconds(5)
    limits.idleWithoutProgress = .seconds(1)
    limits.time = nil
    limits.wall = .seconds(60)
    // A scenario may have a part of it done by a second process.
    limits.processes = 1
    return limits
  }()

  /// Runs it in a copy of this program, which must call `serve` at its start.
  public func inChild() async throws -> Ending {
    let variables = ProcessInfo.processInfo.environment
    let kept = variables.filter { ["HOME", "LANG", "PATH", "LD_LIBRARY_PATH"].contains($0.key) }
    let child = ChildProgram(
      executable: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path,
      // A backtrace is written by a second process, and the watchdog counts processes.
      environment: kept.merging([Self.variable: experiment.name, "SWIFT_BACKTRACE": "enable=no"]) {
        $1
      }, greeting: "go")
    let heard = Heard()
    let result = try await child.run(within: Self.limits, heard: { heard.set($0) })
    return ending(result.ending, said: heard.text)
  }

  private func ending(_ ending: ChildEnding, said: String?) -> Ending {
    switch ending {
    case .signalled(let signal): return .crash(signal: signal)
    case .stopped(.blocked): return .hang
    case .stopped(.busy): return .endless
    case .stopped(.memory): return .outgrown(what: "memory")
    case .stopped(.threads): return .outgrown(what: "threads")
    case .stopped(.processes): return .outgrown(what: "processes")
    case .stopped(.wall), .stopped(.tooLong), .stopped(.cancelled): return .unknown
    case .exited(let status):
      guard let said, let report = try? JSONValue(parsing: said) else {
        return .silent(status: status)
      }
      let failures = report["failures"]?.elements.compactMap(\.text) ?? []
      let races = report["races"]?.elements.compactMap(\.text) ?? []
      let fallback = failures.isEmpty ? Outcome.unnamed.name : Outcome.failure.name
      let outcome = experiment.scenario.outcome(report["outcome"]?.text ?? fallback)
      return .outcome(outcome, failures: failures, races: races)
    }
  }

  /// The child's part: runs the program on this thread, which must be the main one, and tells
  /// the parent over the private line.
  public func serve() {
    let report = runLive(experiment.variant.program)
    let answer: JSONValue = [
      "outcome": report.outcome.map { .string($0) } ?? .null,
      "failures": .array(report.failures.map { .string($0) }),
      "races": .array(report.races.map { .string($0.description) }),
    ]
    let bytes = Array((answer.line + "\n").utf8)
    _ = write(SpawnedProcess.lineInChild, bytes, bytes.count)
  }
}

/// The one line that the child says.
private final class Heard: @unchecked Sendable {
  // @unchecked Sendable because `line` is touched only under `lock`.
  private let lock = NSLock()
  private var line: Data?

  func set(_ data: Data) { lock.withLock { line = data } }
  var text: String? { lock.withLock { line.map { String(decoding: $0, as: UTF8.self) } } }
}
