internal import Foundation

/// What decides who is in a list, where, and in which section.
struct ListRules {
  let entity: NSEntityDescription
  let plan: FetchPlan
  let sectionNameKeyPath: String?

  func includes(_ object: NSManagedObject) -> Bool {
    let own = object.idScope.entity
    guard own === entity || (plan.includesSubentities && own.isKindOf(entity: entity)) else {
      return false
    }
    return plan.predicate?.evaluate(with: object) ?? true
  }

  /// The name of the object's section, as a text whatever it is.
  func sectionName(of object: NSManagedObject) -> String {
    guard let path = sectionNameKeyPath, let value = object.value(forKeyPath: path) else {
      return ""
    }
    return value as? String ?? "\(value)"
  }

  func content(of objects: [NSManagedObject]) throws(FetchedContent.SectionOutOfOrder)
    -> FetchedContent
  {
    if sectionNameKeyPath == nil { return FetchedContent(objects) }
    var (names, cutter) = (SectionNames(self), SectionCutter())
    for (position, object) in objects.enumerated() {
      try cutter.enter(names.name(of: object), at: position)
    }
    return FetchedContent(objects, sections: cutter.sections(of: objects.count))
  }
}
