internal import Foundation

/// One side of a comparison in SQL.
enum SQLTerm {
  case value(SQLValue)
  case list([SQLValue])
  case members(SQLMembers)
}

extension SQLCompiler {
  typealias Operator = NSComparisonPredicate.Operator
  typealias Options = NSComparisonPredicate.Options

  func condition(
    _ comparison: NSComparisonPredicate, _ context: Context
  ) throws(SQLTranslationError) -> SQLFragment {
    let left = try term(comparison.leftExpression, context)
    let right = try term(comparison.rightExpression, context)
    let (kind, options) = (comparison.predicateOperatorType, comparison.options)
    guard case .members(let members) = left, comparison.comparisonPredicateModifier != .direct
    else {
      return try condition(kind, options, left, right, comparison)
    }
    let each = try condition(kind, options, .value(members.value), right, comparison)
    if comparison.comparisonPredicateModifier == .any {
      return "EXISTS (SELECT 1 \(members.source(where: each)))"
    }
    return "NOT EXISTS (SELECT 1 \(members.source(where: "(\(each)) IS NOT TRUE")))"
  }

  private func condition(
    _ kind: Operator, _ options: Options, _ left: SQLTerm, _ right: SQLTerm,
    _ comparison: NSComparisonPredicate
  ) throws(SQLTranslationError) -> SQLFragment {
    switch (kind, left, right) {
    case (.in, .value(let value), .list(let members)),
      (.contains, .list(let members), .value(let value)):
      return try isIn(value, members, options)
    case (.in, .value(let value), .members(let members)),
      (.contains, .members(let members), .value(let value)):
      let each = equality(members.value, value, options)
      return "EXISTS (SELECT 1 \(members.source(where: each)))"
    case (.between, .value(let value), .list(let bounds)):
      guard bounds.count == 2 else { throw failure(.bounds) }
      let low = ordering(.greaterThanOrEqualTo, value, bounds[0], options)
      let high = ordering(.lessThanOrEqualTo, value, bounds[1], options)
      return "(\(low) AND \(high))"
    case (.between, .value, _): throw failure(.bounds)
    case (_, .value(let left), .value(let right)):
      return try condition(kind, options, left, right, comparison)
    case (_, .members, _): throw failure(.toMany(comparison.leftExpression.description))
    case (_, _, .members): throw failure(.toMany(comparison.rightExpression.description))
    default: throw failure(.expression(comparison.description))
    }
  }

  private func condition(
    _ kind: Operator, _ options: Options, _ left: SQLValue, _ right: SQLValue,
    _ comparison: NSComparisonPredicate
  ) throws(SQLTranslationError) -> SQLFragment {
    switch (left.kind, right.kind) {
    case (.external, .null), (.null, .external): break
    case (.external, _): throw failure(.external(comparison.leftExpression.description))
    case (_, .external): throw failure(.external(comparison.rightExpression.description))
    default: break
    }
    switch kind {
    case .equalTo: return equality(left, right, options)
    case .notEqualTo: return inequality(left, right, options)
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      return ordering(kind, left, right, options)
    case .beginsWith, .endsWith, .contains, .in, .like, .matches:
      try requireText(left, comparison.leftExpression)
      try requireText(right, comparison.rightExpression)
      return textMatch(kind, left, right, options)
    case .between: throw failure(.bounds)
    }
  }

  private func requireText(
    _ value: SQLValue, _ expression: NSExpression
  ) throws(SQLTranslationError) {
    switch value.kind {
    case .text, .null, .unknown: return
    default: throw failure(.notText(expression.description))
    }
  }
}

// MARK: Equality and order

extension SQLCompiler {
  private func folded(_ value: SQLValue, _ options: Options) -> SQLFragment {
    let ignored = options.intersection([.caseInsensitive, .diacriticInsensitive])
    guard !ignored.isEmpty, case .text = value.kind else { return value.sql }
    if let text = value.constant?.text {
      return "\(value: .text(TextMatching.folded(text, ignored)))"
    }
    return "\(sql: SQLFunctions.fold)(\(value.sql), \(sql: "\(ignored.rawValue)"))"
  }

  /// A text beside a number is compared as the number that it is, if it is one.
  private func aligned(_ left: SQLValue, _ right: SQLValue) -> (SQLValue, SQLValue) {
    switch (left.kind, right.kind) {
    case (.text, .number): (asNumber(left), right)
    case (.number, .text): (left, asNumber(right))
    default: (left, right)
    }
  }

  private func asNumber(_ text: SQLValue) -> SQLValue {
    guard let constant = text.constant?.text else {
      return SQLValue(sql: "\(sql: SQLFunctions.number)(\(text.sql))", kind: .number)
    }
    switch Operand(numberIn: constant) {
    case .integer(let number)?:
      return SQLValue(sql: "\(value: .integer(number))", kind: .number, constant: .integer(number))
    case .real(let number)?:
      return SQLValue(sql: "\(value: .real(number))", kind: .number, constant: .real(number))
    default: return text
    }
  }

