/// How a run of a program ended.
public enum RunEnding: Hashable, Sendable {
  /// As the program, or an engine under it, named it.
  case outcome(String)
  /// It came to its end and said nothing.
  case finished
  /// It said nothing of its outcome, and failed.
  case failed(ProgramFailure)
  /// Threads are left that can never go on.
  case deadlock(DeadlockReport)
  /// It had too many threads.
  case cut
  /// It goes round without end, though every thread gets its turn.
  case livelock(ProgramFailure)
  /// It handed something to threads outside, or used what is not its own, and was ended there.
  case uncontrolled(ProgramFailure)
  /// A thread stopped answering, and the run was left behind.
  case stuck(StuckThread)

  /// An ending without what it carries: what explorations count by. A string is an outcome's name.
  public enum Kind: Hashable, Sendable {
    /// As the program named it.
    case outcome(String)
    /// Finished without a word, failed, cut, out of control or stuck.
    case finished, failed, cut, uncontrolled, stuck
    /// Threads go on and get nowhere, though each has its turn again and again.
    case livelock
    /// Threads wait for each other in a circle.
    case deadlock
    /// Threads wait for what no thread can give any more.
    case waitsForever
  }

  /// The ending without what it carries.
  public var kind: Kind {
    switch self {
    case .outcome(let name): .outcome(name)
    case .finished: .finished
    case .failed: .failed
    case .deadlock(let report): report.kind == .cycle ? .deadlock : .waitsForever
    case .cut: .cut
    case .livelock: .livelock
    case .uncontrolled: .uncontrolled
    case .stuck: .stuck
    }
  }
}

extension RunEnding {
  /// The outcome of a run in which an engine saw something touched off its queue: what the program does
  /// after that is undefined, so nothing that it says of its ending counts.
  package static let violation = "violation"
}

extension RunEnding.Kind: CustomStringConvertible, ExpressibleByStringLiteral {
  public init(stringLiteral name: String) { self = .outcome(name) }

  public var description: String {
    switch self {
    case .outcome(let name): name
    case .finished: "finished"
    case .failed: "failed"
    case .deadlock: "deadlock"
    case .waitsForever: "waits without end"
    case .cut: "did not end"
    case .livelock: "goes round without end"
    case .uncontrolled: "out of control"
    case .stuck: "stuck"
    }
  }

  /// A program may call an outcome like an ending of ours.
  var isNamed: Bool { if case .outcome = self { true } else { false } }
}

extension RunEnding {
  /// What a run that was told came to.
  init(_ kind: Kind, _ record: RunRecord, failures: [ProgramFailure], deadlock: DeadlockReport?) {
    switch kind {
    case .outcome(let name): self = .outcome(name)
    case .finished: self = .finished
    case .failed: self = .failed(failures[0])
    case .deadlock, .waitsForever: self = .deadlock(deadlock!)
    case .cut: self = .cut
    case .livelock: self = .livelock(failures.last!)
    case .uncontrolled: self = .uncontrolled(failures.last!)
    case .stuck: self = .stuck(record.stuck!)
    }
  }
}
