internal import Foundation

/// Turns predicates and expressions into SQL.
///
/// The SQL of a predicate may give NULL where memory says false; whoever uses it under NOT or ALL
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
