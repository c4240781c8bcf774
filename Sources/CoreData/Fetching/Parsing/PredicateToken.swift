/// One word, sign, literal or placeholder of a format string.
struct PredicateToken: Equatable {
  enum Kind: Equatable {
    /// A name of a property, function or keyword; `#name` is never a keyword.
    case name(String, isEscaped: Bool)
    /// `$name`.
    case variable(String)
    case text(String)
    case integer(Int64)
    case real(Double)
    /// `%@`, `%K`, `%d`…: what follows the percent sign.
    case placeholder(String)
    case sign(String)
    case end
  }

  let kind: Kind
  /// Where it begins, in Unicode scalars.
  let position: Int

  /// How a message names it.
  var words: String {
    switch kind {
    case .name(let name, _): "'\(name)'"
    case .variable(let name): "'$\(name)'"
    case .text(let text): "the text \"\(text)\""
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .placeholder(let letters): "'%\(letters)'"
    case .sign(let sign): "'\(sign)'"
    case .end: "the end"
    }
  }
}

/// The words with a meaning of their own, in any case of letters.
enum PredicateWord: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `in` = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case subquery = "SUBQUERY"
  case ternary = "TERNARY"
  case cast = "CAST"
  case function = "FUNCTION"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  /// Whether a property of that name has to be written `#name`.
  var isReserved: Bool { ![.first, .last, .size].contains(self) }

  init?(word: String) { self.init(rawValue: word.uppercased()) }
}
