public import Foundation

/// A model, a coordinator and the contexts on it, ready to use once the stores are loaded.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  // @unchecked Sendable because everything is set once, except the descriptions, which are set
  // before the stores are loaded; the context is used on its queue like any other.
  /// The name of the container, and of its store's file.
  public let name: String
  /// The model of its coordinator.
  public let managedObjectModel: NSManagedObjectModel
  /// The coordinator of all its contexts.
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  /// The context of the main queue, directly on the coordinator (fact A11).
  public let viewContext: NSManagedObjectContext
  /// The stores that `loadPersistentStores` opens.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// A container for a model, with one SQLite store in the default folder.
  public convenience init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.init(name: name, managedObjectModel: model, behaviour: CoreDataBehaviour())
  }

  /// A container whose stack makes the given choices.
  public init(
    name: String, managedObjectModel model: NSManagedObjectModel, behaviour: CoreDataBehaviour
  ) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    persistentStoreCoordinator.behaviour = behaviour
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    let file = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
    super.init()
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
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

// MARK: Background contexts

extension NSPersistentContainer {
  /// A new context with a queue of its own, directly on the coordinator: no child of
  /// `viewContext` (fact A11).
  public final func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs `block` with a new context, on its queue. Two calls run beside each other (fact A13).
  public final func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs `block` with a new context, on its queue, and waits for its result.
  public final func performBackgroundTask<Result>(
    _ block: @escaping (NSManagedObjectContext) throws -> Result
  ) async rethrows -> Result {
    let context = newBackgroundContext()
    return try await context.perform { try block(context) }
  }
}
