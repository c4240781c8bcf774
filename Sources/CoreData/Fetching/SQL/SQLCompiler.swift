internal import Foundation

/// Turns predicates and expressions into SQL.
///
/// The SQL of a predicate may give NULL where memory says false; its users under NOT or ALL
/// asks `IS NOT TRUE`, so that both agree everywhere.
final class SQLCompiler {
  /// Where an expression is read: whose properties key paths mean, and what variables stand for.
  struct Context {
    var scope: SQLScope
    var source: SQLScope.Source
    var variables: [String: (scope: SQLScope, source: SQLScope.Source)] = [:]
    /// Names that mean columns worked out in the same SELECT, for HAVING.
    var computed: [String: NSExpression] = [:]
    /// Whether `sum:` and the like mean the rows of the SELECT.
    var allowsAggregates = false
  }

  let names: SchemaNames
  /// The store that is asked; references into others match nothing. nil asks no such question.
  let storeUUID: String?
  private var aliasCount = 0
  /// What is being translated, for messages.
  var place = ""

  init(names: SchemaNames, storeUUID: String?) {
    self.names = names
    self.storeUUID = storeUUID
  }

  func newAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  func failure(_ reason: SQLTranslationError.Reason) -> SQLTranslationError {
    SQLTranslationError(reason: reason, place: place)
  }

  /// The scope of a SELECT from the table of an entity.
  func outermost(_ entity: NSEntityDescription) -> Context {
    let source = SQLScope.Source(alias: newAlias(), entity: entity)
    let tables = "\(names.table(of: entity).name) \(source.alias)"
    let scope = SQLScope(source, tables: tables, link: nil)
    return Context(scope: scope, source: source)
  }

  func condition(
    _ predicate: NSPredicate, _ context: Context
  ) throws(SQLTranslationError) -> SQLFragment {
    switch predicate.shape {
    case .opaque: throw failure(.block)
    case .constant(let value): return value ? .true : .false
    case .comparison(let comparison): return try condition(comparison, context)
    case .compound(.not, let parts):
      guard let part = parts.first else { return .true }
      return "((\(try condition(part, context))) IS NOT TRUE)"
    case .compound(let kind, let parts):
      var conditions: [SQLFragment] = []
      for part in parts { conditions.append(try condition(part, context)) }
      guard !conditions.isEmpty else { return kind == .and ? .true : .false }
      return "(\(conditions.joined(by: kind == .and ? " AND " : " OR ")))"
    }
  }
}

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
