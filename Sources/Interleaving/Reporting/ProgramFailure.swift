/// Why a run counts as failed, apart from deadlocks.
public enum ProgramFailure: Hashable, Sendable, CustomStringConvertible {
  /// The program called `Runtime.fail`.
  case declared(String, SourcePlace)
  /// A thread of the program threw.
  case threw(String, thread: String, SourcePlace?)
  /// The program used a primitive wrongly.
  case misuse(String, SourcePlace)
  /// The runtime of the run was used from a thread that it does not control.
  case uncontrolledThread(String, SourcePlace)
  /// A task did something that the run could not decide.
  case uncontrolledTask(String)
  /// A thread handed work to threads that the run does not control, after its operation there.
  case uncontrolledWork(String, SourcePlace)
  /// Something of another runtime was used in the run.
  case stranger(String, madeAt: SourcePlace, usedAt: SourcePlace)
  /// Two accesses in no order, where races are asked to be failures.
  case race(RaceReport)
  /// The run had more threads than a run can have.
  case tooManyThreads(limit: Int, SourcePlace)
  /// The run was still going after so many points, though in the last half of them every thread that
  /// could go on had its turn; the thread made most of the last ones.
  case neverEnding(points: Int, spinning: String, doing: String)
  /// A thread blocked or looped where the scheduler cannot see it.
  case stuck(StuckThread)

  public var description: String {
    switch self {
    case .declared(let reason, let place): "\(reason) (\(place))"
    case .threw(let error, let thread, let place):
      "\(thread) threw \(error)" + (place.map { " (started at \($0))" } ?? "")
    case .misuse(let what, let place): "\(what) (\(place))"
    case .uncontrolledThread(let what, let place):
      "a thread that the run does not control \(what) (\(place)); "
        + "start threads and queues through the runtime"
    case .uncontrolledTask(let what):
      "\(what); let tasks be started and resumed by threads, queues and tasks of the run"
    case .uncontrolledWork(let what, let place):
      "\(what), after it was at \(place): something outside this run does what follows, be it only "
        + "to resume a continuation. Use the runtime's threads, queues, tasks and timers"
    case .stranger(let what, let made, let used):
      "\(what), made at \(made), is used at \(used); what it does there is no step of this run. "
        + "Make it inside the program, with the runtime that the program is given"
    case .race(let race): race.description
    case .tooManyThreads(let limit, let place):
      "the program needs more than \(limit) threads at once (\(place)); explore a smaller one"
    case .neverEnding(let points, let spinning, let doing):
      "the run did not end within \(points) points, though every thread had its turn in the last half "
        + "of them; \(spinning) was going round: it \(doing)"
    case .stuck(let thread): thread.description
    }
  }
}

/// A thread of the program that stopped answering the scheduler.
public struct StuckThread: Hashable, Sendable, CustomStringConvertible {
  /// What the kernel says it does.
  public enum Cause: Hashable, Sendable {
    /// Blocked in this system call: a real lock, a sleep, a read.
    case blocked(in: String)
    /// At a lock of the language's runtime that this thread holds while it runs the cancellation
    /// handler of the task.
    case handlerRuns(in: String)
    /// Computing without reaching a scheduling point.
    case looping
  }

  /// The name of the thread.
  public let thread: String
  /// What it seems to do.
  public let cause: Cause
  /// The last operation it made through the runtime.
  public let after: String
  /// Whether the run had been decided and the thread was only being let out.
  public let isLeaving: Bool
  /// Whether it sleeps for real.
  public var isSleep: Bool { cause == .blocked(in: KernelThread.SystemCall.sleep.words) }

  public var description: String {
    switch cause {
    case .blocked(let call):
      "\(thread) is blocked in \(call), outside the runtime, after it \(after); "
        + "use the runtime's locks, queues and sleep instead of real ones"
    case .handlerRuns(let canceller):
      "\(thread) is cancelled by \(canceller), whose cancellation handler came to an operation of the "
        + "runtime; until it has run, \(thread) can neither suspend nor go on, after it \(after), and "
        + "the scheduler cannot let it wait there; let the handler resume a continuation or set an "
        + "atomic of the standard library, and nothing more"
    case .looping:
      "\(thread) computes without end after it \(after); "
        + "it must reach an operation of the runtime now and then"
    }
  }
}

/// The longest time that the main queue was busy with one block, in virtual time.
public struct MainStall: Hashable, Sendable {
  /// How long main was away, in virtual time.
  public let duration: Duration
  /// Where that block was enqueued; nil if it was the program's own body.
  public let place: SourcePlace?
}
