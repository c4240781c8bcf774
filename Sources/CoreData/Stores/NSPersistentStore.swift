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
  }

  /// `NSSQLiteStoreType` or `NSInMemoryStoreType`.
  public let type: String
  /// Where the store is.
  public let url: URL?
  /// What it was opened with.
  public let options: [AnyHashable: Any]?
  /// The configuration of the model that the store holds; `PF_DEFAULT_CONFIGURATION_NAME` is all.
  public let configurationName: String
  /// Whether it may not be written.
  public let isReadOnly: Bool
  /// Whether it can serve several requests at a time.
  let isPooled: Bool
  /// Whether writes are announced, as `NSPersistentStoreRemoteChange`.
  let announcesWrites: Bool
  let entities: Set<String>
  let backend: any StoreBackend
  let resource: Resource
  private let state: Mutex<State>

  init(
    type: StoreType, url: URL?, options: [AnyHashable: Any]?, configuration: String?,
    entities: [NSEntityDescription], isReadOnly: Bool, backend: any StoreBackend,
    coordinator: NSPersistentStoreCoordinator
  ) {
    self.type = type.rawValue
    self.url = url
    self.options = options
    self.configurationName = configuration ?? "PF_DEFAULT_CONFIGURATION_NAME"
    self.entities = Set(entities.compactMap(\.name))
    self.isReadOnly = isReadOnly || backend.isReadOnly
    isPooled = type == .sqlite && StoreOptions(options).poolSize > 1
    announcesWrites = type == .sqlite && StoreOptions(options).postsRemoteChanges
    self.backend = backend
    // Two contexts may well ask for rows in no order: SQLite, or the store's own lock, sees to it.
    resource = coordinator.runtime.resource(
      "store \(url?.lastPathComponent ?? type.rawValue)", guardsItself: true)
    state = Mutex(State(coordinator: coordinator))
  }

  /// Whether it records what is changed.
  var keepsHistory: Bool { (backend as? any HistoryStore)?.keepsHistory == true }

  /// What reads and writes rows.
  var rows: any RowStore { backend }

  /// The UUID of the store, as object IDs carry it.
  open var identifier: String! { backend.identifier }

  /// Facts about the store: its type, its identifier, its model's hashes, and the program's own.
  /// New values are written at once; a store that cannot be written to stops the program.
  open var metadata: [String: Any]! {
    get { backend.metadata }
    set { persistentStoreCoordinator?.setMetadata(newValue, for: self) }
  }

  /// The coordinator it belongs to; nil once it was removed.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    state.withLock { $0.coordinator }
  }

  func detach() { state.withLock { $0.coordinator = nil } }

  /// How messages call the store.
  var label: String { url.map { "the store at \($0.path)" } ?? "the \(type) store" }

  /// The virtual duration of a trip that begins now, waiting included.
  func duration(of access: AccessKind, at now: Duration, cost: Duration) -> Duration {
    state.withLock {
      $0.timetable.take(
        access, at: now, for: cost, readersWait: !backend.readsBesideWriter)
    }
  }
}

/// The machine behind an `NSPersistentStore`: its rows, and what the coordinator asks of it.
protocol StoreBackend: RowStore {
  /// The UUID that object IDs carry.
  var identifier: String { get }
  var metadata: [String: Any] { get }
  /// Replaces the metadata and writes it. A new UUID makes all IDs handed out so far foreign.
  func setMetadata(_ metadata: [String: Any]) throws
  /// Whether readers may work beside a writer.
  var readsBesideWriter: Bool { get }
  /// Whether there is a file.
  var isOnDisk: Bool { get }
  /// Whether it refuses to be written, for whatever reason.
  var isReadOnly: Bool { get }
  /// The versions of a row, for whoever looks from outside; nothing is read into the cache.
  func versions(of id: NSManagedObjectID) throws -> RowVersions
  /// Ends every use of the file.
  func close() throws
}

/// The version of one row in the row cache and in the store; nil where it is not.
struct RowVersions: Hashable, Sendable {
  var cached: Int64?
  var stored: Int64?
}
