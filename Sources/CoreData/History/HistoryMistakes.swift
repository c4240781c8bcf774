internal import Foundation

// What is wrong with a request for history, and the words for it.

extension NSPersistentHistoryChangeRequest {
  /// A predicate or an order that names what transactions, or changes, do not have would find
  /// nothing without a word.
  func requireKnownProperties() throws {
    guard let plan = fetchRequest?.plan else { return }
    let known = [
      NSPersistentHistoryTransaction.entityDescription,
      NSPersistentHistoryChange.entityDescription,
    ]
    guard let entity = plan.entity, known.contains(where: { $0 === entity }) else {
      throw CocoaError.foreignHistoryFetch(plan.entity?.name ?? plan.entityName)
    }
    let names =
      (plan.predicate?.propertyNames ?? [])
      + plan.sortDescriptors.compactMap { ($0 as? KeySortDescriptor)?.names.first }
    for name in names where entity.attributesByName[name] == nil {
      throw CocoaError.unknownHistoryProperty(name, entity)
    }
  }
}

extension NSPredicate {
  /// The predicate with the names of entities in their place: a history knows no more of them.
  var namingEntities: NSPredicate {
    switch shape {
    case .constant, .opaque: self
    case .compound(let kind, let parts):
      ParsedCompoundPredicate(type: kind, subpredicates: parts.map(\.namingEntities))
    case .comparison(let comparison):
      NSComparisonPredicate(
        leftExpression: comparison.leftExpression.namingEntities,
        rightExpression: comparison.rightExpression.namingEntities,
        modifier: comparison.comparisonPredicateModifier,
        type: comparison.predicateOperatorType, options: comparison.options)
    }
  }

  /// The first names of all key paths.
  fileprivate var propertyNames: [String] {
    switch shape {
    case .comparison(let comparison):
      comparison.leftExpression.propertyNames + comparison.rightExpression.propertyNames
    case .compound(_, let parts): parts.flatMap(\.propertyNames)
    case .constant, .opaque: []
    }
  }
}

extension NSExpression {
  fileprivate var namingEntities: NSExpression {
    switch tree {
    case .constant(let constant):
      if let entity = constant.value as? NSEntityDescription {
        return NSExpression(forConstantValue: entity.name)
      }
      guard let list = constant.value as? [NSEntityDescription] else { return self }
      return NSExpression(forConstantValue: list.map(\.name))
    case .aggregate(let members): return NSExpression(.aggregate(members.map(\.namingEntities)))
    default: return self
    }
  }

  fileprivate var propertyNames: [String] {
    switch tree {
    case .keyPath(let names, of: let operand):
      if case .evaluatedObject = operand.tree {
        Array(names.prefix(1))
      } else {
        operand.propertyNames
      }
    case .aggregate(let members): members.flatMap(\.propertyNames)
    case .function(_, let arguments): arguments.flatMap(\.propertyNames)
    default: []
    }
  }
}

extension CocoaError {
  fileprivate static func foreignHistoryFetch(_ name: String?) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The history request",
      "has a fetch request for \(name ?? "no entity")",
      wayOut: "Take NSPersistentHistoryTransaction.fetchRequest or "
        + "NSPersistentHistoryChange.fetchRequest, and give it a predicate.")
  }

  fileprivate static func unknownHistoryProperty(
    _ name: String, _ entity: NSEntityDescription
  ) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The history request",
      "asks for \(name), which a \((entity.name ?? "").lowercased()) does not have",
      wayOut: "It has: \(entity.attributesByName.keys.sorted().joined(separator: ", ")).")
  }

  static func expiredToken(_ store: NSPersistentStore) -> CocoaError {
    coreData(
      .persistentHistoryTokenExpired, "The history of \(store.label)",
      "has been deleted behind the place that the token names",
      wayOut: "Read everything anew, and go on from currentPersistentHistoryToken(fromStores:).",
      [NSAffectedStoresErrorKey: [store]])
  }

  static func foreignToken(
    _ token: NSPersistentHistoryToken, _ stores: [NSPersistentStore]
  ) -> CocoaError {
    coreData(
      .foreignHistoryToken, "The history token",
      "is for other stores (\(token.numbers.keys.sorted().joined(separator: ", "))), perhaps for "
        + "some that have been replaced since",
      wayOut: "Read everything anew, and go on from currentPersistentHistoryToken(fromStores:).",
      [NSAffectedStoresErrorKey: stores])
  }

  static func noHistory(_ stores: [NSPersistentStore]) -> CocoaError {
    coreData(
      .persistentStoreUnsupportedRequestType,
      stores.map(\.label).joined(separator: ", "), "keeps no history",
      wayOut: "Open a SQLite store with NSPersistentHistoryTrackingKey.",
      [NSAffectedStoresErrorKey: stores])
  }
}
