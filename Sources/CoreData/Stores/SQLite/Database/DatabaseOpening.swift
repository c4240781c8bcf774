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
  /// The options, if they are other ones than those that were given.
  var options: StoreOptions?
}

/// Opens a database for a model.
struct DatabaseOpening: Sendable {
  let place: DatabasePlace
  let model: NSManagedObjectModel
  let configuration: String?
  var options: StoreOptions
  let label: String
  let journal: SQLJournal
  var costs = StoreCosts()

  func open() throws -> OpenedDatabase {
    let names = model.schemaNames
    let external = ExternalFiles(besideStoreAt: place.url)
    let triggers = try triggers(names)
    if options.migrates && !options.isReadOnly, let url = place.url {
      MigratedFile(for: url, .sqlite).discardLeftoversOfNobody()
    }
    let writer = try connectSoundly(external)
    if try hasForgottenHistory(writer) {
      writer.close()
      return try openedReadOnly()
    }
    // Looked at before anything is written, so that a file that is refused stays as it is.
    let contents = try look(into: writer)
    let journalMode = try prepareJournal(of: writer)
    let metadata = try newOrUpToDate(contents, writer, names, external)
    if !options.isReadOnly {
      if options.vacuums { try writer.execute("VACUUM", doing: "vacuuming") }
      if options.analyses { try writer.execute("ANALYZE", doing: "analysing") }
      for trigger in triggers { try writer.execute(trigger, doing: "opening") }
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
      readsBesideWriter: takesTimeOfWAL, isOnDisk: place.isFile,
      external: names.external.isEmpty ? nil : external,
      derivedRows: derivedRows)
  }

  /// What the connection that writes does beside writing rows. Temporary, so making them later
  /// changes no file; put together first, so that a model that is refused touches none.
  private func triggers(_ names: SchemaNames) throws -> [String] {
    do { return try DerivedTriggers(names).creation() + names.external.triggers } catch {
      throw error.cocoaError(opening: label)
    }
  }

  /// A small file is read through when it is opened. SQLite itself notices damage only where it
  /// comes across it, and may take a damaged page for a shorter one.
  private func connectSoundly(_ external: ExternalFiles) throws -> SQLiteConnection {
    let size = place.isFile ? try StoreFiles(path: place.uri).size(label) : nil
    let writer = try connect(creates: true, external)
    if let size, size > 0, size <= Self.mostBytesChecked {
      let trouble = try writer.prepared("PRAGMA integrity_check(1)", doing: "opening")
        .first { $0.text(0) }
      if let trouble, trouble != "ok" {
        throw CocoaError.damagedStore(label, at: place.uri, trouble)
      }
    }
    return writer
  }

  private static let mostBytesChecked = 1 << 20

