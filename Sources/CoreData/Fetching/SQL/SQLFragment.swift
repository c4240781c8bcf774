/// A piece of SQL with the values of its parameters, in order. Pieces are put together by string
/// interpolation, so a value can never get into the text.
struct SQLFragment: ExpressibleByStringInterpolation {
  var text: String
  var bindings: [SQLBinding]

  init(_ text: String, _ bindings: [SQLBinding] = []) {
    self.text = text
    self.bindings = bindings
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) {
    self.init(stringInterpolation.text, stringInterpolation.bindings)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    var bindings: [SQLBinding] = []

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    /// Another piece, with its parameters.
    mutating func appendInterpolation(_ fragment: SQLFragment) {
      text += fragment.text
      bindings += fragment.bindings
    }

    /// A name or keyword of SQL.
    mutating func appendInterpolation(sql: String) { text += sql }

    /// A value, as a parameter.
    mutating func appendInterpolation(value: SQLBinding) {
      text += "?"
      bindings.append(value)
    }
  }

  static let `true`: SQLFragment = "1"
  static let `false`: SQLFragment = "0"
}

extension [SQLFragment] {
  func joined(by separator: String) -> SQLFragment {
    SQLFragment(map(\.text).joined(separator: separator), flatMap(\.bindings))
  }
}

/// A finished statement.
struct SQLStatement {
  var text: String
  var bindings: [SQLBinding]
  /// For dictionaries, what the columns are; else empty.
  var columns: [SQLResultColumn] = []
}

/// How to read one value of a dictionary.
struct SQLResultColumn {
  enum Reading {
    /// A value of a property; of a to-one relationship it is a key.
    case property(NSPropertyDescription)
    /// The key of the row itself.
    case identity(NSEntityDescription)
    /// Something worked out; undefined where the type can only be seen from the value.
    case computed(NSAttributeType)
  }

  let name: String
  let reading: Reading
  /// The index of the result column with the value.
  let index: Int
  /// The index of the result column with the `Z_ENT` of a key, when it is not certain.
  var entityIndex: Int?
}
