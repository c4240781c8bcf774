public import Foundation
internal import Interleaving
internal import Synchronization

/// One open store of a coordinator: its place, its type, its metadata.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  // @unchecked Sendable because what changes is behind `state` or inside the backend.

  /// The kind of a store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A SQLite file.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Nothing is kept when the store goes.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// A file that is read and written whole.
    public static let binary = StoreType(rawValue: "Binary")
    /// An XML file that is read and written whole.
    public static let xml = StoreType(rawValue: "XML")
  }

  private struct State {
    weak var coordinator: NSPersistentStoreCoordinator?
    var timetable = StoreTimetable()
    var url: URL?
    var isReadOnly: Bool
    /// What a store of one's own keeps of its metadata.
    var metadata: StoreMetadata?
  }

  private let givenType: StoreType?
  /// What it was opened with.
  public let options: [AnyHashable: Any]?
  /// The configuration that it was opened with; nil for all of the model.
  let givenConfiguration: String?
  /// Whether it can serve several requests at a time.
  let isPooled: Bool
  /// Whether it is told of writes to its database, by `NSPersistentStoreRemoteChange`.
  let hearsOfWrites: Bool
  let entities: Set<String>
  /// Set once, when the store is opened.
  final var backend: (any StoreBackend)!
  let resource: Resource
  private let state: Mutex<State>

  init(
    type: StoreType, url: URL?, options: [AnyHashable: Any]?, configuration: String?,
    entities: [NSEntityDescription], isReadOnly: Bool, backend: any StoreBackend,
    coordinator: NSPersistentStoreCoordinator
  ) {
    givenType = type
    self.options = options
    givenConfiguration = configuration
    self.entities = Set(entities.compactMap(\.name))
    isPooled = type == .sqlite && StoreOptions(options).poolSize > 1
    hearsOfWrites = type == .sqlite && StoreOptions(options).postsRemoteChanges
    self.backend = backend
    // Two contexts may well ask for rows in no order: SQLite, or the store's own lock, sees to it.
    resource =
      OpenStores.resource(ofDatabaseAt: url, type, in: coordinator.runtime)
      ?? coordinator.runtime.resource(
        "store \(url?.lastPathComponent ?? type.rawValue)", guardsItself: true)
    state = Mutex(
      State(coordinator: coordinator, url: url, isReadOnly: isReadOnly || backend.isReadOnly))
  }

  /// Makes a store of one's own; coordinators call it, for the types that were registered.
  public required init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
    configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    givenType = nil
    self.options = options
    givenConfiguration = name
    let entities = root?.managedObjectModel.entities(forConfigurationName: name) ?? []
    self.entities = Set(entities.compactMap(\.name))
    (isPooled, hearsOfWrites) = (false, false)
    resource = (root?.runtime ?? .current).resource(
      "store \(url.lastPathComponent)", guardsItself: true)
    state = Mutex(
      State(coordinator: root, url: url, isReadOnly: StoreOptions(options).isReadOnly))
  }

  deinit { OpenStores.forget(ObjectIdentifier(self)) }

  // MARK: What a store is

  /// The type: SQLite's, or that of one's own class.
  open var type: String {
    givenType?.rawValue ?? keptMetadata?[NSStoreTypeKey] as? String ?? ""
  }

  /// Where the store is.
  open var url: URL? {
    get { state.withLock { $0.url } }
    set { state.withLock { $0.url = newValue } }
  }

  /// The configuration of the model that the store holds; `PF_DEFAULT_CONFIGURATION_NAME` is all.
  open var configurationName: String { givenConfiguration ?? "PF_DEFAULT_CONFIGURATION_NAME" }

  /// Whether it may not be written.
  open var isReadOnly: Bool {
    get { state.withLock { $0.isReadOnly } }
    set { state.withLock { $0.isReadOnly = newValue } }
  }

  /// Whether it records what is changed.
  var keepsHistory: Bool { (backend as? any HistoryStore)?.keepsHistory == true }

  /// What reads and writes rows.
  var rows: any RowStore { backend }

  /// The UUID of the store, as object IDs carry it.
  open var identifier: String! {
    get { backend?.identifier ?? keptMetadata?[NSStoreUUIDKey] as? String }
    set {
      var new = metadata ?? [:]
      new[NSStoreUUIDKey] = newValue
      metadata = new
    }
  }

  /// Facts about the store: its type, its identifier, its model's hashes, and the program's own.
  /// New values are written at once; a store that cannot be written to stops the program.
  open var metadata: [String: Any]! {
    get { backend?.metadata ?? keptMetadata }
    set {
      if backend == nil {
        keptMetadata = newValue
      } else {
        persistentStoreCoordinator?.setMetadata(newValue, for: self)
      }
    }
  }

  /// As `metadata`, whatever a subclass makes of that.
  final var keptMetadata: [String: Any]? {
    get { state.withLock { $0.metadata }?.values }
    set {
      let new = newValue.map(StoreMetadata.init)
      state.withLock { $0.metadata = new }
    }
  }

  // MARK: For a class of one's own

  /// Finds out what the store is called, and sets `metadata`; called before anything is read.
  open func loadMetadata() throws {}

  /// What migrates stores of this class: the same for all of them.
  open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

  /// The store now belongs to the coordinator.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// The store is about to leave; nil if the coordinator is gone already.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  /// The metadata of a store that is not open.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    throw CocoaError.unsupportedMetadata(self)
  }

  /// Replaces the metadata of a store that is not open.
  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    throw CocoaError.unsupportedMetadata(self)
  }

  /// Gets ready to be asked for rows; the metadata are there.
  func prepareToServe(_ model: NSManagedObjectModel) throws {
    throw CocoaError.coreData(
      .persistentStoreInvalidType, label,
      "is of the class \(Swift.type(of: self)), which serves no rows",
      wayOut: "Inherit from NSAtomicStore or NSIncrementalStore.")
  }

  /// The coordinator it belongs to; nil once it was removed.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    state.withLock { $0.coordinator }
  }

  func detach() { state.withLock { $0.coordinator = nil } }

  /// How messages call the store.
  var label: String { url.map(\.storeWords) ?? "the \(type) store" }

  /// How facts call the store: without its folder, which may have another name in each run.
  var nameInFacts: String {
    DatabasePlace(url) == .privateMemory ? label : url?.lastPathComponent ?? label
  }

  /// The virtual duration of a trip that begins now, waiting included.
  func duration(of access: AccessKind, at now: Duration, cost: Duration) -> Duration {
    state.withLock {
      $0.timetable.take(
        access, at: now, for: cost, readersWait: !backend.readsBesideWriter)
    }
  }
}

extension CocoaError {
  fileprivate static func unsupportedMetadata(_ store: NSPersistentStore.Type) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The class \(store)",
      "cannot tell or change the metadata of a store that is not open",
      wayOut: "Add the store and use its metadata, or override the class's methods for them.")
  }
}
