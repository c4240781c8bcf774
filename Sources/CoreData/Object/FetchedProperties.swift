internal import Foundation

extension NSManagedObject {
  /// What the request of a fetched property finds for this object. It is fetched once, and anew
  /// when the object has been a fault or was refreshed.
  final func objects(of property: NSFetchedPropertyDescription) -> [NSManagedObject] {
    checkConfinement(property.name)
    if let known = own?.fetched[property.name] { return known }
    guard let context = registry?.context, let request = property.fetchRequest?.copy() else {
      return []
    }
    do {
      let found = try context.fetch(request, of: self, for: property)
      storage.fetched[property.name] = found
      return found
    } catch {
      context.raise("\(property.name) of \(identity.shortName) could not be fetched: \(error)")
      return []
    }
  }
}

extension NSManagedObjectContext {
  /// Executes a request whose predicate may mention the object as `$FETCH_SOURCE`, and the property
  /// as `$FETCHED_PROPERTY`.
  fileprivate final func fetch(
    _ request: Any, of source: NSManagedObject, for property: NSFetchedPropertyDescription
  ) throws -> [NSManagedObject] {
    guard let given = request as? any AnyFetchRequest else { return [] }
    let copy = NSFetchRequest<NSManagedObject>()
    copy.plan = given.plan
    copy.plan.predicate = given.plan.predicate?.substituting([
      "FETCH_SOURCE": source, "FETCHED_PROPERTY": property,
    ])
    return try fetch(copy)
  }
}

/// What a predicate can read of `$FETCHED_PROPERTY`.
extension NSFetchedPropertyDescription: KeyValueSource {
  func predicateValue(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "entity": owner
    case "userInfo":
      Dictionary(
        (userInfo ?? [:]).compactMap { key, value in (key.base as? String).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    default: nil
    }
  }
}
