internal import Foundation
internal import Interleaving
internal import Synchronization

/// Everything needed to open a store.
struct StoreOpening {
  var type: NSPersistentStore.StoreType
  var url: URL?
  var configuration: String?
  var entities: [NSEntityDescription]
  var model: NSManagedObjectModel
  var options: StoreOptions
  var runtime: Runtime
  var costs = StoreCosts()
  /// How much of the SQL is printed.
  var sqlDebugLevel = 0

  func requireNoHistory() throws {
    if options.tracksHistory && type != .sqlite {
      throw CocoaError.historyNotKept(by: url.map(\.storeWords) ?? type.rawValue)
    }
  }

  func open() throws -> any StoreBackend {
    try requireNoHistory()
    switch type {
    case .inMemory:
      return InMemoryStore(model: model)
    case .sqlite:
      return try openSQLite()
    default:
      throw CocoaError.unknownStoreType(type.rawValue)
    }
  }
}

extension StoreOpening {
  private func openSQLite() throws -> SQLiteStore {
    let label = url.map(\.storeWords) ?? "the store in memory"
    let journal = SQLJournal(
      runtime: runtime, store: label, log: SQLLog(level: sqlDebugLevel))
    let opening = DatabaseOpening(
      place: DatabasePlace(url), model: model, configuration: configuration,
      options: options, label: label, journal: journal, costs: costs)
    do {
      return SQLiteStore(
        try opening.open(), file: DatabasePlace(url).isFile ? url : nil, model: model,
        label: label, options: options)
    } catch let error as SQLiteError {
      throw error.cocoaError(store: label, timeout: options.timeout)
    }
  }
}

extension NSManagedObjectModel {
  /// The entities that a store of this configuration holds.
  func entitiesOfStore(_ configuration: String?) throws -> [NSEntityDescription] {
    guard let found = entities(forConfigurationName: configuration) else {
      throw CocoaError.unknownConfiguration(configuration ?? "", among: configurations)
    }
    return found
  }
}

extension URL {
  /// What messages call the store that lies there. In a controlled run the folder may be another
  /// one each time, and two runs say the same.
  var storeWords: String {
    Runtime.current.kind == .controlled
      ? "the store \(lastPathComponent)" : "the store at \(path)"
  }
}

/// The stores of all coordinators of this process, so that an ID can name its own.
///
/// Many runs go on side by side in a process that tests. A look must not hold a store of another
/// run, not even for a moment: one that is shared in memory ends with the last reference to it.
package enum OpenStores {
  private struct Entry: Sendable {
    let id: ObjectIdentifier
    let place: DatabasePlace
    weak var store: NSPersistentStore?
  }

  /// By run, in the order in which they were opened: runs that were given up keep theirs, and a
  /// look should not take longer for each of them.
  private struct Lists: Sendable {
    var entries: [ObjectIdentifier: [Entry]] = [:]
    var runs: [ObjectIdentifier: ObjectIdentifier] = [:]
  }

  private static let lists = Mutex(Lists())

  static func add(_ store: NSPersistentStore, in runtime: Runtime) {
    let (id, run) = (ObjectIdentifier(store), ObjectIdentifier(runtime))
    let entry = Entry(id: id, place: DatabasePlace(store.url), store: store)
    lists.withLock { lists in
      lists.runs[id] = run
      lists.entries[run, default: []].append(entry)
    }
  }

  /// The store is about to end.
  static func forget(_ id: ObjectIdentifier) {
    lists.withLock { lists in
      guard let run = lists.runs.removeValue(forKey: id) else { return }
      lists.entries[run]?.removeAll { $0.id == id }
      if lists.entries[run]?.isEmpty == true { lists.entries[run] = nil }
    }
  }

  /// Closes the stores that runs have left behind which are over: a singleton of a program that is
  /// tried keeps its own for good.
  package static func closeAll() {
    let left = lists.withLock { $0.entries.values.joined().compactMap(\.store) }
    for store in left { try? store.backend.close() }
    lists.withLock { $0 = Lists() }
  }

  private static func stores(
    of runtime: Runtime, where matches: (DatabasePlace) -> Bool = { _ in true }
  ) -> [NSPersistentStore] {
    // The number of a run that is over may be given to another one.
    lists.withLock { lists in
      (lists.entries[ObjectIdentifier(runtime)] ?? []).filter { matches($0.place) }
        .compactMap(\.store)
    }.filter { $0.persistentStoreCoordinator?.runtime === runtime }
  }

  /// What an open store on the same database stands for in the runtime: what one coordinator writes
  /// another one reads, so that their trips depend on each other.
  static func resource(
    ofDatabaseAt url: URL?, _ type: NSPersistentStore.StoreType, in runtime: Runtime
  ) -> Resource? {
    let place = DatabasePlace(url)
    if type == .inMemory || place == .privateMemory { return nil }
    return stores(of: runtime) { $0 == place }.first?.resource
  }

  /// The store of the rows of a scope. A file that several coordinators have opened is several
  /// stores; the one that made the scope goes before the one that was opened last.
  static func store(of scope: IDScope) -> NSPersistentStore? {
    if scope.storeUUID.isEmpty { return nil }
    let candidates = stores(of: .current).filter { $0.identifier == scope.storeUUID }
    let maker = candidates.first {
      ($0.backend as? SQLiteStore)?.schema.scope(of: scope.entity) === scope
    }
    return maker ?? candidates.last
  }
}

extension NSManagedObjectID {
  /// The store of the object's row; nil while the ID is temporary, and when the store was removed.
  public var persistentStore: NSPersistentStore? { OpenStores.store(of: scope) }
}
