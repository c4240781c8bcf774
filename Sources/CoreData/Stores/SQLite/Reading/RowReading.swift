/// The rows of one fetch, shared with the row cache: those that it has at the same version are
/// taken from there, the others are read and left there. Every save raises the version, so equal
/// versions mean equal values.
///
/// Rows mostly come in runs of neighbouring keys, so the cache is asked for the versions of a whole
/// page, and is handed many rows at once.
struct RowReading: ~Copyable {
  private let reader: RowReader
  private let cache: RowCache
  private var reading: RowCache.Reading
  /// The versions that the cache has of the rows of a page, by place.
  private let versions = UnsafeMutablePointer<Int64>.allocate(capacity: RowPage.size)
  private var page: RowPages.PageName?
  /// The rows of that page that the cache has as they are. Noted by fetches of faults, which do
  /// not take them from there.
  private var unchanged: UInt64 = 0
  private var packer: RowPacker

  init(by reader: RowReader, into cache: RowCache, at now: Double, forFaults: Bool = false) {
    self.reader = reader
    self.cache = cache
    reading = cache.reading(at: now)
    packer = RowPacker(by: reader, forFaults: forFaults)
  }

  deinit { versions.deallocate() }

  /// All rows.
  mutating func rows(_ statement: SQLiteStatement) throws -> [Row] {
    defer { statement.reset() }
    var rows: [Row] = []
    var isOnRow = try statement.step()
    while isOnRow {
      // The layout is asked for once for many rows, because asking counts it.
      let entity = statement.integer(1)
      let layout = try reader.layout(of: statement)
      repeat {
        try read(statement, layout, into: &rows)
        isOnRow = try statement.step()
      } while isOnRow && statement.integer(1) == entity
    }
    packer.finish()
    keepBatches { $0.append(to: &rows) }
    return rows
  }

  @inline(__always)
  private mutating func read(
    _ statement: SQLiteStatement, _ layout: RowLayout, into rows: inout [Row]
  ) throws {
    let (key, version) = (statement.integer(0), statement.integer(2))
    if cachedVersion(key) == version, version != 0,
      let row = cache.row(of: reader.family, key: key, version: version, in: &reading)
    {
      // What was read before comes first.
      packer.finish()
      keepBatches { $0.append(to: &rows) }
      rows.append(row)
      return
    }
    try packer.read(statement, layout, key: key, version: version)
    if !packer.batches.isEmpty { keepBatches { $0.append(to: &rows) } }
  }

  /// The keys of all rows, which go into the cache as those of faults.
  mutating func keys(_ statement: SQLiteStatement) throws -> FetchedKeys {
    defer { statement.reset() }
    var found = FetchedKeys()
    var isOnRow = try statement.step()
    while isOnRow {
      let entity = statement.integer(1)
      let layout = try reader.layout(of: statement)
      found.begin(layout.scope)
      repeat {
        try readFault(statement, layout, into: &found)
        isOnRow = try statement.step()
      } while isOnRow && statement.integer(1) == entity
    }
    packer.finish()
    keepBatches { _ in }
    leavePage()
    return found
  }

  @inline(__always)
  private mutating func readFault(
    _ statement: SQLiteStatement, _ layout: RowLayout, into found: inout FetchedKeys
  ) throws {
    let (key, version) = (statement.integer(0), statement.integer(2))
    found.append(key)
    if cachedVersion(key) == version, version != 0 {
      unchanged |= 1 << UInt64(key & Int64(RowPage.size - 1))
      return
    }
    versions[Int(key) & (RowPage.size - 1)] = version
    try packer.read(statement, layout, key: key, version: version)
    if !packer.batches.isEmpty { keepBatches { _ in } }
  }

  /// The version that the cache has of a row.
  @inline(__always)
  private mutating func cachedVersion(_ key: Int64) -> Int64 {
    if page?.number != key >> Int64(RowPage.sizeBits) { enterPage(of: key) }
    return versions[Int(key) & (RowPage.size - 1)]
  }

  @inline(never)
  private mutating func enterPage(of key: Int64) {
    leavePage()
    let name = RowPages.Place(reader.family, key).page
    cache.copyVersions(of: name, to: versions)
    page = name
  }

  private mutating func leavePage() {
    if let page, unchanged != 0 { cache.confirm(page, unchanged: unchanged, from: &reading) }
    unchanged = 0
  }

  /// Leaves in the cache what was read, and shows it to `body`.
  private mutating func keepBatches(_ body: (RowBatch) -> Void) {
    for batch in packer.takeBatches() {
      cache.keep(batch, of: reader.family, from: &reading)
      body(batch)
    }
  }
}
