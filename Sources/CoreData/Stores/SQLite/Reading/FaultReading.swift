/// The rows of one fetch of faults, on their way into the row cache.
///
/// Rows mostly come in runs of neighbouring keys. A run is dealt with as a whole: the lock of the
/// cache is taken at its beginning and at its end, and in between nothing is counted or looked up.
struct FaultReading: ~Copyable {
  private let reader: RowReader
  private let cache: RowCache
  private var reading: RowCache.Reading
  /// The versions that the cache has of the rows of a run, by place.
  private let versions = UnsafeMutablePointer<Int64>.allocate(capacity: RowPage.size)
  private var found = FetchedKeys()
  private var scratch = PackedRows()
  /// How many bytes the page before took: neighbours are mostly alike.
  private var packedBytes = 0

  init(by reader: RowReader, into cache: RowCache, at now: Double) {
    self.reader = reader
    self.cache = cache
    reading = cache.reading(at: now)
  }

  deinit { versions.deallocate() }

  /// Reads all rows, and gives their keys.
  mutating func keys(_ statement: SQLiteStatement) throws -> FetchedKeys {
    defer { statement.reset() }
    var isOnRow = try statement.step()
    while isOnRow { isOnRow = try readRun(statement) }
    return found
  }

  /// Reads the rows of one page, up to the first one of another page; false at the end.
  private mutating func readRun(_ statement: SQLiteStatement) throws -> Bool {
    let name = RowPages.Place(reader.family, statement.integer(0)).page
    cache.copyVersions(of: name, to: versions)
    let draft = RowPage(name)
    draft.reserve(packedBytes: packedBytes + packedBytes / 16)
    defer { packedBytes = draft.packedBytes }
    var unchanged: UInt64 = 0
    var isOnRow = true
    while isOnRow {
      let entity = statement.integer(1)
      let layout = try reader.layout(of: statement)
      found.begin(layout.scope)
      isOnRow = try read(statement, entity, layout, name, into: draft, unchanged: &unchanged)
      if isOnRow, statement.integer(0) >> Int64(RowPage.sizeBits) != name.number { break }
    }
    cache.keep(draft, name, unchanged: unchanged, from: &reading)
    return isOnRow
  }

  /// Reads the rows of one page and one entity, up to the first one of another page or entity;
  /// false at the end.
  @inline(never)
  private mutating func read(
    _ statement: SQLiteStatement, _ entity: Int64, _ layout: RowLayout, _ name: RowPages.PageName,
    into draft: RowPage, unchanged: inout UInt64
  ) throws -> Bool {
    repeat {
      let key = statement.integer(0)
      if key >> Int64(RowPage.sizeBits) != name.number || statement.integer(1) != entity {
        return true
      }
      let (place, version) = (Int(key) & (RowPage.size - 1), statement.integer(2))
      found.append(key)
      if versions[place] == version && version != 0 {
        unchanged |= 1 << UInt64(place)
      } else {
        if layout.hasOpaqueValues {
          _ = draft.put(try reader.row(statement, by: &scratch), at: place, reading.time)
        } else {
          try draft.pack(at: place, version: version, reading.time, by: reader) {
            try reader.pack(statement, entity, layout, into: &$0)
          }
        }
        versions[place] = version
      }
    } while try statement.step()
    return false
  }
}
