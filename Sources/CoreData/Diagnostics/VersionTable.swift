/// What several contexts hold of the same rows, beside the row cache and the store.
///
///     object    editor        reader       row cache   store
///     Room p1   updated (1)   clean (2)    2           2
public struct VersionTable: Sendable, Hashable, CustomStringConvertible {
  /// What a context has of an object.
  public enum State: String, Sendable {
    /// The context does not have the object.
    case unknown = "-"
    /// As it is in the store, as a fault, or changed and not saved.
    case fault, clean, inserted, updated, deleted
    /// Its row was gone when it was needed.
    case inaccessible
  }

  /// One context's view of one object.
  public struct Cell: Sendable, Hashable {
    /// The name of the context.
    public let context: String
    /// How it has the object.
    public let state: State
    /// The version that the object was read at; nil when it holds no row.
    public let snapshotVersion: Int64?
  }

  /// One object in all contexts.
  public struct Line: Sendable, Hashable {
    /// The name that reports have for it.
    public let object: String
    /// One for each context, in the order of the table.
    public let cells: [Cell]
    /// The version in the coordinator's row cache; nil if it has no row.
    public let cacheVersion: Int64?
    /// The version in the store; nil if it has no row.
    public let storeVersion: Int64?
  }

  /// One for each object.
  public let lines: [Line]

  /// Looks at the objects, in this order, on each context's own queue. No fault fires and
  /// nothing is read into the row cache.
  ///
  /// ```swift
  /// print(VersionTable(of: [room.objectID], in: [editor, reader]))
  /// ```
  ///
  /// - Parameters:
  ///   - ids: the objects, one line each.
  ///   - contexts: the contexts, one column each. None may be waiting for the caller's queue.
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
    let object = identities.registered(id)
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

/// Lines of cells, padded so that they stand below each other.
struct AlignedColumns {
  private let rows: [[String]]

  init(_ rows: [[String]]) { self.rows = rows }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - cell.count + 3)
        }
      }
      return line
    }
  }
}
