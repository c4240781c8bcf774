internal import Foundation

/// What an answer is told whose child did not come to a verdict.
extension Judgement {
  static func ended(
    _ exercise: any CheckedExercise, _ result: ChildResult, _ limits: ChildLimits,
    _ heard: ChildReport
  ) -> Judgement {
    let lastWord = heard.lastWord
    if let refused = heard.refused { return Self.refused(exercise, refused) }
    if result.leftProcesses { return .startedProcesses(exercise) }
    switch result.ending {
    case .exited(let status): return endedEarly(exercise, status, result)
    case .signalled(let signal):
      let atDeath = lastWord.flatMap { ProcessSample($0) }
      let memory = max(result.peakMemory, atDeath?.memory ?? 0)
      if memory > limits.memory / 2 { return stopped(exercise, .memory(bytes: memory)) }
      if let threads = atDeath?.threads, threads > limits.threads {
        return stopped(exercise, .threads(threads))
      }
      // The parent of a new program blocks all signals for that moment, so the kernel cannot let
      // the process say what it was kept from.
      if signal == SIGSYS { return startedProcesses(exercise) }
      return crashed(exercise, signal, result, hasSpoken: lastWord != nil, heard.death)
    case .stopped(.tooLong(let time, _)) where heard.hasTriedMany: return tooMany(exercise, time)
    case .stopped(let reason): return stopped(exercise, reason)
    }
  }

  private static func tooMany(_ exercise: any CheckedExercise, _ time: Duration) -> Judgement {
    of(
      exercise, .inconclusive, "limit.orders",
      "The answer has more orders than can be tried in \(time.components.seconds) s, so the check "
        + "cannot say whether it is right. Each block and each wait multiplies them: with fewer, or "
        + "with one queue where there are several, it comes to an end.")
  }

  /// The cause of a check that came to no end because of others.
  static let tooBusy = "machine.too-busy"

  static func startedProcesses(_ exercise: any CheckedExercise) -> Judgement {
    of(
      exercise, .crash, "limit.processes",
      "The answer started another process. It must do its work in this one.")
  }

  /// It was kept from something, and ended.
  private static func refused(_ exercise: any CheckedExercise, _ deed: RefusedDeed) -> Judgement {
    switch deed {
    case .program: startedProcesses(exercise)
    case .signal:
      of(
        exercise, .crash, "limit.signals",
        "The answer sent a signal to another process. That is not among its tasks.")
    case .memory:
      of(
        exercise, .crash, "limit.other-processes",
        "The answer looks into another process, as a debugger does. That is not among its tasks.")
    case .network:
      of(
        exercise, .crash, "limit.network",
        "The answer opens a connection. A check has no network: what an answer does must come to "
          + "the same on every machine and every day.")
    case .descriptor:
      of(
        exercise, .crash, "limit.descriptors",
        "The answer closes files that it has not opened, among them the line on which the check "
          + "waits for its verdict. Close only what you have opened.")
    case .file:
      of(
        exercise, .crash, "limit.files",
        "The answer writes outside its folder. What it keeps belongs into the store, or into "
          + "FileManager's temporaryDirectory.")
    }
  }

  /// The child said PASS, but not of everything it was asked.
  static func incomplete(_ exercise: any CheckedExercise) -> Judgement {
    of(
      exercise, .error, "check.incomplete",
      "The check ended without holding all its trials, so there is no verdict.")
  }

  static func doesNotBuild(_ exercise: any CheckedExercise, compiler: String) -> Judgement {
    of(
      exercise, .error, Cause.buildFailed, "The answer does not compile.", detail: compiler)
  }

  /// Something of ours, or of the machine, kept us from judging.
  static func fault(_ exercise: any CheckedExercise, _ error: any Error) -> Judgement {
    of(exercise, .error, "check.failed", "The answer was not judged: \(error)")
  }

  private static func endedEarly(
    _ exercise: any CheckedExercise, _ status: Int32, _ result: ChildResult
  ) -> Judgement {
    of(
      exercise, .crash, "ended.early",
      "The program ended itself (status \(status)) before the check was over. "
        + "An answer must return; it must not call exit.",
      detail: result.lastWords)
  }

