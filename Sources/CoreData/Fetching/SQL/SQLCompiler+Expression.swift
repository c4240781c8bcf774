internal import Foundation

extension SQLCompiler {
  func term(
    _ expression: NSExpression, _ context: Context
  ) throws(SQLTranslationError) -> SQLTerm {
    switch expression.tree {
    case .constant(let constant): return try term(constant.operand, expression)
    case .evaluatedObject: return .value(identity(context.source))
    case .variable(let name):
      if let computed = context.computed[name] { return try term(computed, context) }
      guard let row = context.variables[name] else { throw failure(.unboundVariable(name)) }
      return .value(identity(row.source))
    case .keyPath(let names, of: let operand): return try path(names, operand, context)
    case .aggregate(let members):
      var values: [SQLValue] = []
      for member in members { values.append(try value(member, context)) }
      return .list(values)
    case .subquery(let collection, variable: let name, let predicate):
      return .members(try subquery(collection, name, predicate, context))
    case .function(let name, let arguments):
      return .value(try function(name, arguments, context))
    case .conditional(let predicate, let first, let second):
      let condition = try condition(predicate, context)
      let (first, second) = (try value(first, context), try value(second, context))
      let sql: SQLFragment = "CASE WHEN \(condition) THEN \(first.sql) ELSE \(second.sql) END"
      let kind = first.isComparable(to: second) ? first.kind : .unknown
      return .value(SQLValue(sql: "(\(sql))", kind: kind))
    case .sets, .block: throw failure(.expression(expression.description))
    }
  }

  /// An expression that has to be a single value.
  func value(
    _ expression: NSExpression, _ context: Context
  ) throws(SQLTranslationError) -> SQLValue {
    switch try term(expression, context) {
    case .value(let value): return value
    case .members: throw failure(.toMany(expression.description))
    case .list: throw failure(.value(expression.description))
    }
  }

  private func term(
    _ operand: Operand, _ expression: NSExpression
  ) throws(SQLTranslationError) -> SQLTerm {
    guard let members = operand.members else {
      return .value(try value(operand, expression))
    }
    var values: [SQLValue] = []
    values.reserveCapacity(members.count)
    for member in members { values.append(try value(member, expression)) }
    return .list(values)
  }

  private func value(
    _ operand: Operand, _ expression: NSExpression
  ) throws(SQLTranslationError) -> SQLValue {
    func made(_ binding: SQLBinding, _ kind: SQLValue.Kind) -> SQLValue {
      SQLValue(sql: "\(value: binding)", kind: kind, constant: operand)
    }
    switch operand {
    case .null: return SQLValue(sql: "NULL", kind: .null)
    case .integer(let number): return made(.integer(number), .number)
    case .real(let number): return made(.real(number), .number)
    case .decimal(let number):
      return made(Value.decimal(number).sqlBinding ?? .null, .decimal)
    case .text(let text): return made(.text(text), .text)
    case .date(let seconds): return made(.real(seconds), .date)
    case .blob(let data): return made(.blob(data), .blob)
    case .reference, .source:
      guard let id = operand.identity else { throw failure(.value(expression.description)) }
      guard let key = id.rowKey, storeUUID == nil || storeUUID == id.storeUUID else {
        return SQLValue(sql: "NULL", kind: .stranger, constant: operand)
      }
      return made(.integer(key), .reference(id.entity))
    case .other(let entity as NSEntityDescription):
      // That of another copy of the model stands for its namesake.
      let own = names.entities.first { $0.name == entity.name }
      return made(.integer(own.map(names.number) ?? 0), .entity)
    case .collection, .other: throw failure(.value(expression.description))
    }
  }

  private func path(
    _ names: [String], _ operand: NSExpression, _ context: Context
  ) throws(SQLTranslationError) -> SQLTerm {
    switch operand.tree {
    case .evaluatedObject:
      if names.count == 1, let computed = context.computed[names[0]] {
        return try term(computed, context)
      }
      return try term(along: names, from: context.source, in: context.scope)
    case .variable(let name):
      guard let row = context.variables[name] else { throw failure(.unboundVariable(name)) }
      return try term(along: names, from: row.source, in: row.scope)
    case .subquery(let collection, variable: let name, let predicate):
      let members = try subquery(collection, name, predicate, context)
      guard let first = names.first, first.hasPrefix("@") else {
        throw failure(.expression(names.joined(separator: ".")))
      }
      return .value(try aggregate(first, of: names.dropFirst(), members))
    case .constant(let constant):
      return try term(constant.operand.value(along: names[...]), operand)
    default: throw failure(.expression(operand.description))
    }
  }

  private func subquery(
    _ collection: NSExpression, _ name: String, _ predicate: NSPredicate, _ context: Context
  ) throws(SQLTranslationError) -> SQLMembers {
    guard case .members(var members) = try term(collection, context),
      case .reference = members.value.kind
    else { throw failure(.expression(collection.description)) }
    var inner = context
    inner.variables[name] = (members.scope, try row(of: members))
    let condition = try condition(predicate, inner)
    members.condition = members.condition.map { "\($0) AND \(condition)" } ?? condition
    return members
  }
}

// MARK: Functions

