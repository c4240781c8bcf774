internal import Foundation

/// A JSON document. Objects are written with sorted keys, so that equal values give equal text.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a key; nil when this is no object or has no such key.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      var members: [String: JSONValue] = [:]
      if case .object(let existing) = self { members = existing }
      members[key] = newValue
      self = .object(members)
    }
  }

  public var text: String? { if case .string(let text) = self { text } else { nil } }
  public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  public var elements: [JSONValue] { if case .array(let array) = self { array } else { [] } }
  public var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// One line of text.
  public var line: String { String(decoding: data([]), as: UTF8.self) }

  /// Indented text with a line end, for a file that people may read.
  public var document: String {
    String(decoding: data([.prettyPrinted]), as: UTF8.self) + "\n"
  }

  /// Reads text that may be malformed.
  public init(parsing text: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// What a value would be as JSON.
  public init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  /// The value as something of ours; nil when it is none.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) -> Value? {
    try? JSONDecoder().decode(Value.self, from: data([]))
  }

  private func data(_ formatting: JSONEncoder.OutputFormatting) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.outputFormatting.formUnion(formatting)
    // Encoding fails only for numbers that JSON has no spelling for; ours are none of them.
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
