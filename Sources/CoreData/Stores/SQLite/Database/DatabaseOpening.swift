internal import Foundation
internal import Interleaving

/// A database that has been opened, checked and, if it was empty, given its tables.
struct OpenedDatabase {
  var pool: ConnectionPool
  var journal: SQLJournal
  var metadata: StoreMetadata
  var readsBesideWriter: Bool
  var isOnDisk: Bool
  /// Where large values lie; nil if the model allows none.
  var external: ExternalFiles?
  /// Hears of rows with derived attributes; nil if the model has none.
  var derivedRows: DerivedRows?
}

/// Where a SQLite store lives.
enum DatabasePlace: Equatable, Sendable {
  case file(String)
  /// `/dev/null`: memory of one coordinator.
  case privateMemory
  /// `/dev/null/NAME`: memory that the coordinators of a process share.
  case sharedMemory(String)

  init(_ url: URL?) {
    let path = url?.path ?? "/dev/null"
    if path == "/dev/null" {
      self = .privateMemory
    } else if path.hasPrefix("/dev/null/") {
      self = .sharedMemory(String(path.dropFirst("/dev/null/".count)))
    } else {
      self = .file(path)
    }
  }

  /// What SQLite is told to open.
  var uri: String {
    switch self {
    case .file(let path): path
    case .privateMemory: ":memory:"
    case .sharedMemory(let name):
      "file:/" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name)
        + "?vfs=memdb"
    }
  }

  /// Where its file is.
  var url: URL? { if case .file(let path) = self { URL(fileURLWithPath: path) } else { nil } }

  var isFile: Bool { if case .file = self { true } else { false } }
}

/// Opens a database for a model.
struct DatabaseOpening: Sendable {
  let place: DatabasePlace
  let model: NSManagedObjectModel
  let configuration: String?
  let options: StoreOptions
  let label: String
  let journal: SQLJournal

  func open() throws -> OpenedDatabase {
    let names = SchemaNames(model: model)
    let external = names.external.isEmpty ? nil : ExternalFiles(besideStoreAt: place.url)
    let writer = try connect(creates: true, external)
    let journalMode = try prepareJournal(of: writer)
    let metadata =
      options.isReadOnly
      ? try metadata(in: writer)
      : try writer.transaction(doing: "opening") {
        let metadata = try self.metadata(in: writer)
        try prepare(writer, names, external)
        return metadata
      }
    let derivedRows = DerivedRows(names)
    derivedRows?.listen(on: writer)
    let pooled = place.isFile && options.poolSize > 1
    let opensReader: (@Sendable () throws -> SQLiteConnection)? =
      pooled ? { @Sendable in try self.connect(creates: false, external) } : nil
    // A database in memory stands for one on the disk, so it takes that one's virtual time.
    let takesTimeOfWAL = options.poolSize > 1 && (journalMode == "wal" || !place.isFile)
    return OpenedDatabase(
      pool: ConnectionPool(writer: writer, size: options.poolSize, opensReader: opensReader),
      journal: journal, metadata: metadata,
      readsBesideWriter: takesTimeOfWAL, isOnDisk: place.isFile, external: external,
      derivedRows: derivedRows)
  }

  /// Gives the connection that writes what the model asks for beside its tables.
  private func prepare(
    _ writer: SQLiteConnection, _ names: SchemaNames, _ external: ExternalFiles?
  ) throws {
    do {
      try FetchIndexes(names).bringUpToDate(writer)
      for trigger in try DerivedTriggers(names).creation() + names.external.triggers {
        try writer.execute(trigger, doing: "opening")
      }
    } catch let error as SQLTranslationError {
      throw error.cocoaError(opening: label)
    }
    if let external { external.removeOrphans(keeping: try names.external.files(in: writer)) }
  }

  private func connect(
    creates: Bool, _ external: ExternalFiles?
  ) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      place.uri, readOnly: options.isReadOnly, creates: creates, timeout: options.timeout,
      journal: journal)
    external?.install(on: connection.handle)
    for (name, value) in options.pragmas.sorted(by: { $0.key < $1.key })
    where name != "journal_mode" {
      try connection.execute("PRAGMA \(name) = \(value)", doing: "setting a pragma")
    }
    return connection
  }

  /// WAL, unless a pragma says otherwise; it lets readers work beside the writer.
  private func prepareJournal(of connection: SQLiteConnection) throws -> String {
    if !place.isFile { return "memory" }
    var sql = "PRAGMA journal_mode"
    if !options.isReadOnly { sql += " = \(options.pragmas["journal_mode"] ?? "WAL")" }
    let mode = try connection.prepared(sql, doing: "opening").first { $0.text(0).lowercased() }
    if !options.isReadOnly && options.pragmas["synchronous"] == nil {
      try connection.execute("PRAGMA synchronous = NORMAL", doing: "opening")
    }
    return mode ?? "delete"
  }

  private func metadata(in connection: SQLiteConnection) throws -> StoreMetadata {
    let tables = try connection.prepared(
      "SELECT COUNT(*), SUM(name = 'Z_METADATA') FROM sqlite_schema", doing: "opening"
    ).first { (all: $0.integer(0), own: $0.integer(1)) }
    if tables?.all == 0 {
      if options.isReadOnly { throw CocoaError.emptyReadOnlyStore(label) }
      return try create(in: connection)
    }
    guard tables?.own == 1, let found = try StoreMetadata(readFrom: connection) else {
      throw CocoaError.foreignDatabase(label)
    }
    return try current(found, in: connection)
  }

  /// The metadata of a database that fits the model, or was migrated to fit (facts R1, R2).
  private func current(
    _ found: StoreMetadata, in connection: SQLiteConnection
  ) throws -> StoreMetadata {
    if options.ignoresVersions
      || model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: found.values)
    {
      return found
    }
    let difference = ModelDifference(model, configuration: configuration, found)
    if !options.migrates || options.isReadOnly {
      throw CocoaError.incompatibleVersion(label, difference)
    }
    if !options.infersMapping { throw CocoaError.noMappingModel(label, difference) }
    try Migration(
      connection: connection, names: SchemaNames(model: model),
      constraints: UniquenessConstraints(of: model), label: label
    ).run()
    for sql in try DerivedTriggers(SchemaNames(model: model)).recomputation() {
      try connection.execute(sql, doing: "migrating")
    }
    let metadata = found.written(with: model, configuration: configuration)
    try metadata.write(to: connection)
    return metadata
  }

  private func create(in connection: SQLiteConnection) throws -> StoreMetadata {
    let names = SchemaNames(model: model)
    let creation = SchemaCreation(names: names, constraints: UniquenessConstraints(of: model))
    for statement in creation.statements {
      try connection.execute(statement, doing: "creating the tables")
    }
    let metadata = StoreMetadata(newStoreOfType: .sqlite).written(
      with: model, configuration: configuration)
    try metadata.write(to: connection)
    return metadata
  }
}
