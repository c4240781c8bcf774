/// The committed values of one row as they were read or written at one version.
/// Shared, unchanged, between the row cache and every snapshot taken from it.
final class Row: Sendable {
  let id: NSManagedObjectID
  /// `Z_OPT`: 1 at insertion, one more with every update.
  let version: Int64
  /// Attributes and to-one references by slot of `id.scope.layout`.
  let values: [Value]

  init(id: NSManagedObjectID, version: Int64, values: [Value]) {
    self.id = id
    self.version = version
    self.values = values
  }
}

/// A member of a to-many relationship, and whose member it is.
struct MemberRow {
  var owner: NSManagedObjectID
  var row: Row
}

/// What a save left behind: the rows of everything inserted, then of everything updated.
struct SavedRows: Sendable {
  var rows: [Row] = []
}

/// Finds saved rows, quickest for whoever asks in the order in which they were written.
struct SavedRowSearch {
  private let rows: [Row]
  private var next = 0
  /// Made when somebody asks out of order.
  private lazy var byID = Dictionary(rows.map { (IDKey($0.id), $0) }, uniquingKeysWith: { $1 })

  init(_ saved: SavedRows) { rows = saved.rows }

  mutating func row(for id: NSManagedObjectID) -> Row? {
    if next < rows.count, rows[next].id.isSame(as: id) {
      next += 1
      return rows[next - 1]
    }
    return byID[IDKey(id)]
  }
}
