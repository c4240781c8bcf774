/// A fact of an engine that has no enum of its facts yet: its kind and a sentence.
public struct LabelledFact: Fact {
  public let kind: TraceEvent.Kind
  public let label: String
  public let subject: String?
  public let payload: (any Sendable)?

  public var name: String { kind.rawValue }
  public var words: String { label }

  public func encode(to encoder: any Encoder) throws { try label.encode(to: encoder) }
}

extension TraceEvent {
  /// What a labelled fact is about.
  public struct Kind: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.rawValue = value }
  }
}

extension Runtime {
  public func note(
    _ kind: TraceEvent.Kind, _ label: String, subject: String?,
    payload: (any Sendable)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    note(
      LabelledFact(kind: kind, label: label, subject: subject, payload: payload), file: file,
      line: line)
  }
}
