public import Foundation
internal import Interleaving
internal import Synchronization

// MARK: Adding

extension NSPersistentStoreCoordinator {
  /// Opens a store, making it if there is none yet.
  @discardableResult
  public final func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(type: type, configuration: configuration, at: url, options: options)
  }

  /// Opens a store, making it if there is none yet.
  @discardableResult
  public final func addPersistentStore(
    ofType type: String, configurationName: String?, at url: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(
      type: NSPersistentStore.StoreType(rawValue: type), configuration: configurationName, at: url,
      options: options)
  }

  /// Opens a described store; `completionHandler` runs before this returns, unless the
  /// description asks for asynchronous adding.
  public final func addPersistentStore(
    with description: NSPersistentStoreDescription,
    completionHandler: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    func load() {
      do {
        try add(
          type: NSPersistentStore.StoreType(rawValue: description.type),
          configuration: description.configuration, at: description.url,
          options: description.options)
        completionHandler(description, nil)
      } catch {
        completionHandler(description, error)
      }
    }
    if description.shouldAddStoreAsynchronously {
      runtime.queue("loading of a store").asyncUnchecked { load() }
    } else {
      load()
    }
  }

  @discardableResult
  private func add(
    type: NSPersistentStore.StoreType, configuration: String?, at url: URL?,
    options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    let store = try makeStore(
      type: type, configuration: configuration, at: url, options: options)
    attach(store)
    return store
  }

  /// Opens a store that no context can reach yet.
  func makeStore(
    type: NSPersistentStore.StoreType, configuration: String?, at url: URL?,
    options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    try runtime.checkpoint()
    let entities = try managedObjectModel.entitiesOfStore(configuration)
    let plan = StoreOpening(
      type: type, url: url, configuration: configuration, entities: entities,
      model: managedObjectModel,
      options: StoreOptions(options), runtime: runtime, costs: behaviour.storeCosts,
      sqlDebugLevel: behaviour.sqlDebugLevel)
    try migrateInStages(type, configuration, at: url, options)
    try migrateByFoundMapping(type, configuration, at: url, options)
    if let storeClass = StoreClasses.find(type) {
      try plan.requireNoHistory()
      return try openStore(of: storeClass, type, configuration, at: url, options)
    }
    return NSPersistentStore(
      type: type, url: url, options: options, configuration: configuration, entities: entities,
      isReadOnly: plan.options.isReadOnly, backend: try plan.open(), coordinator: self)
  }

  /// From now on contexts reach it.
  func attach(_ store: NSPersistentStore) {
    let fact = CoreDataFact.addStore(store: store.nameInFacts, coordinator: name)
    if let list = state.withLock({ $0.lateStores }) {
      runtime.access(list, .write, fact)
    } else {
      runtime.note(fact)
    }
    state.withLock { $0.stores.append(store) }
    OpenStores.add(store, in: runtime)
    store.didAdd(to: self)
    if store.hearsOfWrites { RemoteChanges.ofProcess.join(store, of: runtime) }
    announce([NSAddedPersistentStoresKey: [store]])
  }
}

// MARK: Removing

extension NSPersistentStoreCoordinator {
  /// Closes a store. Objects that came from it can no longer be reached.
  public final func remove(_ store: NSPersistentStore) throws {
    guard persistentStores.contains(store) else { throw CocoaError.foreignStore(store) }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
    store.willRemove(from: self)
    RemoteChanges.ofProcess.leave(store)
    try execute(.write, on: store, .remove, rows: 0) { _ in
      try store.backend.close()
      state.withLock { $0.stores.removeAll { $0 === store } }
    }
    store.detach()
    announce([NSRemovedPersistentStoresKey: [store]])
  }

  func announce(_ change: [String: [NSPersistentStore]]) {
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: change)
  }
}
