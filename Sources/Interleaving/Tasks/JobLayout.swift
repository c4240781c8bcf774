internal import Dispatch
internal import Foundation

/// What the language's runtime shows of a task of our own, to compare with what `Job` relies on.
///
/// A runtime with another layout would be misread and miswritten. So one task is looked at before
/// any hook is set, without changing it; where it is not as expected, no task is controlled.
struct JobLayout {
  /// What the runtime tells debuggers of its layout.
  var version: UInt32?
  var taskSize: Int?
  var kind: Job.Kind
  var isChild: Bool
  var isFuture: Bool
  /// The task's number as it stands in the header, and as the runtime gives it.
  var identifier: UInt32
  var identifierGiven: UInt32?
  /// Whether the preference that the task was created with is found where it should be.
  var showsPreference: Bool
  /// Whether it says where it is being enqueued: on no actor at first, then on that of its code.
  var showsExecutor: Bool
  /// Whether the code that it goes on with, where it comes to an actor, is code.
  var showsCode: Bool
  var wasCompleteBefore: Bool
  var wasCompleteAfter: Bool

  /// Nil if all is as expected.
  var flaw: String? {
    let expectations: [(String, Bool)] = [
      ("layout version 1", version == 1),
      ("the size of a task", taskSize.map { $0 >= 112 && $0 % 16 == 0 } ?? false),
      ("the kind of a job", kind == .task && !isChild && isFuture),
      ("the number of a task", identifier != 0 && identifier == identifierGiven),
      ("the executor preference of a task", showsPreference),
      ("the executor that a task goes to", showsExecutor),
      ("the code that a task goes on with", showsCode),
      ("the result of a task", !wasCompleteBefore && wasCompleteAfter),
    ]
    let missing = expectations.filter { !$0.1 }.map(\.0)
    return missing.isEmpty
      ? nil : "it does not keep \(missing.joined(separator: ", nor ")) where Swift 6.2 and 6.3 do"
  }

  /// Why tasks cannot be controlled in this process; nil if they can.
  static let problem: String? = {
    // On a thread of its own, which is inside of no task.
    let answer = Answer()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let layout = JobLayout.ofSampleTask()
      answer.text = layout == nil ? "its tasks do not heed their executors" : layout?.flaw
      done.signal()
    }
    thread.start()
    done.wait()
    return answer.text
  }()

  private final class Answer: @unchecked Sendable {
    // @unchecked Sendable because a semaphore orders the one write before the one read.
    var text: String?
  }
}

extension JobLayout {
  /// Catches the only job it is given.
  private final class Catcher: TaskExecutor, @unchecked Sendable {
    // @unchecked Sendable because only the thread that makes the sample task touches it.
    var caught: UnownedJob?
    func enqueue(_ job: consuming ExecutorJob) { caught = UnownedJob(job) }
  }

  /// To go to an actor for nothing is a way that an optimising compiler saves.
  private actor Sample {
    private var visits = 0
    @inline(never) func visit() { visits &+= 1 }
  }

  /// Creates a task, looks at it, runs it and looks again.
  static func ofSampleTask() -> JobLayout? {
    let (catcher, sample) = (Catcher(), Sample())
    let task = Task(executorPreference: catcher) { await sample.visit() }
    guard let caught = catcher.caught else { return nil }
    let job = Job(caught)
    var layout = JobLayout(
      version: LanguageRuntime.address(of: "_swift_concurrency_debug_internal_layout_version")?
        .load(as: UInt32.self),
      taskSize: Job.taskSize, kind: job.kind, isChild: job.isChild, isFuture: job.isFuture,
      identifier: job.identifier, identifierGiven: numberGiven(to: job),
      showsPreference: job.prefersFromStart(catcher.asUnownedTaskExecutor()),
      showsExecutor: job.arrives(at: nil), showsCode: false, wasCompleteBefore: job.isComplete,
      wasCompleteAfter: false)
    for step in 0..<4 {
      guard let next = catcher.caught.take() else { break }
      next.runSynchronously(on: catcher.asUnownedTaskExecutor())
      guard step == 0 else { continue }
      if !job.arrives(at: sample) { layout.showsExecutor = false }
      let code = job.code
      layout.showsCode = LoadedLibrary.all(withProgram: true).contains { $0.memory.contains(code) }
    }
    layout.wasCompleteAfter = withExtendedLifetime(task) { job.isComplete }
    return layout
  }

  private typealias GetNumber = @convention(c) (UnsafeMutableRawPointer) -> UInt64

  private static func numberGiven(to job: Job) -> UInt32? {
    LanguageRuntime.address(of: "swift_task_getJobTaskId").map {
      UInt32(truncatingIfNeeded: unsafeBitCast($0, to: GetNumber.self)(job.pointer))
    }
  }
}

extension Job {
  fileprivate func arrives(at actor: (any Actor)?) -> Bool {
    guard case .arriving(let executor) = moment, executor.implementation == 0 else { return false }
    return executor.identity
      == actor.map { unsafeBitCast($0 as AnyObject, to: UnsafeRawPointer.self) }
  }

  /// Whether the task says, where `prefer` would write it, that it was created for `executor`.
  fileprivate func prefersFromStart(_ executor: UnownedTaskExecutor) -> Bool {
    let status = pointer + Offset.status
    guard flags & Self.prefersFromStart != 0, status.load(as: UInt.self) & Status.prefers != 0
    else {
      return false
    }
    var next = status.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    while let record = next {
      if record.load(as: UInt.self) & 0xff == Status.preferenceRecord {
        let preferred = record.load(fromByteOffset: 24, as: UInt.self)
        return preferred == unsafeBitCast(executor, to: (UInt, UInt).self).0
      }
      next = record.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    }
    return false
  }
}
