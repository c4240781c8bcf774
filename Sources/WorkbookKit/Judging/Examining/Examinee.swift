internal import CConfinement
internal import CoreData
internal import Foundation
internal import Synchronization

/// The main function of a program built around a reader's answer.
public func examineAnswer<Contract>(
  by check: ExerciseCheck<Contract>, _ make: @escaping @Sendable () -> Contract
) -> Never {
  Examinee(
    examine: { _, progress in check.examine(make, progress: progress) },
    replay: { check.replay($0, make) }
  ).run()
}

/// The main function of a program built around answers of ours, each under a name: solutions, the
/// museum, spoilt solutions.
public func examineSamples<Contract>(
  by check: ExerciseCheck<Contract>, _ samples: [String: @Sendable () -> Contract]
) -> Never {
  Examinee(
    examine: { name, progress in samples[name].map { check.examine($0, progress: progress) } },
    explore: { name, trial in samples[name].flatMap { try? check.tally(of: trial, $0) } }
  ).run()
}

/// This process, while it is a child that examines.
struct Examinee {
  let examine: (_ piece: String, @escaping CheckedExercise.OnProgress) -> Examined?
  var replay: (_ code: String) -> Replayed? = { _ in nil }
  var explore: (_ piece: String, _ trial: String) -> OutcomeCounts? = { _, _ in nil }

  func run() -> Never {
    ChildLimits().applyToThisProcess()
    guard let line = ExaminerLine(), let request = line.readRequest() else {
      print("This program judges an answer. Run 'workbook check' instead.")
      exit(ExitStatus.usage.rawValue)
    }
    Confinement.confineThisProcess(
      to: FileManager.default.temporaryDirectory, reportingTo: line)
    // What a reader's answer prints is to be there even if the process dies.
    if request.pieces == [ExaminerRequest.answer] { print_line_by_line() }
    line.endProcessWithCheck()
    line.arrangeLastWord()
    if let code = request.code {
      CallsToViolations.find { Death.framesOfThisThread }
      if let replayed = replay(code) { line.send(.replayed(token: request.token, replayed)) }
    } else if let trial = request.trial {
      if let tally = request.pieces.first.flatMap({ explore($0, trial) }) {
        line.send(.explored(token: request.token, tally))
      }
    } else {
      examine(request, line)
    }
    // At once: nothing of the answer's is to run any more.
    _exit(0)
  }

  private func examine(_ request: ExaminerRequest, _ line: ExaminerLine) {
    for piece in request.pieces {
      let beat = Beat(line, piece)
      guard var examined = examine(piece, beat.progress) else { continue }
      // Here and not by the watchdog's next look, which may come when another piece has begun.
      examined.leavesProcesses = ProcessSample.children(of: getpid()) > 0
      line.send(.verdict(piece: piece, token: request.token, examined))
      // What got stuck or was started goes on; the rest is for a fresh process.
      if examined.leavesThreads || examined.leavesProcesses { break }
    }
  }
}

/// Says now and then that the examination goes on.
private final class Beat: Sendable {
  private let line: ExaminerLine
  private let piece: String
  private let last = Mutex(ContinuousClock.now - .seconds(1))

  init(_ line: ExaminerLine, _ piece: String) {
    self.line = line
    self.piece = piece
  }

  var progress: CheckedExercise.OnProgress {
    { trial, schedules in
      let now = ContinuousClock.now
      let isDue = self.last.withLock { last in
        guard now - last > .milliseconds(50) else { return false }
        last = now
        return true
      }
      guard isDue else { return }
      self.line.send(.progress(piece: self.piece, trial: trial, schedules: schedules))
    }
  }
}

extension ChildLimits {
  /// The part of the limits that the kernel enforces. Called by the child itself, because
  /// `posix_spawn` cannot; it comes before any line of the answer.
  func applyToThisProcess() {
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_FSIZE, 64 << 20)
    // Reserved, not only used: stacks of many threads count. The watchdog counts what is used.
    limit(RLIMIT_DATA, UInt(memory) * 3)
  }

  private func limit(_ what: __rlimit_resource, _ value: UInt) {
    var both = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(__rlimit_resource_t(what.rawValue), &both)
  }
}
