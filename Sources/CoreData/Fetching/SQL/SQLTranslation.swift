internal import Foundation

/// Turns a fetch into one SELECT. `SQLFunctions` has to be installed on the connection.
struct SQLTranslation {
  /// What is asked for.
  enum Form {
    /// Columns of the entity's table, by name.
    case rows(columns: [String])
    /// `Z_PK` and `Z_ENT`.
    case ids
    case count
    case dictionaries
  }

  private let query: StoreQuery
  private let compiler: SQLCompiler
  private var context: SQLCompiler.Context

  /// The statement for a fetch. References to other stores than `storeUUID` match nothing.
  static func statement(
    for query: StoreQuery, as form: Form, names: SchemaNames, storeUUID: String? = nil
  ) throws(SQLTranslationError) -> SQLStatement {
    let translation = SQLTranslation(query, names, storeUUID)
    switch form {
    case .rows(let columns): return try translation.select(columns)
    case .ids: return try translation.select(["Z_PK", "Z_ENT"])
    case .count: return try translation.count()
    case .dictionaries: return try translation.dictionaries()
    }
  }

  private init(_ query: StoreQuery, _ names: SchemaNames, _ storeUUID: String?) {
    self.query = query
    compiler = SQLCompiler(names: names, storeUUID: storeUUID)
    context = compiler.outermost(query.entity)
  }

  private var alias: String { context.source.alias }

  private func select(_ columns: [String]) throws(SQLTranslationError) -> SQLStatement {
    let (names, alias) = (compiler.names, alias)
    let table = names.table(of: query.entity).name
    let list = columns.map { names.external.reading($0, of: table, alias: alias) }
      .joined(separator: ", ")
    let condition = try condition()
    let order = try order(isTotal: true)
    // The tables come last, because conditions and orders join some.
    let sql: SQLFragment =
      "SELECT \(sql: list) FROM \(sql: context.scope.tables)\(condition)\(order)\(limit)"
    return SQLStatement(text: sql.text, bindings: sql.bindings)
  }

  private func count() throws(SQLTranslationError) -> SQLStatement {
    let condition = try condition()
    let rows: SQLFragment = "FROM \(sql: context.scope.tables)\(condition)"
    let sql: SQLFragment =
      query.limit > 0 || query.offset > 0
      ? "SELECT COUNT(*) FROM (SELECT 1 \(rows)\(limit))" : "SELECT COUNT(*) \(rows)"
    return SQLStatement(text: sql.text, bindings: sql.bindings)
  }

  private func condition() throws(SQLTranslationError) -> SQLFragment {
    var conditions: [SQLFragment] = entityCondition.map { [$0] } ?? []
    if let predicate = query.predicate {
      compiler.place = "the predicate '\(PredicateText.text(of: predicate))'"
      conditions.append(try compiler.condition(predicate, context))
    }
    return conditions.isEmpty ? "" : " WHERE \(conditions.joined(by: " AND "))"
  }

  /// nil where every row of the table is wanted.
  private var entityCondition: SQLFragment? {
    let names = compiler.names
    let numbers = names.numbers(of: query.entity)
    let isWhole = names.numbers(of: query.entity.root) == numbers
    if isWhole && (query.includesSubentities || numbers.count == 1) { return nil }
    let first = numbers.lowerBound
    return query.includesSubentities && numbers.count > 1
      ? "\(sql: alias).Z_ENT BETWEEN \(sql: "\(first) AND \(numbers.upperBound)")"
      : "\(sql: alias).Z_ENT = \(sql: "\(first)")"
  }

  private func order(isTotal: Bool) throws(SQLTranslationError) -> SQLFragment {
    var terms: [SQLFragment] = []
    for descriptor in query.sortDescriptors {
      compiler.place = "the sort descriptor \(descriptor)"
      guard let descriptor = descriptor.keyed else {
        throw compiler.failure(.sortWithoutKey)
      }
      let path = NSExpression(.keyPath(descriptor.names, of: .selfObject))
      let value = try compiler.value(path, context)
      var collation = ""
      if case .text = value.kind, descriptor.order != .binary {
        collation = " COLLATE \(descriptor.order.rawValue)"
      }
      let direction = descriptor.ascending ? "" : " DESC"
      let sql = value.isDecimal ? value.orderedDecimal : value.sql
      terms.append("\(sql)\(sql: collation + direction)")
    }
    // Without this, rows that the descriptors find equal would come as an index happens to lie.
    if isTotal { terms.append("\(sql: alias).Z_PK") }
    return terms.isEmpty ? "" : " ORDER BY \(terms.joined(by: ", "))"
  }

