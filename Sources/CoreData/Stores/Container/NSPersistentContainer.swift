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
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    let file = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
    super.init()
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
  }

  /// A container whose stack makes the given choices.
  ///
  /// ```swift
  /// var behaviour = CoreDataBehaviour()
  /// behaviour.childOverlap = .conflict
  /// let container = NSPersistentContainer(
  ///   name: "Chat", managedObjectModel: model, behaviour: behaviour)
  /// ```
  ///
  /// - Parameters:
  ///   - name: the container's, and that of its store's file.
  ///   - model: the entities.
  ///   - behaviour: what is to happen where Apple's documents leave a choice.
  public convenience init(
    name: String, managedObjectModel model: NSManagedObjectModel, behaviour: CoreDataBehaviour
  ) {
    self.init(name: name, managedObjectModel: model)
    persistentStoreCoordinator.behaviour = behaviour
    viewContext.adoptBehaviour(behaviour)
  }

  /// Where stores go that are given no other place; a subclass may say where.
  open class func defaultDirectoryURL() -> URL {
    let manager = FileManager.default
    let home = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    let folder = (home ?? manager.temporaryDirectory).appendingPathComponent(
      "CoreData", isDirectory: true)
    try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  // MARK: Background contexts

  /// A new context with a queue of its own, directly on the coordinator: no child of
  /// `viewContext` (fact A11).
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs `block` with a new context, on its queue. Two calls run beside each other (fact A13).
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  // MARK: Stores

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

/// Has a property beside the method of the same name, which only a protocol may add.
public protocol HasDefaultDirectory: NSPersistentContainer {}

extension HasDefaultDirectory {
  /// Where stores go that are given no other place.
  public static var defaultDirectoryURL: URL { defaultDirectoryURL() }
}

extension NSPersistentContainer: HasDefaultDirectory {}

extension NSPersistentContainer {
  /// Runs `block` with a new context, on its queue, and waits for its result.
  public final func performBackgroundTask<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (NSManagedObjectContext) throws -> Result
  ) async rethrows -> Result {
    let context = newBackgroundContext()
    return try await context.perform(file: file, line: line) { try block(context) }
  }
}

// A container that is given only a name looks for the model of that name itself.

extension NSPersistentContainer {
  /// A container for the model `name` (`.momd`, `.xcdatamodeld` or `.xcdatamodel`) in the
  /// resources of a bundle, beside the program, or in the working folder. Stops the program if
  /// there is none: without a model nothing of a stack can be made.
  public convenience init(name: String) {
    do {
      self.init(name: name, managedObjectModel: try Self.model(named: name, in: Self.modelFolders))
    } catch {
      misuse(error.localizedDescription)
    }
  }

  /// Where models are looked for, in this order.
  static var modelFolders: [URL] {
    let manager = FileManager.default
    let working = URL(fileURLWithPath: manager.currentDirectoryPath)
    let bundles = [Bundle.main] + Bundle.allBundles.filter { $0 != Bundle.main }
    let beside = Bundle.main.bundleURL
    // The package manager puts the resources of each target into a folder beside the program.
    let resources = (try? manager.contentsOfDirectory(at: beside, includingPropertiesForKeys: nil))
      .map { $0.filter { $0.pathExtension == "resources" }.sorted { $0.path < $1.path } }
    return bundles.compactMap(\.resourceURL) + [beside] + (resources ?? []) + [working]
  }

  /// The first model of that name in the folders.
  static func model(named name: String, in folders: [URL]) throws -> NSManagedObjectModel {
    for folder in folders {
      for kind in ["momd", "xcdatamodeld", "xcdatamodel"] {
        let place = folder.appendingPathComponent("\(name).\(kind)")
        if FileManager.default.fileExists(atPath: place.path) {
          return try NSManagedObjectModel(reading: place)
        }
      }
    }
    var searched: [String] = []
    for folder in folders.map(\.path) where !searched.contains(folder) { searched.append(folder) }
    throw CocoaError.coreData(
      .fileReadNoSuchFile, "The model \(name)",
      "was not found as .momd, .xcdatamodeld or .xcdatamodel in \(searched.joined(separator: ", "))",
      wayOut: "Put it into one of these folders, or use init(name:managedObjectModel:).")
  }
}
