public import Foundation
internal import Interleaving
internal import Synchronization

/// Stands between contexts and stores: it owns the model and the stores, and leads every request
/// to the store it is for.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  // @unchecked Sendable because what changes is behind `state`; the rest is set once.
  struct State {
    var name: String?
    var behaviour = CoreDataBehaviour()
    var stores: [NSPersistentStore] = []
    /// The list of stores as exploring sees it, once there was a context and no store: from then on
    /// a store may come behind a context's back.
    var lateStores: Resource?
    /// Whether user blocks ever ran on the queue, so that requests must look whether one does.
    var hasUserBlocks = false
    /// The threads that are inside a trip that writes.
    var writers: Set<UInt> = []
  }

  /// The model of its stores.
  public let managedObjectModel: NSManagedObjectModel
  let runtime: Runtime
  /// Where requests are led to their store, and where user blocks run.
  let queue: SerialQueue
  let state = Mutex(State())
  /// The temporary IDs of all contexts above this coordinator.
  let temporaryIDs = TemporaryIDs()
  /// How many states of its stores are kept for contexts that are pinned to them.
  let pinnedGenerations = PinnedGenerations()
  /// The contexts that merge what others save here.
  let automaticMerging = AutomaticMerging()
  let lockByHand = OnceReference<RecursiveLock>()

  /// A coordinator without stores.
  public required init(managedObjectModel model: NSManagedObjectModel) {
    model.freeze()
    managedObjectModel = model
    runtime = Runtime.current
    ModelsInUse.of(runtime).learn(model, in: runtime)
    queue = runtime.queue("coordinator")
  }

  /// Labels the coordinator in reports.
  open var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The choices this coordinator and its contexts follow. Set them before the first context is
  /// made and the first store is added.
  public final var behaviour: CoreDataBehaviour {
    get { state.withLock { $0.behaviour } }
    set { state.withLock { $0.behaviour = newValue } }
  }

  /// Its stores, in the order in which they were added.
  open var persistentStores: [NSPersistentStore] {
    let (list, stores) = state.withLock { ($0.lateStores, $0.stores) }
    guard let list else { return stores }
    // A step of its own: it is tried before a store comes, and after.
    runtime.access(
      list, .read, CoreDataFact.storeAccess(work: .lookForStores, store: name ?? "the coordinator"))
    return attachedStores
  }

  /// The same as a part of a step that has looked already.
  final var attachedStores: [NSPersistentStore] { state.withLock { $0.stores } }

  /// A context was made on it.
  func expectLateStores() {
    state.withLock { state in
      guard state.lateStores == nil, state.stores.isEmpty else { return }
      state.lateStores = runtime.resource("list of stores", guardsItself: true)
    }
  }

  /// The store of a file.
  open func persistentStore(for url: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
  }

  /// The file of a store.
  open func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Tells an atomic store where it is written from the next save on. For others the place was
  /// decided when they were opened; the answer is false, and nothing changes.
  open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    guard store is NSAtomicStore, persistentStores.contains(store) else { return false }
    if let old = store.url { OpenFiles.closed(old) }
    store.url = url
    OpenFiles.opened(url)
    return true
  }
}

// MARK: Which store

extension NSPersistentStoreCoordinator {
  /// The store whose UUID the ID carries.
  func store(for id: NSManagedObjectID) -> NSPersistentStore? {
    persistentStores.first { $0.identifier == id.storeUUID }
  }

  /// The first writable store that holds the entity (fact Q6).
  func storeForInsertion(of entity: NSEntityDescription) throws -> NSPersistentStore {
    let stores = persistentStores
    if stores.isEmpty { throw CocoaError.noStores(doing: "save \(entity.name ?? "an object")") }
    let name = entity.name ?? ""
    if let store = stores.first(where: { !$0.isReadOnly && $0.entities.contains(name) }) {
      return store
    }
    throw CocoaError.noWritableStore(for: entity, among: stores)
  }
}

// MARK: Metadata and IDs

extension NSPersistentStoreCoordinator {
  /// The metadata of a store.
  public final func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

  /// Replaces the metadata of a store and writes it at once.
  public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    do {
      try execute(.write, on: store, .writeMetadata, rows: 1) { _ in
        try store.backend.setMetadata(metadata ?? [:])
      }
    } catch is RunAbandoned {
      // The run is over; they will not be read.
    } catch {
      misuse("The metadata of \(store.label) cannot be written: \(error)")
    }
  }

  /// The ID behind a URI, or nil if no attached store has its UUID. The row need not exist.
  public final func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard let parts = ObjectURI(url),
      let entity = managedObjectModel.entitiesByName[parts.entity],
      let store = persistentStores.first(where: { $0.identifier == parts.store })
    else { return nil }
    return switch parts.key {
    case .row(let number):
      NSManagedObjectID(entity: entity, key: .row(number), storeUUID: store.identifier)
    case .name(let name): GivenNames.id(of: entity, named: name, in: store.identifier)
    }
  }
}