  private var limit: SQLFragment {
    guard query.limit > 0 || query.offset > 0 else { return "" }
    let limit = query.limit > 0 ? query.limit : -1
    return " LIMIT \(value: .integer(Int64(limit))) OFFSET \(value: .integer(Int64(query.offset)))"
  }
}

// MARK: Dictionaries

extension SQLTranslation {
  private func dictionaries() throws(SQLTranslationError) -> SQLStatement {
    let wanted = try (query.propertiesToFetch ?? everything).map(column)
    let groups = try (query.propertiesToGroupBy ?? []).map(column)
    var columns: [SQLResultColumn] = []
    var selected: [SQLFragment] = []
    for (name, value, reading) in wanted {
      let index = selected.count
      selected.append(value.sql)
      if let entity = value.entitySQL { selected.append(SQLFragment(entity)) }
      columns.append(
        SQLResultColumn(
          name: name, reading: reading, index: index,
          entityIndex: value.entitySQL == nil ? nil : index + 1))
    }
    let condition = try condition()
    let having = try having(wanted)
    let isPlain =
      groups.isEmpty && !query.returnsDistinctResults
      && !wanted.contains { $0.value.isAggregate }
    let order = try order(isTotal: isPlain)
    let grouping: SQLFragment =
      groups.isEmpty ? "" : " GROUP BY \(groups.map(\.value.sql).joined(by: ", "))"
    let distinct = query.returnsDistinctResults ? "DISTINCT " : ""
    let head: SQLFragment = "SELECT \(sql: distinct)\(selected.joined(by: ", "))"
    let tables = context.scope.tables
    let sql: SQLFragment =
      "\(head) FROM \(sql: tables)\(condition)\(grouping)\(having)\(order)\(limit)"
    return SQLStatement(text: sql.text, bindings: sql.bindings, columns: columns)
  }

  private typealias Wanted = (name: String, value: SQLValue, reading: SQLResultColumn.Reading)

  private var everything: [Any] {
    query.entity.layout.slots.filter { $0 is NSAttributeDescription && !$0.isTransient }
  }

  private func column(_ wanted: Any) throws(SQLTranslationError) -> Wanted {
    compiler.place = "the property \(wanted)"
    var aggregating = context
    aggregating.allowsAggregates = true
    if let description = wanted as? NSExpressionDescription {
      compiler.place = "the expression '\(description.name)'"
      guard let expression = description.expression else {
        throw compiler.failure(.expression(description.name))
      }
      let value = try compiler.value(expression, aggregating)
      return (description.name, value, reading(value, description.expressionResultType))
    }
    let name = (wanted as? NSPropertyDescription)?.name ?? "\(wanted)"
    if name == "objectID" {
      let value = compiler.identity(context.source)
      return (name, value, reading(value, .undefinedAttributeType))
    }
    compiler.place = "the property '\(name)'"
    var value = try compiler.value(NSExpression(forKeyPath: name), aggregating)
    if case .external = value.kind {
      value.sql = "\(sql: ExternalFiles.load)(\(value.sql))"
    }
    return (name, value, reading(value, .undefinedAttributeType))
  }

  private func reading(
    _ value: SQLValue, _ type: NSAttributeType
  ) -> SQLResultColumn.Reading {
    if let property = value.property { return .property(property) }
    if case .reference(let entity) = value.kind { return .identity(entity) }
    return .computed(type == .undefinedAttributeType ? value.kind.attributeType : type)
  }

  private func having(_ wanted: [Wanted]) throws(SQLTranslationError) -> SQLFragment {
    guard let predicate = query.havingPredicate else { return "" }
    compiler.place = "the predicate '\(PredicateText.text(of: predicate))'"
    var grouped = context
    grouped.allowsAggregates = true
    for case let description as NSExpressionDescription in query.propertiesToFetch ?? [] {
      grouped.computed[description.name] = description.expression
    }
    return " HAVING \(try compiler.condition(predicate, grouped))"
  }
}
