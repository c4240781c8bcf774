internal import CoreData

/// A migration that copies all rows, beside the statements that do it by hand.
final class MigrationContests {
  private let rows: Int
  private let scratch: Scratch
  private lazy var file = ResultOnce { [rows, scratch] in
    try MigratedStore.make(rows: rows, in: scratch)
  }

  /// Ten times as many rows as the other contests have.
  init(rows: Int, scratch: Scratch) {
    self.rows = rows * 10
    self.scratch = scratch
  }

  func all() -> [Contest] {
    [
      Contest(
        name: "migrate by copying, to INSERT SELECT", limit: 2, units: rows,
        plain: { [self] in
          try MigratedStore.withCopy(of: file.get(), scratch) { path in
            let plain = PlainSQLite(opening: path)
            return time { plain.copyMessages() }
          }
        },
        ours: { [self] in
          try MigratedStore.withCopy(of: file.get(), scratch) { path in
            try MigratedStore.time(of: path) { $0.renamed("text", to: "body") }
          }
        })
    ]
  }
}

/// A store that is opened with another model.
enum MigratedStore {
  static func make(rows: Int, in scratch: Scratch) throws -> String {
    let file = scratch.file()
    let stack = try EngineStack(path: file)
    try stack.insert(rows, batch: 10_000)
    try stack.close()
    return file
  }

  /// Copied before the clock runs; taken away again, because there are many.
  static func withCopy<Value>(
    of file: String, _ scratch: Scratch, _ body: (String) throws -> Value
  ) throws -> Value {
    let copy = scratch.file()
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
    }
    return try body(copy)
  }

  static func time(
    of file: String, _ change: (NSEntityDescription) -> Void
  ) throws -> Duration {
    let model = EngineStack.makeModel()
    model.entitiesByName["Message"].map(change)
    let options = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
    var stack: EngineStack?
    let duration = try Benchmarks.time {
      stack = try EngineStack(path: file, model: model, options: options)
    }
    try stack?.close()
    return duration
  }
}

extension NSEntityDescription {
  func renamed(_ name: String, to newName: String) {
    let attribute = attributesByName[name]
    attribute?.renamingIdentifier = name
    attribute?.name = newName
  }
}

extension PlainSQLite {
  /// What a migration by hand does to the engine's own tables.
  fileprivate func copyMessages() {
    run("BEGIN IMMEDIATE")
    run(
      """
      CREATE TABLE NEW (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZBODY VARCHAR, ZISREAD INTEGER, ZROOM INTEGER, ZSENTAT TIMESTAMP)
      """)
    run(
      """
      INSERT INTO NEW (Z_PK, Z_ENT, Z_OPT, ZBODY, ZISREAD, ZROOM, ZSENTAT)
      SELECT Z_PK, Z_ENT, Z_OPT, ZTEXT, ZISREAD, ZROOM, ZSENTAT FROM ZMESSAGE
      """)
    run("DROP TABLE ZMESSAGE")
    run("ALTER TABLE NEW RENAME TO ZMESSAGE")
    run("CREATE INDEX ZMESSAGE_ZROOM ON ZMESSAGE (ZROOM)")
    run("COMMIT")
  }
}
