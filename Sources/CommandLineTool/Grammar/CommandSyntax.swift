internal import Interleaving

/// How a command is written and what it means; the table of these is the whole grammar. Parser,
/// help and completion read the same table.
struct CommandSyntax<Meaning>: Sendable {
  let name: String
  var aliases: [String] = []
  var operands: [Operand] = []
  var flags: [Flag] = []
  /// One line for the list of commands.
  let summary: String
  /// What a reader of `help NAME` is told beyond it.
  var details = ""
  /// Lines that work when pasted.
  let examples: [String]
  let make: @Sendable (Arguments) throws(UsageError) -> Meaning

  /// A word in a certain place.
  struct Operand: Sendable, Equatable {
    let kind: Kind
    var isRequired = true
    /// Any number, from one on.
    var isRepeated = false

    /// What it names, which decides how it is completed.
    enum Kind: String, Sendable, CaseIterable {
      case chapter = "CHAPTER"
      case step = "STEP"
      case scenario = "SCENARIO"
      case variant = "VARIANT"
      case exercise = "EXERCISE"
      case code = "CODE"
      case topic = "TOPIC"
      case track = "TRACK"
      case file = "FILE"
      case action = "ACTION"
      case kind = "KIND"
      case name = "NAME"
      case context = "CONTEXT"
      case object = "OBJECT"
      case key = "KEY"
      case value = "VALUE"
      case number = "NUMBER"
      case text = "TEXT"
    }

    static func required(_ kind: Kind) -> Operand { Operand(kind: kind) }
    static func optional(_ kind: Kind) -> Operand { Operand(kind: kind, isRequired: false) }
    static func several(_ kind: Kind) -> Operand { Operand(kind: kind, isRepeated: true) }

    fileprivate var words: String {
      isRequired ? kind.rawValue + (isRepeated ? "..." : "") : "[\(kind.rawValue)]"
    }
  }

  /// A word with two dashes.
  struct Flag: Sendable, Equatable {
    let name: String
    /// `N`, `FILE`; nil for a flag that is just there or not.
    var value: String?
    let summary: String

    static var json: Flag { Flag(name: "--json", summary: "one JSON object instead of text") }
  }

  /// `run SCENARIO [VARIANT] [--live]`
  var synopsis: String {
    let operands = operands.map(\.words)
    let flags = flags.map { "[\($0.name)\($0.value.map { " \($0)" } ?? "")]" }
    return ([name] + operands + flags).joined(separator: " ")
  }
}

/// The words behind a command, sorted into operands and flags.
struct Arguments: Equatable {
  var operands: [String] = []
  /// By name with the dashes; a flag without a value has an empty one.
  var flags: [String: String] = [:]

  func has(_ flag: String) -> Bool { flags[flag] != nil }

  /// The value of a flag as a whole number above zero.
  func count(_ flag: String) throws(UsageError) -> Int? {
    guard let text = flags[flag] else { return nil }
    guard let number = Int(text), number > 0 else {
      throw .badValue(text, of: flag, expected: "a whole number above 0")
    }
    return number
  }

  /// The value of a flag as one of several parts: `2/4` is the second of four.
  func shard(_ flag: String) throws(UsageError) -> ExplorationOptions.Shard? {
    guard let text = flags[flag] else { return nil }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number > 0,
      number <= count
    else {
      throw .badValue(text, of: flag, expected: "a part and how many there are, as in 2/4")
    }
    return ExplorationOptions.Shard(number, of: count)
  }

  subscript(index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
}
