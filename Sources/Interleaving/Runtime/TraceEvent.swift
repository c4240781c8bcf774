/// One thing that happened in a run. The runtime fills in what it alone knows.
public struct TraceEvent: Sendable {
  /// What kind of thing happened: `lock`, `enqueue`, `save`... Engines add their own kinds.
  public struct Kind: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.rawValue = value }
  }

  public let kind: Kind
  /// The sentence a reader sees, without its subject: `saves 2 objects`.
  public let label: String
  /// The resource, queue, context or object it is about.
  public let subject: String?
  public internal(set) var place: SourcePlace?
  /// Facts for a program that reads the log.
  public let payload: (any Sendable)?

  /// Position in the log, from 0.
  public internal(set) var sequence = 0
  public internal(set) var time = Duration.zero
  public internal(set) var thread = ""
  public internal(set) var queue: String?

  public init(
    kind: Kind, label: String, subject: String? = nil, place: SourcePlace? = nil,
    payload: (any Sendable)? = nil
  ) {
    self.kind = kind
    self.label = label
    self.subject = subject
    self.place = place
    self.payload = payload
  }
}
