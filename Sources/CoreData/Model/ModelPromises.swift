internal import Foundation

// What a model promises beside its entities and properties: derived values, indexes, files for
// large data, composite attributes. What a store cannot keep is a problem of the model.

extension NSEntityDescription {
  var promiseProblems: [ModelProblem] {
    let entity = name ?? ""
    let attributes = ownProperties.compactMap { $0 as? NSAttributeDescription }
    var found: [ModelProblem] = []
    for attribute in attributes {
      let name = attribute.name
      if let derived = attribute as? NSDerivedAttributeDescription, !attribute.isTransient {
        do throws(Derivation.Problem) { _ = try Derivation(of: derived, in: self) } catch {
          found.append(.underivable(entity: entity, attribute: name, why: error.words))
        }
      }
      if attribute.allowsExternalBinaryDataStorage, !attribute.isExternal, !attribute.isTransient {
        found.append(.externalValue(entity: entity, attribute: name))
      }
      if let composite = attribute as? NSCompositeAttributeDescription {
        found += composite.leaves.filter { !$0.canBePart }
          .map { .unusablePart(entity: entity, attribute: name, part: $0.name) }
        if composite.elements.isEmpty {
          found.append(.attributeWithoutType(entity: entity, attribute: name))
        }
      }
    }
    for index in indexes {
      if let why = index.problem(in: self) {
        found.append(.unusableIndex(entity: entity, index: index.name, why: why))
      }
    }
    return found
  }
}

extension NSAttributeDescription {
  fileprivate var canBePart: Bool {
    attributeType != .undefinedAttributeType && !name.hasSuffix(".")
      && !(self is NSDerivedAttributeDescription) && !allowsExternalBinaryDataStorage
  }
}

extension NSFetchIndexDescription {
  /// Why SQLite cannot have the index; nil if it can.
  func problem(in entity: NSEntityDescription) -> String? {
    if elements.isEmpty { return "it has no elements" }
    for element in elements {
      guard let property = element.property else { return "an element has no property" }
      if element.collationType == .rTree { return "it is an R-tree; use a binary index" }
      let isToMany = (property as? NSRelationshipDescription)?.isToMany == true
      let isStored = property is NSAttributeDescription || property is NSRelationshipDescription
      let isWhole = property is NSCompositeAttributeDescription
      if property.isTransient || isToMany || isWhole || !isStored {
        return "\(property.name) has no column of its own"
      }
    }
    guard let predicate = partialIndexPredicate, !predicate.isAbout(columnsOf: entity) else {
      return nil
    }
    return "its condition \(predicate.asWritten) is more than a comparison of stored attributes of "
      + "\(entity.name ?? "?") with constants"
  }
}

extension NSPredicate {
  /// Whether it only compares stored attributes with constants, by operators that SQL has itself.
  fileprivate func isAbout(columnsOf entity: NSEntityDescription) -> Bool {
    switch shape {
    case .constant: return true
    case .opaque: return false
    case .compound(_, let parts): return parts.allSatisfy { $0.isAbout(columnsOf: entity) }
    case .comparison(let comparison):
      let plain: [NSComparisonPredicate.Operator] = [
        .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo,
      ]
      guard comparison.options.isEmpty, comparison.comparisonPredicateModifier == .direct,
        plain.contains(comparison.predicateOperatorType)
      else { return false }
      let sides = [comparison.leftExpression, comparison.rightExpression]
      return sides.allSatisfy { side in
        switch side.tree {
        case .constant(let constant): return constant.operand.members == nil
        case .keyPath(let names, of: let operand):
          guard case .evaluatedObject = operand.tree, names.count == 1,
            let attribute = entity.property(named: names[0]) as? NSAttributeDescription
          else { return false }
          return !attribute.isTransient && !attribute.isExternal
        default: return false
        }
      }
    }
  }
}
