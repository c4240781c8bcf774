internal import Foundation
internal import Synchronization

/// The classes of stores that are opened by their type's name. SQLite files and memory have none:
/// their machines are built in.
enum StoreClasses {
  private static let registered = Mutex<[String: NSPersistentStore.Type]>([
    NSPersistentStore.StoreType.binary.rawValue: BinaryStore.self,
    NSPersistentStore.StoreType.xml.rawValue: XMLStore.self,
  ])

  static func find(_ type: NSPersistentStore.StoreType) -> NSPersistentStore.Type? {
    registered.withLock { $0[type.rawValue] }
  }

  static func register(_ storeClass: NSPersistentStore.Type?, for type: String) {
    registered.withLock { $0[type] = storeClass }
  }

  /// The types that can be opened, for messages.
  static var names: [String] {
    ([NSSQLiteStoreType, NSInMemoryStoreType] + registered.withLock { Array($0.keys) }).sorted()
  }
}

extension NSPersistentStoreCoordinator {
  /// Has stores of a type made by a class: one that inherits from `NSAtomicStore` or
  /// `NSIncrementalStore`; nil forgets the type. Register before the first store is added.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType type: String) {
    if [NSSQLiteStoreType, NSInMemoryStoreType].contains(type) {
      misuse("The store type \(type) is built in. Register the class under a name of its own.")
    }
    let known = storeClass as? NSPersistentStore.Type
    if let storeClass, !(known is NSAtomicStore.Type || known is NSIncrementalStore.Type) {
      misuse(
        "\(storeClass) cannot be registered for the store type \(type): it inherits neither from "
          + "NSAtomicStore nor from NSIncrementalStore.")
    }
    StoreClasses.register(known, for: type)
  }

  /// Has stores of a type made by a class.
  public class func registerStoreClass(
    _ storeClass: AnyClass?, type: NSPersistentStore.StoreType
  ) {
    registerStoreClass(storeClass, forStoreType: type.rawValue)
  }
}

extension NSPersistentStoreCoordinator {
  /// Opens a store of a registered class.
  final func openStore(
    of storeClass: NSPersistentStore.Type, _ type: NSPersistentStore.StoreType,
    _ configuration: String?, at url: URL?, _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    guard let url else {
      throw CocoaError.coreData(
        .persistentStoreOpen, "The \(type.rawValue) store", "was given no URL",
        wayOut: "Say where it is; a store that needs no place may ignore it.")
    }
    let store = storeClass.init(
      persistentStoreCoordinator: self, configurationName: configuration, at: url, options: options)
    try store.loadMetadata()
    guard let identifier = store.identifier, !identifier.isEmpty else {
      throw CocoaError.coreData(
        .persistentStoreOpen, store.label, "has no NSStoreUUIDKey in its metadata",
        wayOut: "Set `metadata`, with NSStoreUUIDKey and NSStoreTypeKey, in loadMetadata().")
    }
    try requireFit(of: store, configuration)
    try store.prepareToServe(managedObjectModel)
    return store
  }

  /// A store that knows which version of a model wrote it must fit the model (fact R1).
  private final func requireFit(
    of store: NSPersistentStore, _ configuration: String?
  ) throws {
    let metadata = store.metadata ?? [:]
    if metadata[NSStoreModelVersionHashesKey] == nil || StoreOptions(store.options).ignoresVersions
      || managedObjectModel.isConfiguration(
        withName: configuration, compatibleWithStoreMetadata: metadata)
    {
      return
    }
    throw CocoaError.incompatibleVersion(
      store.label,
      ModelMismatch(managedObjectModel, configuration: configuration, StoreMetadata(metadata)))
  }
}
