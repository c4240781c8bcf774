internal import Foundation

/// Whether the keys of a fetch lead somewhere, asked before rows in memory are looked at: a row
/// without such a property would have no value for it, and a misspelt key would find nothing.
/// What SQL is asked for is checked where it is translated.
struct KeyCheck {
  private let query: StoreQuery
  private var place = ""

  static func check(_ query: StoreQuery) throws(SQLTranslationError) {
    var check = KeyCheck(query)
    try check.run()
  }

  private init(_ query: StoreQuery) { self.query = query }

  private mutating func run() throws(SQLTranslationError) {
    if let predicate = query.predicate {
      place = "the predicate '\(PredicateText.text(of: predicate))'"
      try check(predicate, [:])
    }
    for descriptor in query.sortDescriptors {
      guard let names = descriptor.keyed?.names else { continue }
      place = "the sort descriptor \(descriptor)"
      _ = try end(of: names, from: query.entity)
    }
    for asked in (query.propertiesToFetch ?? []) + (query.propertiesToGroupBy ?? []) {
      place = "the properties to fetch"
      if let path = asked as? String {
        _ = try end(of: path.split(separator: ".").map(String.init), from: query.entity)
      } else if let expression = (asked as? NSExpressionDescription)?.expression {
        _ = try end(of: expression, [:])
      }
    }
  }

  /// The entities of what variables stand for; of other values nothing is known.
  private typealias Variables = [String: NSEntityDescription]

  private func check(
    _ predicate: NSPredicate, _ variables: Variables
  ) throws(SQLTranslationError) {
    switch predicate.shape {
    case .comparison(let comparison):
      _ = try end(of: comparison.leftExpression, variables)
      _ = try end(of: comparison.rightExpression, variables)
    case .compound(_, let parts): for part in parts { try check(part, variables) }
    case .constant, .opaque: break
    }
  }

  /// The entity of the objects that an expression gives; nil for other values.
  private func end(
    of expression: NSExpression, _ variables: Variables
  ) throws(SQLTranslationError) -> NSEntityDescription? {
    switch expression.tree {
    case .constant: return nil
    case .evaluatedObject: return query.entity
    case .variable(let name): return variables[name]
    case .keyPath(let names, of: let operand):
      guard let start = try end(of: operand, variables) else { return nil }
      return try end(of: names, from: start, areMany: operand.isOfMany)
    case .subquery(let members, variable: let name, let predicate):
      let entity = try end(of: members, variables)
      var inner = variables
      inner[name] = entity
      try check(predicate, inner)
      return entity
    case .sets(_, let left, let right):
      let entity = try end(of: left, variables)
      _ = try end(of: right, variables)
      return entity
    case .conditional(let predicate, let first, let second):
      try check(predicate, variables)
      let entity = try end(of: first, variables)
      _ = try end(of: second, variables)
      return entity
    case .function(_, let arguments), .aggregate(let arguments), .block(_, let arguments):
      for argument in arguments { _ = try end(of: argument, variables) }
      return nil
    }
  }

  private func end(
    of names: [String], from start: NSEntityDescription, areMany: Bool = false
  ) throws(SQLTranslationError) -> NSEntityDescription? {
    var (entity, areMany) = (start, areMany)
    var rest = names[...]
    while let name = rest.popFirst() {
      if name == "self" { continue }
      if name.hasPrefix("@") {
        // Of one value nothing can be counted or summed up.
        let aggregate = PredicateAggregate(keyPathName: String(name.dropFirst()))
        guard areMany, name == "@count" || aggregate != nil else { throw unknown(name, entity) }
        if aggregate == nil { return nil }
        continue
      }
      guard let property = entity.property(named: name) else {
        guard name == "objectID" || name == "entity" else { throw unknown(name, entity) }
        if !rest.isEmpty { throw unknown(([name] + rest).joined(separator: "."), entity) }
        return nil
      }
      guard let relationship = property as? NSRelationshipDescription else {
        if !areMany, let name = rest.first, name.hasPrefix("@") { throw unknown(name, entity) }
        try check(property, of: entity, before: rest)
        return nil
      }
      areMany = areMany || relationship.isToMany
      guard let destination = relationship.destinationEntity else { return nil }
      entity = destination
    }
    return entity
  }

  /// An attribute has no properties but the length of a text and the parts of a composite one; of
  /// what a transformer makes nothing is known.
  private func check(
    _ property: NSPropertyDescription, of entity: NSEntityDescription,
    before rest: ArraySlice<String>
  ) throws(SQLTranslationError) {
    guard let attribute = property as? NSAttributeDescription else {
      throw unknown(property.name, entity)
    }
    if attribute.isTransient {
      throw failure(.transient(attribute.name, entity: entity.name ?? "?"))
    }
    if rest.isEmpty || rest.first?.hasPrefix("@") == true { return }
    if let composite = attribute as? NSCompositeAttributeDescription {
      let path = ([composite.name] + rest).joined(separator: ".")
      let isThere = composite.leaves.contains { "\($0.name).".hasPrefix("\(path).") }
      if isThere { return }
      throw unknown(path, entity)
    }
    switch attribute.attributeType {
    case .transformableAttributeType: return
    case .stringAttributeType where rest == ["length"]: return
    default: throw failure(.beyondAttribute(attribute.name, entity: entity.name ?? "?"))
    }
  }

  private func unknown(_ name: String, _ entity: NSEntityDescription) -> SQLTranslationError {
    failure(.unknownKey(name, entity: entity.name ?? "?"))
  }

  private func failure(_ reason: SQLTranslationError.Reason) -> SQLTranslationError {
    SQLTranslationError(reason: reason, place: place)
  }
}

extension NSExpression {
  /// Whether it gives objects that can be counted.
  fileprivate var isOfMany: Bool {
    switch tree {
    case .subquery, .sets, .aggregate: true
    default: false
    }
  }
}
