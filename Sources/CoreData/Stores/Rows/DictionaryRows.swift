internal import Foundation

/// What a fetch for dictionaries makes of the rows that match: chosen properties, groups with
/// aggregates, distinct results, in that order; then offset and limit.
struct DictionaryRows {
  private struct Field {
    var name: String
    /// A key path to follow, or nil if there is an expression.
    var keyPath: String?
    var expression: NSExpression?

    /// Whether the value is about many rows at once.
    var isAggregate: Bool {
      guard let expression, expression.expressionType == .function else { return false }
      return ["sum:", "count:", "min:", "max:", "average:"].contains(expression.function)
    }

    /// The key path whose values are counted.
    var counted: String? {
      guard isAggregate, let expression, expression.function == "count:",
        let argument = expression.arguments?.first, argument.expressionType == .keyPath
      else { return nil }
      return argument.keyPath
    }
  }

  private let query: StoreQuery
  private let fields: [Field]
  private let groupNames: [String]

  init(_ query: StoreQuery) {
    self.query = query
    let attributes = query.entity.layout.slots.filter {
      $0 is NSAttributeDescription && !$0.isTransient
    }
    fields = (query.propertiesToFetch ?? attributes).compactMap(Self.field)
    groupNames = (query.propertiesToGroupBy ?? []).compactMap { Self.field($0)?.name }
  }

  private static func field(_ asked: Any) -> Field? {
    switch asked {
    case let name as String: Field(name: name, keyPath: name)
    case let description as NSExpressionDescription:
      Field(name: description.name, expression: description.expression)
    case let property as NSPropertyDescription: Field(name: property.name, keyPath: property.name)
    default: nil
    }
  }

  func results(of sources: [RowSource]) -> [[String: Any]] {
    var results: [[String: Any]]
    if !groupNames.isEmpty {
      results = groups(of: sources).map(dictionary(ofGroup:))
      if let having = query.havingPredicate {
        results = results.filter { having.evaluate(with: $0, substitutionVariables: $0) }
      }
    } else if fields.contains(where: \.isAggregate) {
      results = [dictionary(ofGroup: sources)]
    } else {
      results = sources.map { dictionary(ofGroup: [$0]) }
    }
    if query.returnsDistinctResults { results = distinct(results) }
    let rest = results.dropFirst(query.offset)
    return Array(query.limit > 0 ? rest.prefix(query.limit) : rest)
  }

  /// Groups in the order of their first rows.
  private func groups(of sources: [RowSource]) -> [[RowSource]] {
    var places: [[String]: Int] = [:]
    var groups: [[RowSource]] = []
    for source in sources {
      let key = groupNames.map { "\(value(at: $0, in: source) ?? "nil" as Any)" }
      if let place = places[key] {
        groups[place].append(source)
      } else {
        places[key] = groups.count
        groups.append([source])
      }
    }
    return groups
  }

  private func dictionary(ofGroup sources: [RowSource]) -> [String: Any] {
    var result: [String: Any] = [:]
    for field in fields {
      if let keyPath = field.keyPath {
        result[field.name] = sources.first.flatMap { value(at: keyPath, in: $0) }
      } else {
        let object: Any? = field.isAggregate ? sources : sources.first
        let value = field.expression?.expressionValue(with: object, context: nil)
        result[field.name] = field.counted.map { count(of: $0, in: sources) } ?? told(value)
      }
    }
    return result
  }

  /// As SQL counts: what has no value is not counted.
  private func count(of path: String, in sources: [RowSource]) -> Int {
    sources.reduce(0) { count, source in
      guard let value = value(at: path, in: source), !(value is NSNull) else { return count }
      guard let members = value as? [Any] else { return count + 1 }
      return count + members.count { !($0 is NSNull) }
    }
  }

  private func value(at keyPath: String, in source: RowSource) -> Any? {
    if let value = source.fetchedValue(at: keyPath[...]) { return value }
    return told(NSExpression(forKeyPath: keyPath).expressionValue(with: source, context: nil))
  }

  /// An object in a dictionary is told by its ID, as Apple does.
  private func told(_ value: Any?) -> Any? { (value as? RowSource)?.row.id ?? value }

  private func distinct(_ results: [[String: Any]]) -> [[String: Any]] {
    var seen: Set<NSDictionary> = []
    return results.filter { seen.insert($0 as NSDictionary).inserted }
  }
}
