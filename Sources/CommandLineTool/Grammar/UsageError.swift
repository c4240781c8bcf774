/// Why words were not understood as a command.
enum UsageError: Error, Equatable {
  case unfinishedQuote(Character)
  case unknownCommand(String, suggestion: String?)
  case ambiguousCommand(String, candidates: [String])
  case missingOperand(String, command: String)
  case surplusOperand(String, command: String)
  case unknownFlag(String, command: String, suggestion: String?)
  case flagWithoutValue(String, expected: String)
  case flagWithValue(String)
  case badValue(String, of: String, expected: String)
  /// A name of a chapter, scenario, variant, exercise or topic that does not exist.
  case unknown(Thing, String, suggestion: String?)
  case needsYes(command: String)
  /// A command without a name, where no step shows a program.
  case noProgramHere
  /// The same, where the program's question is still open.
  case wouldGiveAway

  /// What a name can be the name of.
  enum Thing: String {
    case chapter, step, scenario, variant, exercise, topic, outcome, track
  }
}

extension UsageError: CustomStringConvertible {
  /// What is wrong.
  var description: String {
    switch self {
    case .unfinishedQuote(let quote): "the quote \(quote) is not closed"
    case .unknownCommand(let word, _): "there is no command '\(word)'"
    case .ambiguousCommand(let word, let candidates):
      "'\(word)' could be \(candidates.joined(separator: ", ")); write more of it"
    case .missingOperand(let operand, let command): "'\(command)' needs \(operand)"
    case .surplusOperand(let word, let command): "'\(command)' has no use for '\(word)'"
    case .unknownFlag(let flag, let command, _): "'\(command)' has no flag '\(flag)'"
    case .flagWithoutValue(let flag, let expected): "'\(flag)' needs a value: \(expected)"
    case .flagWithValue(let flag): "'\(flag)' takes no value"
    case .badValue(let value, let flag, let expected):
      "'\(value)' is no value for '\(flag)'; it takes \(expected)"
    case .unknown(let thing, let name, _): "there is no \(thing.rawValue) '\(name)'"
    case .noProgramHere: "no program is shown here"
    case .wouldGiveAway: "that would give the answer away"
    case .needsYes(let command): "'\(command)' changes your files; add --yes to do it unasked"
    }
  }

  /// The way out, in words of the program: `did you mean 'explore'?`
  var wayOut: String {
    switch self {
    case .unknownCommand(_, let suggestion?), .unknownFlag(_, _, let suggestion?),
      .unknown(_, _, let suggestion?):
      "did you mean '\(suggestion)'?"
    case .unknownCommand, .ambiguousCommand, .unfinishedQuote: "'help' lists the commands"
    case .missingOperand(_, let command), .surplusOperand(_, let command),
      .unknownFlag(_, let command, _), .needsYes(let command):
      "'help \(command)' shows how it is used"
    case .noProgramHere: "name one, as in 'explore deadlocks/crossed'; 'list' has them all"
    case .wouldGiveAway: "answer first, or 'skip'"
    case .flagWithoutValue, .flagWithValue, .badValue: "'help flags' explains the flags"
    case .unknown(.topic, _, _): "'help' lists the topics"
    case .unknown(.outcome, _, _): "the question before an exploration lists them"
    case .unknown: "'list' shows what there is"
    }
  }
}
