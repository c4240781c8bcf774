/// A program that is started directly: no shell, no terminal, a session of its own.
struct ChildProgram: Sendable {
  /// The absolute path of the executable.
  var executable: String
  var arguments: [String] = []
  /// The whole environment: nothing is inherited.
  var environment: [String: String] = [:]
  /// What is said first over the private line. Without it there is no such line.
  var greeting: String?
}

/// How much a child may use before it is stopped.
struct ChildLimits: Sendable {
  /// Bytes of each output stream that are kept; the rest is read, counted and dropped.
  var keptOutput = 1 << 20
  /// Resident memory, in bytes.
  var memory = 1 << 30
  var threads = 400
  /// Processes that the child may itself have running.
  var processes = 0
  /// Processor time without a word over the private line.
  var busyWithoutProgress: Duration? = .seconds(10)
  /// Time in which no thread of the child was able to run, without a word over the line.
  var idleWithoutProgress: Duration? = .seconds(3)
  /// Time between two verdicts that it had: what it computed, slept and waited, but not what it
  /// waited for a processor. Our own answer with the most orders took 12 s on a slow machine, and
  /// must be told there, too, that it is right.
  var time: Duration? = .seconds(20)
  var wall: Duration = .seconds(180)

  /// For a compiler, which we trust to end: only the wall clock counts.
  static let trusted = ChildLimits(
    memory: 16 << 30, threads: 4096, processes: 4096, busyWithoutProgress: nil,
    idleWithoutProgress: nil, time: nil, wall: .seconds(600))
}

/// Why we ended a child that had not ended by itself.
enum StopReason: Sendable, Equatable {
  /// It computed for this long without getting anywhere.
  case busy(Duration)
  /// Every thread of it was blocked for this long.
  case blocked(Duration)
  case memory(bytes: Int)
  case threads(Int)
  case processes(Int)
  /// It had all the time that one verdict may take, and so many threads at the end.
  case tooLong(Duration, threads: Int)
  /// Too little processor time was to be had, so nothing is known.
  case wall(Duration)
  case cancelled
}

extension StopReason {
  /// Behind "it was stopped:".
  var words: String {
    switch self {
    case .busy(let time): "it computed for \(time) and came no further"
    case .blocked(let time): "all its threads waited for \(time)"
    case .memory(let bytes): "it had \(bytes >> 20) MB of memory and took more"
    case .threads(let count): "it had \(count) threads and made more"
    case .processes: "it started another process"
    case .tooLong(let time, _): "it took more than \(time)"
    case .wall(let time): "it was not done after \(time)"
    case .cancelled: "the check was given up"
    }
  }
}

/// How a child ended.
enum ChildEnding: Sendable, Equatable {
  case exited(status: Int32)
  case signalled(Int32)
  case stopped(StopReason)
}

/// What is left of a child that has ended.
struct ChildResult: Sendable {
  let ending: ChildEnding
  let output: CapturedOutput
  let errors: CapturedOutput
  /// Resident memory at its highest, in bytes.
  let peakMemory: Int
  let processorTime: Duration
  let wallTime: Duration
  /// Whether processes of its session outlived the child and had to be killed.
  let leftProcesses: Bool
}
