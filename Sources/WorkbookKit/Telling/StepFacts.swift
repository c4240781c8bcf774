internal import Interleaving

/// What is known of a step, by name. Written out only where a program asks for it: most timelines are
/// looked at by people.
public struct StepFacts: Sendable {
  private enum Source {
    case fact(any Fact)
    case read(JSONValue)
  }

  private let source: Source

  init(_ fact: any Fact) { source = .fact(fact) }

  /// The facts by their names; the kind of the fact stands beside them.
  public var json: JSONValue {
    switch source {
    case .fact(let fact):
      let whole = (try? JSONValue(encoding: fact)) ?? .null
      return whole[fact.name] ?? whole
    case .read(let json): return json
    }
  }
}

extension StepFacts: Hashable {
  public static func == (one: StepFacts, other: StepFacts) -> Bool { one.json == other.json }
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension StepFacts: Codable {
  public init(from decoder: any Decoder) throws { source = .read(try JSONValue(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
