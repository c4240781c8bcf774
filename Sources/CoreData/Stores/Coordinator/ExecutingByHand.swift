public import Foundation

extension NSPersistentStoreCoordinator {
  /// Asks the stores, past what is pending in `context`: a fetch gives what was found, with objects
  /// in `context`; a batch or a history request gives its result. Saving is the context's business.
  public final func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    guard let fetch = request as? any AnyFetchRequest else { return try context.execute(request) }
    var plan = fetch.plan
    plan.includesPendingChanges = false
    let inStores = NSFetchRequest<any NSFetchRequestResult>(plan)
    inStores.affectedStores = request.affectedStores
    return try context.fetch(inStores)
  }

  /// The ID behind the text of a URI, or nil if it is none or no attached store has its UUID.
  public final func managedObjectID(for string: String) -> NSManagedObjectID? {
    URL(string: string).flatMap(managedObjectID(forURIRepresentation:))
  }

  /// The address of the class that serves each type of store. SQLite's and that in memory are built
  /// in.
  public class var registeredStoreTypes: [String: NSValue] {
    var types: [String: NSValue] = [:]
    for name in StoreClasses.names {
      let type = StoreClasses.find(.init(rawValue: name)) ?? NSPersistentStore.self
      types[name] = NSNumber(value: UInt(bitPattern: ObjectIdentifier(type)))
    }
    return types
  }

  /// Refused: what iCloud kept before CloudKit is not known here.
  @available(*, deprecated, message: "There is no iCloud here; use destroyPersistentStore.")
  public class func removeUbiquitousContentAndPersistentStore(
    at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws {
    throw CocoaError.coreData(
      .persistentStoreOperation, "The store at \(storeURL.path)",
      "cannot be removed from iCloud, which this system does not have",
      wayOut: "Use destroyPersistentStore(at:type:options:).")
  }
}
