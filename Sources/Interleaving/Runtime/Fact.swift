/// What happened, as data. An engine has one closed enum of its facts; a reader of a log casts to
/// the engines it knows and switches over all they can say.
public protocol Fact: Sendable, Encodable {
  /// The kind of thing that happened, as logs for programs call it: `saved`.
  var name: String { get }
  /// It in plain words, as the rest of a sentence that begins with the thread: `takes lock A`. One
  /// line, for readers that know no better one.
  var words: String { get }
}

/// One thing that happened in a run. What it was, an engine says; the rest is known to the run.
public struct TraceEvent: Sendable {
  /// What happened.
  public internal(set) var fact: any Fact
  /// The line of the program that did it; nil inside of an engine.
  public internal(set) var place: SourcePlace?
  /// Position in the log, from 0.
  public let sequence: Int
  /// By the clock of its thread.
  public let time: Duration
  /// The name of the thread that did it.
  public let thread: String
  /// The queue whose block the thread was inside of.
  public let queue: String?
}
