internal import Foundation

extension Operand {
  /// Whether two values are equal as `==` in SQL finds them: no value equals no value, numbers of
  /// all types by amount, texts by their scalars, objects by identity.
  func isSame(as other: Operand) -> Bool {
    if let order = order(to: other) { return order == .orderedSame }
    switch (self, other) {
    case (.null, .null): return true
    case (.collection(let own), .collection(let others)):
      return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    case (.other(let own), .other(let others)):
      return (own as? NSObject)?.isEqual(others) ?? (own as? AnyHashable == others as? AnyHashable)
    default:
      guard let identity, let other = other.identity else { return false }
      return identity.isEqual(other)
    }
  }

  /// The order of two values of one kind; nil if one is missing or they cannot be ordered.
  func order(to other: Operand) -> ComparisonResult? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Self.order(left, right)
    case (.real(let left), .real(let right)): Self.order(left, right)
    case (.integer(let left), .real(let right)): Self.exactOrder(left, right)
    case (.real(let left), .integer(let right)): Self.exactOrder(right, left).reversed
    case (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal), (.decimal, .real),
      (.real, .decimal):
      decimalOrder(to: other)
    case (.text(let left), .text(let right)): TextOrder.binary.compare(left, right)
    case (.date(let left), .date(let right)): Self.order(left, right)
    case (.blob(let left), .blob(let right)): left.order(to: right)
    case (.text(let text), .integer), (.text(let text), .real):
      Operand(numberIn: text)?.order(to: other)
    case (.integer, .text(let text)), (.real, .text(let text)):
      Operand(numberIn: text).flatMap(order)
    default: nil
    }
  }

  /// The number that a text is, written as a format string would: a text and a number are compared
  /// by amount. nil for every other text.
  init?(numberIn text: String) {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    self = Int64(text).map(Operand.integer) ?? .real(number)
  }

  /// The object that the value stands for.
  var identity: NSManagedObjectID? {
    switch self {
    case .reference(let id): id
    case .source(let source): source.predicateIdentity
    default: nil
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var members: [Operand]? { if case .collection(let members) = self { members } else { nil } }

  private static func order<Number: Comparable>(_ left: Number, _ right: Number)
    -> ComparisonResult
  {
    left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
  }

  /// The order of two numbers by their decimal digits. Only infinite doubles have none.
  private func decimalOrder(to other: Operand) -> ComparisonResult? {
    if let left = decimalParts, let right = other.decimalParts { return Self.order(left, right) }
    guard let left = double, let right = other.double else { return nil }
    return Self.order(left, right)
  }

  /// Exact, as SQLite does it: most large integers have no double of the same amount.
  private static func exactOrder(_ left: Int64, _ right: Double) -> ComparisonResult {
    if right >= 0x1p63 { return .orderedAscending }
    if right < -0x1p63 { return .orderedDescending }
    let whole = order(left, Int64(right))
    return whole != .orderedSame ? whole : order(0, right - right.rounded(.towardZero))
  }
}

extension ComparisonResult {
  var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}

extension Data {
  /// The order of their bytes; a shorter one comes before its continuations.
  fileprivate func order(to other: Data) -> ComparisonResult {
    if self == other { return .orderedSame }
    return lexicographicallyPrecedes(other) ? .orderedAscending : .orderedDescending
  }
}
