/// Why a format string is no predicate, and where.
public struct PredicateFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, told apart.
  public enum Reason: Hashable, Sendable {
    /// Something else belongs at this place.
    case expected(String, found: String)
    /// The text ends where more belongs.
    case unexpectedEnd(expected: String)
    /// A character that nothing begins with.
    case strayCharacter(String)
    /// A text without its closing quote.
    case unclosedText
    /// A backslash before something that it does not escape.
    case badEscape(String)
    /// Digits that are not a number.
    case badNumber(String)
    /// A `%` with a letter that means nothing here.
    case unknownPlaceholder(String)
    /// Fewer arguments than placeholders.
    case missingArgument(number: Int)
    /// More arguments than placeholders.
    case unusedArguments(used: Int, given: Int)
    /// An argument that its placeholder cannot take.
    case wrongArgument(number: Int, placeholder: String, expected: String, given: String)
    /// A function that there is not.
    case unknownFunction(String)
    /// A function with too few or too many arguments.
    case wrongArgumentCount(function: String, given: Int)
    /// A letter in brackets that is not an option.
    case unknownOption(String)
    /// A regular expression that cannot be read.
    case badRegularExpression(String)
    /// `BETWEEN` without two bounds.
    case boundsExpected
    /// More brackets inside brackets than are read.
    case nestedTooDeeply(limit: Int)
  }

  /// The format string.
  public let format: String
  /// The first character that does not fit, counted in Unicode scalars from 0.
  public let position: Int
  /// What is wrong with it.
  public let reason: Reason

  /// What is wrong, where, and what would have been right.
  public var description: String {
    "Unable to parse the format string \"\(format)\" at position \(position): \(words)."
  }

  private var words: String {
    switch reason {
    case .expected(let wanted, let found): "expected \(wanted), found \(found)"
    case .unexpectedEnd(let wanted): "expected \(wanted), but the string ends"
    case .strayCharacter(let text): "'\(text)' begins nothing that a predicate can contain"
    case .unclosedText: "the quoted text that begins here has no closing quote"
    case .badEscape(let text): "'\(text)' is no escape; write \\\\ for a backslash"
    case .badNumber(let text): "'\(text)' is no number"
    case .unknownPlaceholder(let text):
      "'\(text)' is no placeholder; use %@ for values, %K for key paths, %d, %ld, %f for numbers"
    case .missingArgument(let number):
      "placeholder number \(number) has no argument; pass one more"
    case .unusedArguments(let used, let given):
      "\(given) arguments were given, but there are \(used) placeholders"
    case .wrongArgument(let number, let placeholder, let expected, let given):
      "argument number \(number) for \(placeholder) must be \(expected), but it is \(given)"
    case .unknownFunction(let name):
      "there is no function '\(name)'; of methods, FUNCTION knows "
        + PredicateFunction.selectors.keys.sorted().joined(separator: ", ")
    case .wrongArgumentCount(let name, let given):
      "the function '\(name)' does not take \(given) arguments"
    case .unknownOption(let text): "'\(text)' is no option; use [c], [d], [cd] or [n]"
    case .badRegularExpression(let pattern): "\"\(pattern)\" is no regular expression"
    case .boundsExpected: "BETWEEN needs a list of two values, such as {1, 10}"
    case .nestedTooDeeply(let limit): "more than \(limit) levels of nesting"
    }
  }
}