  private static func crashed(
    _ exercise: any CheckedExercise, _ signal: Int32, _ result: ChildResult,
    hasSpoken: Bool, _ death: Death?
  ) -> Judgement {
    let (code, sentence) =
      switch signal {
      case SIGSEGV where hasSpoken, SIGBUS where hasSpoken:
        (
          "crashed.bad-access",
          "The answer used memory that is not its own: a pointer to nowhere, or to an object "
            + "that is gone."
        )
      case SIGSEGV, SIGBUS:
        ("crashed.stack", "The answer ran out of stack: something calls itself without end.")
      case SIGTRAP, SIGILL, SIGABRT:
        ("crashed.trap", "The answer stopped itself with a fatal error.")
      case SIGXFSZ: ("limit.file-size", "The answer wrote a file of more than 64 MB.")
      default: ("crashed.signal-\(signal)", "The answer was ended by signal \(signal).")
      }
    let words = [sentence, death?.sentence].compactMap(\.self).joined(separator: " ")
    var judgement = of(exercise, .crash, code, words, detail: result.lastWords)
    judgement.schedule = death?.code
    let printed = PrintedLines(lastOf: result.output)
    judgement.printed = printed.isEmpty ? nil : printed
    return judgement
  }

  private static func stopped(
    _ exercise: any CheckedExercise, _ reason: StopReason
  ) -> Judgement {
    switch reason {
    case .busy:
      of(
        exercise, .hang, "hang.endless-loop",
        "The answer computes without end: it never came to its next use of a context or a queue.")
    case .blocked:
      of(
        exercise, .hang, "hang.blocked",
        "Every thread of the answer waits for something that never comes, outside of the "
          + "queues of its contexts: a lock, a semaphore or a sleep.")
    case .memory(let bytes):
      of(
        exercise, .crash, "limit.memory",
        "The answer used \(bytes >> 20) MB of memory and kept growing.")
    case .threads(let count):
      of(exercise, .crash, "limit.threads", "The answer had \(count) threads and made more.")
    case .processes: startedProcesses(exercise)
    case .tooLong(let time, let threads):
      of(
        exercise, .inconclusive, "limit.time",
        "The check did not come to an end within \(time.components.seconds) s; it mostly takes one. "
          + (threads > 40 ? "By then the answer had \(threads) threads. " : "")
          + "Threads of the system that never end and loops that sleep take that long. Use the "
          + "queues of contexts, DispatchQueue, Thread and Task, which the check can see.")
    case .wall(let time):
      of(
        exercise, .inconclusive, tooBusy,
        "The check did not come to an end within \(time.components.seconds) s, and the machine "
          + "gave it too little time to say why. Check again when it is less busy.")
    case .cancelled: of(exercise, .inconclusive, "check.cancelled", "The check was interrupted.")
    }
  }

  static func of(
    _ exercise: any CheckedExercise, _ verdict: Verdict, _ code: String, _ rationale: String,
    detail: String? = nil
  ) -> Judgement {
    Judgement(
      exercise: exercise.id, contentHash: "", verdict: verdict,
      cause: Cause(code: code, rationale: rationale, detail: detail))
  }
}

extension Death {
  fileprivate var sentence: String {
    "In the trial '\(trial)' that was on the thread '\(thread)'"
      + (place.map { ", after the step at \($0)." } ?? ".")
  }
}

extension PrintedLines {
  /// The last lines of all that was printed, if all of it was kept: the other runs of a process come
  /// before the one in which it dies.
  fileprivate init(lastOf output: CapturedOutput) {
    self.init()
    guard output.dropped == 0 else { return }
    for line in PrintedLines(output.text).ending { append(line) }
  }

  private var ending: [String] { last.isEmpty ? first : last }
}

extension ChildResult {
  /// What it said of its end: there the Swift runtime gives file, line and reason.
  fileprivate var lastWords: String? {
    let lines = errors.text.split(separator: "\n")
    let reasons = lines.filter { $0.contains("Fatal error") }
    let words = reasons.isEmpty ? lines.suffix(5) : reasons.suffix(1)
    return words.isEmpty ? nil : words.joined(separator: "\n")
  }
}
