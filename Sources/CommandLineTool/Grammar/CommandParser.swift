/// Turns words into a command of a grammar. Pure: it knows no terminal, no file and no chapter.
struct CommandParser<Meaning>: Sendable {
  typealias Syntax = CommandSyntax<Meaning>

  let commands: [Syntax]
  /// Flags that every command understands.
  var commonFlags: [Syntax.Flag] = []

  /// What was said.
  struct Parsed {
    let syntax: Syntax
    let arguments: Arguments
    let command: Meaning
  }

  /// Understands words, the first of them a command's name; flags may stand anywhere.
  func parse(_ words: [String]) throws(UsageError) -> Parsed? {
    guard let position = try position(ofNameIn: words) else { return nil }
    let syntax = try syntax(named: words[position])
    var rest = words
    rest.remove(at: position)
    let arguments = try arguments(rest, syntax)
    return Parsed(syntax: syntax, arguments: arguments, command: try syntax.make(arguments))
  }

  /// The flags in words that name no command.
  func commonFlags(in words: [String]) throws(UsageError) -> Arguments {
    try arguments(
      words, flags: commonFlags, operands: [], name: "workbook")
  }

  /// A command by its name, an alias, or the beginning of a name that only one has.
  func syntax(named word: String) throws(UsageError) -> Syntax {
    let exact = commands.first { $0.name == word || $0.aliases.contains(word) }
    if let exact { return exact }
    let candidates = word.isEmpty ? [] : commands.filter { $0.name.hasPrefix(word) }
    if candidates.count > 1 {
      throw .ambiguousCommand(word, candidates: candidates.map(\.name))
    }
    guard let only = candidates.first else {
      throw .unknownCommand(word, suggestion: Nearest.name(to: word, among: commands.map(\.name)))
    }
    return only
  }

  /// The first word that is neither a flag nor the value of a common flag.
  func position(ofNameIn words: [String]) throws(UsageError) -> Int? {
    var isValue = false
    for (index, word) in words.enumerated() {
      if isValue {
        isValue = false
      } else if word.hasPrefix("--") {
        isValue = commonFlags.contains { $0.name == word && $0.value != nil }
      } else {
        return index
      }
    }
    return nil
  }

  private func arguments(_ words: [String], _ syntax: Syntax) throws(UsageError) -> Arguments {
    let arguments = try arguments(
      words, flags: syntax.flags + commonFlags, operands: syntax.operands, name: syntax.name)
    let given = arguments.operands.count
    if let missing = syntax.operands.dropFirst(given).first(where: \.isRequired) {
      throw .missingOperand(missing.kind.rawValue, command: syntax.name)
    }
    return arguments
  }

  private func arguments(
    _ words: [String], flags: [Syntax.Flag], operands: [Syntax.Operand], name: String
  ) throws(UsageError) -> Arguments {
    var arguments = Arguments()
    var rest = words[...]
    var areFlagsOver = false
    while let word = rest.popFirst() {
      if word == "--", !areFlagsOver {
        areFlagsOver = true
      } else if word.hasPrefix("--"), !areFlagsOver {
        let (flag, value) = try flagAndValue(word, &rest, flags: flags, command: name)
        arguments.flags[flag] = value
      } else if arguments.operands.count < operands.count || operands.last?.isRepeated == true {
        arguments.operands.append(word)
      } else {
        throw .surplusOperand(word, command: name)
      }
    }
    return arguments
  }

  /// `--seed 3`, `--seed=3` or `--live`.
  private func flagAndValue(
    _ word: String, _ rest: inout ArraySlice<String>, flags: [Syntax.Flag], command: String
  ) throws(UsageError) -> (String, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let flag = flags.first(where: { $0.name == name }) else {
      let suggestion = Nearest.name(to: name, among: flags.map(\.name))
      throw .unknownFlag(name, command: command, suggestion: suggestion)
    }
    guard let expected = flag.value else {
      if parts.count > 1 { throw .flagWithValue(name) }
      return (name, "")
    }
    if parts.count > 1 { return (name, String(parts[1])) }
    guard let value = rest.popFirst() else {
      throw .flagWithoutValue(name, expected: expected)
    }
    return (name, value)
  }
}
