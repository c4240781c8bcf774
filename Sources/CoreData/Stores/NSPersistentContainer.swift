public import Foundation

/// A model, a coordinator and the contexts on it, ready to use once the stores are loaded.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  // @unchecked Sendable because everything is set once, except the descriptions, which are set
  // before the stores are loaded.
  public let name: String
  public let managedObjectModel: NSManagedObjectModel
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let file = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
  }

  /// Where stores go that are given no other place.
  open class func defaultDirectoryURL() -> URL {
    let manager = FileManager.default
    let home = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    let folder = (home ?? manager.temporaryDirectory).appendingPathComponent("CoreData")
    try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Opens the described stores. `block` is called once per store, before this returns unless
  /// its description asks for asynchronous adding.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }
}