  private func connect(creates: Bool, _ external: ExternalFiles) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      place.uri, readOnly: options.isReadOnly, creates: creates, timeout: options.timeout,
      journal: journal)
    external.install(on: connection.handle)
    for (name, value) in options.pragmas.sorted(by: { $0.key < $1.key })
    where name != "journal_mode" {
      try connection.set(try Pragma(name, value, connection, label))
    }
    return connection
  }

  /// WAL, unless a pragma says otherwise; it lets readers work beside the writer.
  private func prepareJournal(of connection: SQLiteConnection) throws -> String {
    if !place.isFile { return "memory" }
    let wanted = options.pragmas["journal_mode"]
    let pragma = try Pragma("journal_mode", wanted ?? "WAL", connection, label)
    let sql = options.isReadOnly ? "PRAGMA journal_mode" : pragma.sql
    let mode = try connection.prepared(sql, doing: "opening").first { $0.text(0).lowercased() }
    if let wanted, !options.isReadOnly, mode != wanted.lowercased() {
      throw CocoaError.refusedPragma("journal_mode", "is not \(wanted) afterwards", label)
    }
    if !options.isReadOnly && options.pragmas["synchronous"] == nil {
      try connection.execute("PRAGMA synchronous = NORMAL", doing: "opening")
    }
    return mode ?? "delete"
  }

  /// What was found in a database that can be opened.
  private enum Contents {
    case nothing
    case fitting(StoreMetadata)
    case older(StoreMetadata)
  }

  /// As `bringUpToDate`; but a new database in memory begins as a copy, if there was one before.
  private func newOrUpToDate(
    _ contents: Contents, _ connection: SQLiteConnection, _ names: SchemaNames,
    _ external: ExternalFiles
  ) throws -> StoreMetadata {
    guard case .nothing = contents, isLikeOthers else {
      return try bringUpToDate(contents, connection, names, external)
    }
    if let known = model.emptyDatabase { return try known.fill(connection) }
    let metadata = try bringUpToDate(contents, connection, names, external)
    model.emptyDatabase = try EmptyDatabase(copyOf: connection, metadata)
    return metadata
  }

  /// Whether a new database holds what the model says and nothing else, and whether the statements
  /// that make it are told to no listener.
  private var isLikeOthers: Bool {
    place == .privateMemory && configuration == nil && !options.tracksHistory
      && options.pragmas.isEmpty && journal.isSilent
  }

  /// The metadata of a database that fits the model, was given tables, or was migrated to fit
  /// (facts R1, R2), and that has the indexes which the model asks for.
  private func bringUpToDate(
    _ contents: Contents, _ connection: SQLiteConnection, _ names: SchemaNames,
    _ external: ExternalFiles
  ) throws -> StoreMetadata {
    let indexes = FetchIndexes(names)
    if case .fitting(let found) = contents {
      if options.isReadOnly { return found }
      let isDone =
        try names.external.isEmpty && indexes.changes(in: connection, label).isEmpty
        && isHistoryPrepared(names, connection) && StaleNames(in: found, names).isEmpty
      if isDone { return found }
    }
    let metadata: StoreMetadata
    do {
      metadata = try connection.transaction(doing: "opening") {
        let metadata = try self.metadata(in: connection)
        for change in try indexes.changes(in: connection, label) {
          try connection.execute(change, doing: "making indexes")
        }
        try prepareHistory(names, connection)
        return metadata
      }
      external.committed()
    } catch {
      external.rolledBack()
      throw error
    }
    // Not before: had the commit failed, the old rows would need their files.
    let mayHaveFiles = if case .older = contents { true } else { !names.external.isEmpty }
    if mayHaveFiles {
      try connection.transaction(doing: "opening") {
        external.removeOrphans(keeping: try names.external.files(in: connection))
      }
    }
    return metadata
  }

  /// Looks once more: another process may have been here since.
  private func metadata(in connection: SQLiteConnection) throws -> StoreMetadata {
    switch try look(into: connection) {
    case .nothing: try create(in: connection)
    case .fitting(let found):
      try StaleNames(in: found, model.schemaNames).replace(found, connection)
    case .older(let found): try migrate(found, in: connection)
    }
  }

  /// Writes nothing; an error for what cannot be opened.
  private func look(into connection: SQLiteConnection) throws -> Contents {
    let tables = try connection.prepared(
      "SELECT COUNT(*), SUM(name = 'Z_METADATA') FROM sqlite_schema", doing: "opening"
    ).first { (all: $0.integer(0), own: $0.integer(1)) }
    if tables?.all == 0 {
      if options.isReadOnly { throw CocoaError.emptyReadOnlyStore(label) }
      return .nothing
    }
    guard tables?.own == 1, let found = try StoreMetadata(readFrom: connection) else {
      throw CocoaError.foreignDatabase(label)
    }
    if try fits(found, connection) { return .fitting(found) }
    let difference = ModelMismatch(model, configuration: configuration, found)
    if !options.migrates || options.isReadOnly {
      throw CocoaError.incompatibleVersion(label, difference)
    }
    if !options.infersMapping { throw CocoaError.noMappingModel(label, difference) }
    try migration(of: found, in: connection).requireInference()
    return .older(found)
  }

  private func fits(_ found: StoreMetadata, _ connection: SQLiteConnection) throws -> Bool {
    if options.ignoresVersions { return true }
    let entities = model.entities(forConfigurationName: configuration) ?? model.entities
    let isKnown = model.isConfiguration(
      withName: configuration, compatibleWithStoreMetadata: found.values)
    if !isKnown || found.isMadeByApple { return isKnown }
    let layout = StoredLayout(
      names: model.schemaNames, entities: entities,
      tables: try StoredTables(readFrom: connection))
    let missing = layout.missingColumn().map { "\($0) is missing or of another type" }
    if let trouble = missing ?? layout.strangeNumber() {
      throw CocoaError.damagedStore(label, at: place.uri, trouble)
    }
    return try !ModelRecord.hasExchanges(in: entities, since: connection)
  }

  private func migration(
    of found: StoreMetadata, in connection: SQLiteConnection
  ) throws -> Migration {
    let record = try ModelRecord(readFrom: connection)
    return Migration(
      connection: connection, names: model.schemaNames,
      constraints: UniquenessConstraints(of: model), label: label,
      staleName: try StaleNames.only(in: found, label),
      record: record ?? (found.isMadeByApple ? nil : .empty))
  }

  private func migrate(
    _ found: StoreMetadata, in connection: SQLiteConnection
  ) throws -> StoreMetadata {
    let migration = try migration(of: found, in: connection)
    var metadata = found
    if let additions = try AddedAttributes(
      to: model, configuration: configuration, since: found, migration)?.statements()
    {
      for sql in additions + ["DELETE FROM Z_MODELCACHE"] { try migration.execute(sql) }
    } else {
      try copyRows(migration)
      metadata = metadata.deferringMigration(options.defersMigration)
    }
    try ModelRecord.write(model, to: connection)
    metadata = metadata.written(with: model, configuration: configuration)
      .awaitingHandler(options.marksStage)
    try metadata.write(to: connection)
    return metadata
  }

  private func copyRows(_ migration: Migration) throws {
    let history = try HistoryNumbers(of: migration.connection)
    try migration.run(defersCleanup: options.defersMigration)
    try history?.goOn(in: migration.connection)
    if journal.runtime.kind == .controlled {
      let rows = try migration.rowCount()
      journal.runtime.spend(
        costs.rowMigrated * rows,
        CoreDataFact.storeTime(
          work: .migrate(rows: rows), store: place.url?.lastPathComponent ?? label))
    }
    for sql in try DerivedTriggers(model.schemaNames).recomputation() {
      try migration.execute(sql)
    }
  }

  private func create(in connection: SQLiteConnection) throws -> StoreMetadata {
    let names = model.schemaNames
    let creation = SchemaCreation(names: names, constraints: UniquenessConstraints(of: model))
    for statement in creation.statements {
      try connection.execute(statement, doing: "creating the tables")
    }
    try ModelRecord.write(model, to: connection)
    let metadata = StoreMetadata(newStoreOfType: .sqlite).written(
      with: model, configuration: configuration)
    try metadata.write(to: connection)
    return metadata
  }
}
