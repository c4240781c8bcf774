internal import Foundation
internal import Interleaving

/// Everything needed to open a store.
struct StoreOpening {
  var type: NSPersistentStore.StoreType
  var url: URL?
  var configuration: String?
  var entities: [NSEntityDescription]
  var model: NSManagedObjectModel
  var options: StoreOptions
  var runtime: Runtime
  /// How much of the SQL is printed.
  var sqlDebugLevel = 0

  func requireNoHistory() throws {
    if options.tracksHistory && type != .sqlite {
      throw CocoaError.historyNotKept(by: url.map { "the store at \($0.path)" } ?? type.rawValue)
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
    let label = url.map { "the store at \($0.path)" } ?? "the store in memory"
    let journal = SQLJournal(
      runtime: runtime, store: label, log: SQLLog(level: sqlDebugLevel))
    let opening = DatabaseOpening(
      place: DatabasePlace(url), model: model, configuration: configuration,
      options: options, label: label, journal: journal)
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
