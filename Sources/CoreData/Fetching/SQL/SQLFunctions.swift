internal import CSQLite
internal import Foundation

/// The functions and collations that translated statements use. They are the code that evaluates
/// predicates in memory, so a store cannot disagree with it.
enum SQLFunctions {
  /// `CD_FOLD(text, options)`
  static let fold = "CD_FOLD"
  /// `CD_MATCH(operator, options, text, other)`
  static let match = "CD_MATCH"
  /// `CD_NUMBER(text)`: the number that it is, or NULL
  static let number = "CD_NUMBER"
  /// `CD_CALL(name, arguments…)`
  static let call = "CD_CALL"

  /// Makes them known to a connection.
  static func install(on connection: OpaquePointer?) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    sqlite3_create_function_v2(
      connection, fold, 2, flags, nil,
      { context, _, arguments in
        let text = SQLFunctions.operand(arguments?[0])
        let options = SQLFunctions.options(arguments?[1])
        SQLFunctions.give(
          context, text.text.map { .text(TextMatching.folded($0, options)) } ?? text)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      connection, match, 4, flags, nil,
      { context, _, arguments in
        guard let text = SQLFunctions.bytes(arguments?[2]),
          sqlite3_value_type(arguments?[3]) == SQLITE_TEXT
        else { return sqlite3_result_null(context) }
        let holds = SQLFunctions.withMatcher(context, arguments) { $0.holds(text) }
        sqlite3_result_int(context, holds ? 1 : 0)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      connection, number, 1, flags, nil,
      { context, _, arguments in
        let text = SQLFunctions.operand(arguments?[0]).text
        SQLFunctions.give(context, text.flatMap(Operand.init(numberIn:)) ?? .null)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      connection, call, -1, flags, nil,
      { context, count, arguments in
        let values = (0..<Int(count)).map { SQLFunctions.operand(arguments?[$0]) }
        let name = values.first?.text ?? ""
        SQLFunctions.give(context, PredicateFunction.value(of: name, Array(values.dropFirst())))
      }, nil, nil, nil)
    SQLDecimals.install(on: connection)
    for order in TextOrder.allCases where order != .binary {
      sqlite3_create_collation_v2(
        connection, order.rawValue, SQLITE_UTF8,
        UnsafeMutableRawPointer(bitPattern: UInt(order.number)),
        { order, leftCount, left, rightCount, right in
          let order = TextOrder(number: Int(bitPattern: order))
          let one = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
          let other = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
          return Int32(order.compare(one, other).rawValue)
        }, nil)
    }
  }

  /// The matcher of a call of `CD_MATCH`. SQLite keeps it from row to row while operator, options
  /// and right side are constants.
  private static func withMatcher(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: (TextMatcher) -> Bool
  ) -> Bool {
    if let kept = sqlite3_get_auxdata(context, 3) {
      return body(ForeignPointer.object(kept, as: TextMatcher.self))
    }
    let number = UInt(sqlite3_value_int64(arguments?[0]))
    guard let kind = NSComparisonPredicate.Operator(rawValue: number),
      let other = operand(arguments?[3]).text
    else { return false }
    let matcher = TextMatcher(kind, other, options(arguments?[1]))
    sqlite3_set_auxdata(context, 3, ForeignPointer.owning(matcher)) { matcher in
      if let matcher { ForeignPointer.release(matcher) }
    }
    return body(matcher)
  }

  /// A text where SQLite has it; nil if it is none.
  private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  private static func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }

  private static func options(_ value: OpaquePointer?) -> NSComparisonPredicate.Options {
    NSComparisonPredicate.Options(rawValue: UInt(sqlite3_value_int64(value)))
  }

  static func operand(_ value: OpaquePointer?) -> Operand {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: .number(sqlite3_value_double(value))
    case SQLITE_TEXT: .text(text(sqlite3_value_text(value), sqlite3_value_bytes(value)))
    case SQLITE_BLOB:
      .blob(Data(bytes: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
    default: .null
    }
  }

  static func give(_ context: OpaquePointer?, _ result: Operand) {
    switch result {
    case .decimal(let number): give(context, Value.decimal(number).sqlBinding ?? .null)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number), .date(let number): sqlite3_result_double(context, number)
    case .text(let text):
      sqlite3_result_text(context, text, Int32(text.utf8.count), SQLiteStatement.transient)
    default: sqlite3_result_null(context)
    }
  }

  private static func give(_ context: OpaquePointer?, _ result: SQLBinding) {
    switch result {
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .blob(let data):
      data.withUnsafeBytes { bytes in
        sqlite3_result_blob(
          context, bytes.baseAddress, Int32(bytes.count), SQLiteStatement.transient)
      }
    case .text, .null: sqlite3_result_null(context)
    }
  }
}

extension TextOrder {
  /// A number that fits where SQLite hands a pointer through; never 0.
  fileprivate var number: Int { (Self.numbered.firstIndex(of: self) ?? 0) + 1 }
  /// Made once: a number is looked up in each comparison.
  private static let numbered = allCases

  fileprivate init(number: Int) {
    let index = number - 1
    self = Self.numbered.indices.contains(index) ? Self.numbered[index] : .binary
  }
}
