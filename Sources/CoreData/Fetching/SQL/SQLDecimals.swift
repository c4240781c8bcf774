internal import CSQLite
internal import Foundation

// How SQL compares, sorts, adds up and works on decimals.
//
// A decimal attribute has a column of type DECIMAL, as Apple's have, and almost every decimal that
// people write is kept in it as the integer or the double that reads back as exactly that number.
// The others, with more digits than a double tells apart, are kept as a `DecimalKey`. Each number
// has one form only, so `=`, `IN`, `GROUP BY` and unique indexes need none of this. Orders do:
// SQLite puts all bytes behind all numbers.

extension DecimalParts {
  /// The form in a column.
  var sqlBinding: SQLBinding {
    if exponent >= 0, let whole = wholePart { return .integer(whole) }
    if mantissa < 1_000_000_000_000_000, exponent < 0, exponent >= -22 {
      // So few digits always come back from a double.
      return .real(nearestDouble)
    }
    if digits <= 17, case let near = nearestDouble, near.isFinite, DecimalParts(near) == self {
      return .real(near)
    }
    return .blob(Data(DecimalKey.bytes(of: self)))
  }
}

extension SQLiteColumn {
  /// The number in a column of a decimal attribute; nil for what is none.
  var decimal: Decimal? { decimalParts?.decimal }

  var decimalParts: DecimalParts? {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: DecimalParts(integer)
    case SQLITE_FLOAT: DecimalParts(real)
    case SQLITE_BLOB: DecimalKey.parts(of: dataBytes)
    default: nil
    }
  }
}

enum SQLDecimals {
  /// `CD_DECIMAL(value)`: the number as bytes that SQLite orders rightly.
  static let key = "CD_DECIMAL"
  /// `CD_DECIMAL_CALL(name, arguments…)`: `CD_CALL` with numbers taken as decimals.
  static let call = "CD_DECIMAL_CALL"

  /// The name of an aggregate function of decimals.
  static func name(of aggregate: PredicateAggregate) -> String { "CD_DECIMAL_" + aggregate.sqlName }

  static func install(on connection: OpaquePointer?) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    sqlite3_create_function_v2(
      connection, key, 1, flags, nil,
      { context, _, arguments in
        let column = SQLiteColumn(value: arguments?[0])
        guard let bytes = SQLDecimals.orderedBytes(of: column) else {
          return sqlite3_result_null(context)
        }
        sqlite3_result_blob(context, bytes, Int32(bytes.count), SQLiteStatement.transient)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      connection, call, -1, flags, nil,
      { context, count, arguments in
        let name = SQLiteColumn(value: arguments?[0]).text
        let values = (1..<max(1, Int(count))).map { index in
          SQLDecimals.operand(SQLiteColumn(value: arguments?[index]))
        }
        SQLFunctions.give(context, PredicateFunction.value(of: name, values))
      }, nil, nil, nil)
    for aggregate in PredicateAggregate.allCases { install(aggregate, flags, on: connection) }
  }

  private static func install(
    _ aggregate: PredicateAggregate, _ flags: Int32, on connection: OpaquePointer?
  ) {
    let place = PredicateAggregate.allCases.firstIndex(of: aggregate) ?? 0
    sqlite3_create_function_v2(
      connection, name(of: aggregate), 1, flags, UnsafeMutableRawPointer(bitPattern: place + 1),
      nil,
      { context, _, arguments in
        let operand = SQLDecimals.operand(SQLiteColumn(value: arguments?[0]))
        if !operand.isNull { SQLDecimals.rows(of: context)?.aggregation.add(operand) }
      },
      { context in
        guard let place = SQLDecimals.place(of: context), let pointer = place.pointee else {
          return sqlite3_result_null(context)
        }
        SQLFunctions.give(context, ForeignPointer.object(pointer, as: Rows.self).aggregation.result)
        ForeignPointer.release(pointer)
        place.pointee = nil
      }, nil)
  }

  /// The rows that one call of an aggregate function has seen.
  private final class Rows {
    var aggregation: Aggregation
    init(_ aggregation: Aggregation) { self.aggregation = aggregation }
  }

  /// Where SQLite keeps them between two rows.
  private static func place(
    of context: OpaquePointer?
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  private static func rows(of context: OpaquePointer?) -> Rows? {
    guard let place = place(of: context) else { return nil }
    if let known = place.pointee { return ForeignPointer.object(known, as: Rows.self) }
    let number = Int(bitPattern: sqlite3_user_data(context)) - 1
    let rows = Rows(Aggregation(PredicateAggregate.allCases[number]))
    place.pointee = ForeignPointer.owning(rows)
    return rows
  }

  private static func operand(_ column: SQLiteColumn) -> Operand {
    if let text = SQLFunctions.operand(column.value).text { return .text(text) }
    guard let parts = column.decimalParts else { return .null }
    return parts.decimal.map(Operand.decimal) ?? .number(parts.nearestDouble)
  }

  /// The infinities of doubles have no digits; they stand at the ends.
  private static func orderedBytes(of column: SQLiteColumn) -> [UInt8]? {
    if let parts = column.decimalParts { return DecimalKey.bytes(of: parts) }
    guard sqlite3_value_type(column.value) == SQLITE_FLOAT else { return nil }
    return column.real < 0 ? [0x00] : [0xff]
  }
}

// MARK: In translated predicates

extension SQLValue {
  var isDecimal: Bool { if case .decimal = kind { true } else { false } }

  /// As bytes that SQLite orders rightly.
  var orderedDecimal: SQLFragment { "\(sql: SQLDecimals.key)(\(sql))" }
}

extension SQLCompiler {
  func decimalOrdering(
    _ kind: Operator, _ left: SQLValue, _ right: SQLValue
  ) -> SQLFragment {
    if let quick = quickOrdering(kind, left, right) { return quick }
    return "\(left.orderedDecimal) \(sql: kind.text) \(right.orderedDecimal)"
  }

  /// A column and a constant that has a number's form: numbers are compared as numbers, keys as
  /// keys, and SQLite does it alone, with an index if there is one.
  private func quickOrdering(
    _ kind: Operator, _ column: SQLValue, _ limit: SQLValue
  ) -> SQLFragment? {
    if column.constant != nil, limit.property != nil {
      return quickOrdering(kind.mirrored, limit, column)
    }
    guard column.property != nil, let parts = limit.constant?.decimalParts else { return nil }
    let number = parts.sqlBinding
    if case .blob = number { return nil }
    let plain: SQLFragment = "\(column.sql) \(sql: kind.text) \(value: number)"
    guard column.isDecimal else { return plain }
    let key = SQLBinding.blob(Data(DecimalKey.bytes(of: parts)))
    let keyed: SQLFragment = "\(column.sql) \(sql: kind.text) \(value: key)"
    return kind == .lessThan || kind == .lessThanOrEqualTo
      ? "(\(plain) OR (\(column.sql) >= x'' AND \(keyed)))"
      : "((\(plain) AND \(column.sql) < x'') OR \(keyed))"
  }
}

extension NSComparisonPredicate.Operator {
  /// The operator that says the same with its sides exchanged.
  fileprivate var mirrored: Self {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
    default: self
    }
  }
}