extension SQLCompiler {
  private func function(
    _ name: String, _ arguments: [NSExpression], _ context: Context
  ) throws(SQLTranslationError) -> SQLValue {
    if let aggregate = PredicateFunction.aggregates[name] {
      return try self.aggregate(aggregate, name, arguments, context)
    }
    if name == "count:", arguments.count == 1 { return try count(arguments[0], context) }
    let whole = NSExpression(.function(name, arguments))
    if whole.isConstant {
      return try value(whole.operand(in: Evaluation(object: nil)), whole)
    }
    if name == "objectFrom:withIndex:" { throw failure(.function(name)) }
    var values: [SQLValue] = []
    for argument in arguments { values.append(try value(argument, context)) }
    if name == "castObject:toType:" { return try cast(values[0], to: values[1], whole) }
    if let time = time(name, values) { return time }
    if let sign = PredicateArithmetic(rawValue: name), values.count == 2 {
      return arithmetic(sign, values[0], values[1])
    }
    return call(name, values)
  }

  /// A date is kept as the number of its seconds: a cast between the two changes nothing but what
  /// it is taken for.
  private func cast(
    _ value: SQLValue, to type: SQLValue, _ whole: NSExpression
  ) throws(SQLTranslationError) -> SQLValue {
    let kind: SQLValue.Kind
    switch (value.kind, type.constant?.text) {
    case (.number, "NSNumber"), (.date, "NSNumber"): kind = .number
    case (.number, "NSDate"): kind = .date
    case (.text, "NSString"): kind = .text
    default: throw failure(.expression(whole.description))
    }
    return SQLValue(sql: value.sql, kind: kind, isAggregate: value.isAggregate)
  }

  /// The functions of dates; nil for all others.
  private func time(_ name: String, _ values: [SQLValue]) -> SQLValue? {
    guard case .date? = values.first?.kind else { return nil }
    let date = values[0].sql
    func number(_ sql: SQLFragment) -> SQLValue { SQLValue(sql: "(\(sql))", kind: .number) }
    switch (name, values.last?.kind) {
    case ("dateByAddingTimeInterval:", .number): return arithmetic(.add, values[0], values[1])
    case ("timeIntervalSinceDate:", .date): return number("\(date) - \(values[1].sql)")
    case ("timeIntervalSinceReferenceDate", _): return number(date)
    case ("timeIntervalSince1970", _):
      return number("\(date) + \(value: .real(Date.timeIntervalBetween1970AndReferenceDate))")
    case ("timeIntervalSinceNow", _):
      return number("\(date) - \(value: .real(Date().timeIntervalSinceReferenceDate))")
    default: return nil
    }
  }

  private func arithmetic(
    _ sign: PredicateArithmetic, _ left: SQLValue, _ right: SQLValue
  ) -> SQLValue {
    let isAggregate = left.isAggregate || right.isAggregate
    switch (left.kind, right.kind) {
    case (.date, .number) where sign == .add || sign == .subtract,
      (.number, .number) where sign != .power:
      // The kind of the left side is the kind of the result.
      return SQLValue(
        sql: "(\(left.sql) \(sql: sign.sign) \(right.sql))", kind: left.kind,
        isAggregate: isAggregate)
    default: return call(sign.rawValue, [left, right])
    }
  }

  /// A function that SQLite calls us for. Values that memory would not take are NULL.
  private func call(_ name: String, _ values: [SQLValue]) -> SQLValue {
    let arguments = values.map { value -> SQLFragment in
      switch value.kind {
      case .number, .decimal, .text, .unknown: value.sql
      default: "NULL"
      }
    }
    let kind: SQLValue.Kind =
      ["lowercase:", "uppercase:", "canonical:", "stringByAppendingString:"].contains(name)
      ? .text : .number
    let list = arguments.joined(by: ", ")
    if values.contains(where: \.isDecimal) {
      let sql: SQLFragment = "\(sql: SQLDecimals.call)('\(sql: name)', \(list))"
      return SQLValue(
        sql: sql, kind: .decimal, isAggregate: values.contains(where: \.isAggregate))
    }
    let sql: SQLFragment = "\(sql: SQLFunctions.call)('\(sql: name)', \(list))"
    return SQLValue(sql: sql, kind: kind, isAggregate: values.contains(where: \.isAggregate))
  }

  private func aggregate(
    _ aggregate: PredicateAggregate, _ name: String, _ arguments: [NSExpression],
    _ context: Context
  ) throws(SQLTranslationError) -> SQLValue {
    guard arguments.count == 1 else { throw failure(.function(name)) }
    switch try term(arguments[0], context) {
    case .value(let value) where context.allowsAggregates:
      return SQLValue(
        sql: aggregate.call(on: value), kind: aggregate.kind(of: value), isAggregate: true)
    case .members(let members):
      let sql: SQLFragment = "(SELECT \(aggregate.call(on: members.value)) \(members.source()))"
      return SQLValue(sql: sql, kind: aggregate.kind(of: members.value))
    default: throw failure(.function(name))
    }
  }

  private func count(
    _ argument: NSExpression, _ context: Context
  ) throws(SQLTranslationError) -> SQLValue {
    switch try term(argument, context) {
    case .value(let value) where context.allowsAggregates:
      return SQLValue(sql: "COUNT(\(value.sql))", kind: .number, isAggregate: true)
    case .members(let members):
      return SQLValue(sql: "(SELECT COUNT(*) \(members.source()))", kind: .number)
    default: throw failure(.function("count:"))
    }
  }
}

extension NSExpression {
  /// Whether its value depends on no object and no variable, so that it can be worked out before a
  /// store is asked.
  fileprivate var isConstant: Bool {
    switch tree {
    case .constant: true
    case .function(_, let arguments), .aggregate(let arguments): arguments.allSatisfy(\.isConstant)
    case .keyPath(_, let start): start.isConstant
    default: false
    }
  }
}