  func equality(_ left: SQLValue, _ right: SQLValue, _ options: Options) -> SQLFragment {
    if left.isMixed(with: right), left.constant == nil, right.constant == nil {
      let (one, other) = aligned(left, right)
      // A text that is no number is no NULL either.
      return "(\(one.sql) = \(other.sql) OR (\(left.sql) IS NULL AND \(right.sql) IS NULL))"
    }
    let (left, right) = aligned(left, right)
    switch (left.kind, right.kind) {
    case (.null, .null): return .true
    case (.stranger, _), (_, .stranger): return .false
    case (.null, _): return "\(right.sql) IS NULL"
    case (_, .null): return "\(left.sql) IS NULL"
    default: break
    }
    guard left.isComparable(to: right) else {
      return left.constant != nil || right.constant != nil
        ? .false : "(\(left.sql) IS NULL AND \(right.sql) IS NULL)"
    }
    if let flag = flag(left, right) { return flag }
    // Only a constant is known to be no NULL; `=` is the form that every SQLite finds indexes for.
    let sign = left.constant != nil || right.constant != nil ? "=" : "IS"
    return "\(folded(left, options)) \(sql: sign) \(folded(right, options))"
  }

  /// A truth value compared with a constant, written out: partial indexes are found by the text of
  /// their condition.
  private func flag(_ left: SQLValue, _ right: SQLValue) -> SQLFragment? {
    guard (left.property as? NSAttributeDescription)?.attributeType == .booleanAttributeType,
      case .integer(let number)? = right.constant, number == 0 || number == 1
    else { return nil }
    return "\(left.sql) = \(sql: "\(number)")"
  }

  private func inequality(
    _ left: SQLValue, _ right: SQLValue, _ options: Options
  ) -> SQLFragment {
    if left.isMixed(with: right) { return "((\(equality(left, right, options))) IS NOT TRUE)" }
    switch (left.kind, right.kind) {
    case (.null, .null): return .false
    case (.stranger, _), (_, .stranger): return .true
    case (.null, _): return "\(right.sql) IS NOT NULL"
    case (_, .null): return "\(left.sql) IS NOT NULL"
    default: break
    }
    guard left.isComparable(to: right) else {
      return left.constant != nil || right.constant != nil
        ? .true : "(\(left.sql) IS NOT NULL OR \(right.sql) IS NOT NULL)"
    }
    return "\(folded(left, options)) IS NOT \(folded(right, options))"
  }

  private func ordering(
    _ kind: Operator, _ left: SQLValue, _ right: SQLValue, _ options: Options
  ) -> SQLFragment {
    if case .reference = left.kind { return .false }
    let (left, right) = aligned(left, right)
    guard left.isComparable(to: right) else { return .false }
    if left.isDecimal || right.isDecimal { return decimalOrdering(kind, left, right) }
    return "\(folded(left, options)) \(sql: kind.text) \(folded(right, options))"
  }

  /// Above this many, the values of a list go in one parameter, as JSON: SQLite takes some 32,000
  /// parameters, and parsing a long list costs more than reading it.
  private static let longList = 500

  private func isIn(
    _ value: SQLValue, _ members: [SQLValue], _ options: Options
  ) throws(SQLTranslationError) -> SQLFragment {
    let constants = members.filter { $0.constant != nil && value.isComparable(to: $0) }
    let others = members.filter { $0.constant == nil || value.isMixed(with: $0) }
    var conditions = others.map { equality(value, $0, options) }
    if let list = longList(constants, options) {
      conditions.append("\(folded(value, options)) IN (SELECT value FROM json_each(\(list)))")
    } else if !constants.isEmpty {
      let list = constants.map { folded($0, options) }.joined(by: ", ")
      conditions.append("\(folded(value, options)) IN (\(list))")
    }
    return conditions.isEmpty ? .false : "(\(conditions.joined(by: " OR ")))"
  }

  /// nil for short lists and for values that JSON does not keep exactly.
  private func longList(_ constants: [SQLValue], _ options: Options) -> SQLFragment? {
    guard constants.count > Self.longList else { return nil }
    var words: [String] = []
    for constant in constants {
      switch folded(constant, options).bindings.first {
      case .integer(let number)?: words.append("\(number)")
      case .text(let text)?:
        guard let data = try? JSONEncoder().encode(text) else { return nil }
        words.append(String(decoding: data, as: UTF8.self))
      default: return nil
      }
    }
    return "\(value: .text("[" + words.joined(separator: ",") + "]"))"
  }
}

// MARK: Texts

extension SQLCompiler {
  private func textMatch(
    _ kind: Operator, _ left: SQLValue, _ right: SQLValue, _ options: Options
  ) -> SQLFragment {
    let ignored = options.intersection([.caseInsensitive, .diacriticInsensitive])
    if ignored.isEmpty, kind == .beginsWith, let prefix = right.constant?.text {
      return starts(left, prefix)
    }
    if ignored.isEmpty, kind == .contains { return "instr(\(left.sql), \(right.sql)) > 0" }
    let number = "\(kind.rawValue), \(options.rawValue)"
    return "\(sql: SQLFunctions.match)(\(sql: number), \(left.sql), \(right.sql))"
  }

  /// A prefix as a range, which an index can serve: everything from the prefix up to, but not
  /// including, the prefix with its last scalar one higher.
  private func starts(_ value: SQLValue, _ prefix: String) -> SQLFragment {
    let low: SQLFragment = "\(value.sql) >= \(value: .text(prefix))"
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // Between D800 and DFFF there are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let higher = Unicode.Scalar(next) else { continue }
      var end = String.UnicodeScalarView(scalars)
      end.append(higher)
      return "(\(low) AND \(value.sql) < \(value: .text(String(end))))"
    }
    return low
  }
}
