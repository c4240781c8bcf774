internal import Foundation

extension Operand {
  /// The value at the end of a key path. Going through a collection gives the collection of what
  /// its members have, flattened; nothing leads to nothing.
  func value(along names: ArraySlice<String>) -> Operand {
    guard let name = names.first else { return self }
    let rest = names.dropFirst()
    if name.hasPrefix("@") { return aggregate(String(name.dropFirst()), of: rest) }
    switch self {
    case .source(let source):
      return name == "self"
        ? value(along: rest) : source.predicateOperand(forKey: name).value(along: rest)
    case .collection(let members):
      // All members of all members are counted together, as SQL does it.
      if let index = names.firstIndex(where: { $0.hasPrefix("@") }) {
        return value(along: names[..<index]).value(along: names[index...])
      }
      return .collection(
        members.flatMap { member -> [Operand] in
          let value = member.value(along: names)
          return value.members ?? [value]
        })
    case .text(let text) where name == "length": return .integer(Int64(text.unicodeScalars.count))
    case .null:
      // A path that ends early has no members to count, rather than no count.
      guard let index = names.firstIndex(where: { $0.hasPrefix("@") }) else { return .null }
      return value(along: names[index...])
    default: return name == "self" ? value(along: rest) : .null
    }
  }

  /// `@count`, or an aggregate of what the members have along the rest of the path.
  private func aggregate(_ name: String, of rest: ArraySlice<String>) -> Operand {
    let members = members ?? (isNull ? [] : [self])
    guard name != "count" else { return .integer(Int64(members.count)) }
    guard let aggregate = PredicateAggregate(keyPathName: name) else { return .null }
    let values = Operand.collection(members).value(along: rest).members ?? []
    return aggregate.value(of: values)
  }

  static func combined(
    _ kind: NSExpression.ExpressionType, _ left: Operand, _ right: Operand
  ) -> Operand {
    let left = left.members ?? []
    let right = right.members ?? []
    func isIn(_ members: [Operand]) -> (Operand) -> Bool {
      { value in members.contains { $0.isSame(as: value) } }
    }
    switch kind {
    case .intersectSet: return .collection(left.filter(isIn(right)))
    case .minusSet: return .collection(left.filter { !isIn(right)($0) })
    default: return .collection(left + right.filter { !isIn(left)($0) })
    }
  }
}

/// What can be asked of many values at once. Missing values do not count.
enum PredicateAggregate: String, CaseIterable {
  case sum
  case average
  case minimum = "min"
  case maximum = "max"

  init?(keyPathName: String) {
    if keyPathName == "avg" { self = .average } else { self.init(rawValue: keyPathName) }
  }

  /// The function of the same meaning in SQL.
  var sqlName: String {
    switch self {
    case .sum: "SUM"
    case .average: "AVG"
    case .minimum: "MIN"
    case .maximum: "MAX"
    }
  }

  /// The sum of nothing is 0; the others of nothing are no value.
  func value(of values: [Operand]) -> Operand {
    var aggregation = Aggregation(self)
    for value in values { aggregation.add(value) }
    return aggregation.result
  }
}

/// An aggregate of values that come one after the other.
struct Aggregation {
  private let aggregate: PredicateAggregate
  private var total = Operand.null
  private var count = 0

  init(_ aggregate: PredicateAggregate) { self.aggregate = aggregate }

  mutating func add(_ value: Operand) {
    switch aggregate {
    case .sum, .average:
      guard value.isNumber else { return }
      total = total.isNull ? value : PredicateArithmetic.add.value(total, value)
      count += 1
    case .minimum: keep(value, if: .orderedAscending)
    case .maximum: keep(value, if: .orderedDescending)
    }
  }

  private mutating func keep(_ value: Operand, if wanted: ComparisonResult) {
    if total.isNull || value.order(to: total) == wanted { total = value }
  }

  var result: Operand {
    switch aggregate {
    case .sum: return total.isNull ? .integer(0) : total
    case .average:
      if total.isDecimal { return PredicateArithmetic.divide.value(total, .integer(Int64(count))) }
      return total.double.map { .number($0 / Double(count)) } ?? .null
    case .minimum, .maximum: return total
    }
  }
}
