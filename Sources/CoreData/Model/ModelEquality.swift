internal import Foundation

// Models and their descriptions are equal if they say the same, notes for the reader included.
// Other descriptions are told by their names: every description belongs to one model, and is
// compared within it.

/// What a description says, one statement after the other.
protocol ModelContents: NSObject {
  var contents: [String] { get }
}

extension ModelContents {
  func saysTheSame(as object: Any?) -> Bool {
    guard let other = object as? Self else { return false }
    return self === other || type(of: self) == type(of: other) && contents == other.contents
  }
}

/// An order of the entries that does not depend on how a dictionary lies in memory.
private func text(of info: [AnyHashable: Any]?) -> String {
  (info ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
}

extension NSPropertyDescription: ModelContents {
  var contents: [String] {
    var all = [
      canonicalText, renamingIdentifier ?? "", text(of: userInfo),
      validationPredicates.map(\.predicateText).joined(separator: "; "),
      validationWarnings.map { "\($0)" }.joined(separator: "; "),
    ]
    switch self {
    case let attribute as NSAttributeDescription:
      all += [
        attribute.defaultValue.map { "\($0)" } ?? "no default",
        attribute.valueTransformerName ?? "", "\(attribute.allowsExternalBinaryDataStorage)",
        "\(attribute.preservesValueInHistoryOnDeletion)",
      ]
    case let relationship as NSRelationshipDescription: all.append("\(relationship.deleteRule)")
    case let fetched as NSFetchedPropertyDescription:
      all.append(fetched.fetchRequest.map { $0.plan.text } ?? "no request")
    case let expression as NSExpressionDescription:
      all += ["\(expression.expression as Any)", "\(expression.expressionResultType)"]
    default: break
    }
    return all
  }
}

extension NSPredicate {
  fileprivate var predicateText: String { PredicateText.text(of: self) }
}

extension NSEntityDescription: ModelContents {
  var contents: [String] {
    var all = [
      name ?? "", managedObjectClassName ?? "", "\(isAbstract)", renamingIdentifier ?? "",
      versionHashModifier ?? "", text(of: userInfo), superentity?.name ?? "",
      subentities.map { $0.name ?? "" }.sorted().joined(separator: "; "),
      constraintNames.map { $0.joined(separator: ",") }.joined(separator: "; "),
      coreSpotlightDisplayNameExpression?.description ?? "",
    ]
    all += properties.sorted { $0.name < $1.name }.flatMap(\.contents)
    all += indexes.sorted { $0.name < $1.name }.flatMap(\.contents)
    return all
  }
}

extension NSFetchIndexDescription: ModelContents {
  var contents: [String] {
    [name, partialIndexPredicate?.predicateText ?? ""] + elements.flatMap(\.contents)
  }
}

extension NSFetchIndexElementDescription: ModelContents {
  var contents: [String] { [property?.name ?? "", "\(collationType)", "\(isAscending)"] }
}

extension NSManagedObjectModel: ModelContents {
  var contents: [String] {
    var all = versionIdentifiers.map { "\($0)" }.sorted()
    all += (localizationDictionary ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
    for entity in entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) { all += entity.contents }
    for name in configurations {
      let members = entities(forConfigurationName: name) ?? []
      all.append("\(name): \(members.map { $0.name ?? "" }.sorted().joined(separator: ", "))")
    }
    for (name, request) in fetchRequestTemplates.sorted(by: { $0.key < $1.key }) {
      all.append("\(name): \((request as? any AnyFetchRequest)?.plan.text ?? "")")
    }
    return all
  }
}

extension FetchPlan {
  /// Everything that the request asks, as one line.
  fileprivate var text: String {
    let wanted = [propertiesToFetch, propertiesToGroupBy].map { list in
      (list ?? []).map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }.joined(separator: ",")
    }
    var parts: [String] = [entity?.name ?? entityName ?? ""]
    parts.append(predicate.map(PredicateText.text) ?? "")
    parts.append(sortDescriptors.map { "\($0.key ?? "") \($0.ascending)" }.joined(separator: ","))
    parts.append("\(resultType)")
    parts += [fetchLimit, fetchOffset, fetchBatchSize].map { "\($0)" }
    parts += [
      includesSubentities, includesPropertyValues, includesPendingChanges, returnsObjectsAsFaults,
      returnsDistinctResults, shouldRefreshRefetchedObjects,
    ].map { $0 ? "yes" : "no" }
    parts.append(relationshipKeyPathsForPrefetching.joined(separator: ","))
    parts += wanted
    parts.append(havingPredicate.map(PredicateText.text) ?? "")
    return parts.joined(separator: "|")
  }
}
