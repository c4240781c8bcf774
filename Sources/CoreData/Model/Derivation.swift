internal import Foundation

/// What a derived attribute is worked out from: properties of its own object, and what objects at
/// the other end of one relationship have.
struct Derivation: @unchecked Sendable {
  // @unchecked Sendable because expressions never change and the descriptions are frozen.
  /// A relationship that the expression follows, and what it reads there: an attribute, or nothing
  /// but the number of the members.
  struct Use {
    let relationship: NSRelationshipDescription
    let attribute: NSAttributeDescription?

    /// Equal for uses that read the same.
    var key: String { "\(relationship.name).\(attribute?.name ?? "")" }
  }

  /// Why an expression cannot be kept true by a store.
  struct Problem: Error {
    let words: String
  }

  let attribute: NSDerivedAttributeDescription
  let expression: NSExpression
  private(set) var uses: [Use] = []

  /// Whether the value is the time of the save.
  var isNow: Bool { expression.tree.isNow }

  init(
    of attribute: NSDerivedAttributeDescription, in entity: NSEntityDescription
  ) throws(Problem) {
    guard let expression = attribute.derivationExpression else {
      throw Problem(words: "it has no derivation expression")
    }
    self.attribute = attribute
    self.expression = expression
    try read(expression, entity)
  }

  private mutating func read(
    _ expression: NSExpression, _ entity: NSEntityDescription
  ) throws(Problem) {
    switch expression.tree {
    case .constant: return
    case .keyPath(let names, of: let operand):
      guard case .evaluatedObject = operand.tree else { throw beyond(expression) }
      try read(names[...], isInAggregate: false, entity)
    case .function("now", _):
      guard isNow else { throw beyond(expression) }
    case .function(let name, let arguments):
      let isAggregate = PredicateFunction.aggregates[name] != nil || name == "count:"
      for argument in arguments {
        if isAggregate, case .keyPath(let names, of: _) = argument.tree {
          try read(names[...], isInAggregate: true, entity)
        } else {
          try read(argument, entity)
        }
      }
    default: throw beyond(expression)
    }
  }

  /// `attribute`, `toOne.attribute`, `toMany.@count`, `toMany.@sum.attribute`.
  private mutating func read(
    _ names: ArraySlice<String>, isInAggregate: Bool, _ entity: NSEntityDescription
  ) throws(Problem) {
    var names = names
    let first = names.popFirst() ?? ""
    guard let property = entity.property(named: first) else {
      throw Problem(words: "\(entity.name ?? "?") has no property \(first)")
    }
    if property.isTransient || property is NSFetchedPropertyDescription {
      throw Problem(words: "\(first) is not stored")
    }
    guard let relationship = property as? NSRelationshipDescription else {
      if !names.isEmpty { throw Problem(words: "\(first) has no properties of its own") }
      return
    }
    var isAggregated = isInAggregate
    if let sign = names.first, sign.hasPrefix("@") {
      isAggregated = true
      names.removeFirst()
      if sign == "@count" {
        uses.append(Use(relationship: relationship, attribute: nil))
        if names.isEmpty { return }
      }
    }
    if isInAggregate && names.isEmpty {
      uses.append(Use(relationship: relationship, attribute: nil))
      return
    }
    guard relationship.isToMany == isAggregated, names.count == 1,
      let read = relationship.destinationEntity?.property(named: names.first ?? "")
        as? NSAttributeDescription, !read.isTransient
    else {
      throw Problem(
        words: "it reads \(([first] + names).joined(separator: ".")); it may read an attribute at "
          + "the end of one to-one relationship, or @count, @sum and the like of one to-many")
    }
    uses.append(Use(relationship: relationship, attribute: read))
  }

  private func beyond(_ expression: NSExpression) -> Problem {
    Problem(words: "a store cannot keep \(expression.description) true")
  }
}

extension NSExpression.Tree {
  fileprivate var isNow: Bool {
    if case .function("now", let arguments) = self { arguments.isEmpty } else { false }
  }
}

extension NSEntityDescription {
  /// The derived attributes that it declares itself.
  var ownDerivations: [Derivation] {
    ownProperties.compactMap { $0 as? NSDerivedAttributeDescription }
      .sorted { $0.name < $1.name }.compactMap { try? Derivation(of: $0, in: self) }
  }
}
