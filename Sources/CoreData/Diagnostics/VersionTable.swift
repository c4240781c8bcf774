/// What several contexts hold of the same rows, beside the row cache and the store.
///
///     object    editor        reader       row cache   store
///     Room p1   updated (1)   clean (2)    2           2
public struct VersionTable: Sendable, Hashable, CustomStringConvertible {
  /// What a context has of an object.
  public enum State: String, Sendable {
    case unknown = "-"
    case fault, clean, inserted, updated, deleted
    /// Its row was gone when it was needed.
    case inaccessible
  }

  public struct Cell: Sendable, Hashable {
    public let context: String
    public let state: State
    /// The version that the object was read at; nil when it holds no row.
    public let snapshotVersion: Int64?
  }

  public struct Line: Sendable, Hashable {
    public let object: String
    public let cells: [Cell]
    public let cacheVersion: Int64?
    public let storeVersion: Int64?
  }

  public let lines: [Line]

  /// Looks at the objects, in this order, on each context's own queue. No fault fires and
  /// nothing is read into the row cache.
  public init(of ids: [NSManagedObjectID], in contexts: [NSManagedObjectContext]) {
    let columns = contexts.map { context in
      context.performAndWait { ids.map { context.cell(for: $0) } }
    }
    let coordinator = contexts.first?.persistentStoreCoordinator
    lines = ids.enumerated().map { index, id in
      let versions = try? coordinator?.store(for: id)?.backend.versions(of: id)
      return Line(
        object: id.shortName, cells: columns.map { $0[index] }, cacheVersion: versions?.cached,
        storeVersion: versions?.stored)
    }
  }

  /// The table as text.
  public var description: String {
    let contexts = lines.first?.cells.map(\.context) ?? []
    let head = ["object"] + contexts + ["row cache", "store"]
    let rows = lines.map { line in
      [line.object] + line.cells.map(\.words) + [
        words(line.cacheVersion), words(line.storeVersion),
      ]
    }
    return AlignedColumns([head] + rows).lines.joined(separator: "\n")
  }

  private func words(_ version: Int64?) -> String { version.map { "\($0)" } ?? "-" }
}

extension VersionTable.Cell {
  fileprivate var words: String {
    state.rawValue + (snapshotVersion.map { " (\($0))" } ?? "")
  }
}

extension NSManagedObjectContext {
  fileprivate func cell(for id: NSManagedObjectID) -> VersionTable.Cell {
    let object = registered(id)
    return VersionTable.Cell(
      context: label, state: object?.inspectedState ?? .unknown,
      snapshotVersion: object?.row?.version)
  }
}

extension NSManagedObject {
  fileprivate var inspectedState: VersionTable.State {
    if flags.contains(.inaccessible) { return .inaccessible }
    if flags.contains(.deleted) { return .deleted }
    if flags.contains(.inserted) { return .inserted }
    if flags.contains(.updated) { return .updated }
    return isFault ? .fault : .clean
  }
}
