/// The committed values of one row as they were read or written at one version.
/// Shared, unchanged, between the row cache and every snapshot taken from it.
///
/// Rows that were read lie side by side as bytes, and each value is made when it is asked for:
/// most are looked at once or never, and bytes take a third of the room. A row that was made of
/// values keeps these.
struct Row: Sendable {
  let holder: RowHolder
  /// Where the bytes of the row are; nil in a row of values.
  let packed: PackedRow?

  init(id: NSManagedObjectID, version: Int64, values: [Value]) {
    holder = RowHolder(id: id, version: version, values: values)
    packed = nil
  }

  init(_ packed: PackedRow, in holder: RowHolder) {
    self.holder = holder
    self.packed = packed
  }

  /// `Z_OPT`: 1 at insertion, one more with every update.
  var version: Int64 { packed?.version ?? holder.version }

  /// The number of its ID.
  var number: Int64 { packed?.key ?? knownID?.number ?? 0 }

  /// nil in a row of bytes, whose ID is made when it is asked for.
  var knownID: NSManagedObjectID? { holder.id }

  var id: NSManagedObjectID { knownID ?? NSManagedObjectID(scope, key: .row(number)) }

  /// What its ID has in common with many others.
  var scope: IDScope {
    // One of the two is there.
    packed?.scope ?? knownID!.scope
  }

  /// nil in a row of bytes.
  var known: [Value]? { holder.values }

  /// Attributes and to-one references by slot of `scope.layout`.
  var values: [Value] { packed?.values ?? known ?? [] }

  /// The values in an array of their own, to be written to. Copied in one go, while an array that is
  /// still shared would be copied by the first write, and more slowly.
  var copiedValues: [Value] { known.map { $0.map { $0 } } ?? values }

  subscript(slot: Int) -> Value {
    if let packed { return packed[slot] }
    return known?[slot] ?? .null
  }

  /// The row as one of values.
  var unpacked: Row { Row(id: id, version: version, values: values) }

  /// Whether both are the same in memory.
  func isSame(as other: Row) -> Bool { holder === other.holder && packed == other.packed }

  /// The slots whose values are not those of this row.
  func slots(differingFrom values: [Value]) -> SlotSet {
    var slots = SlotSet()
    for slot in values.indices where differs(from: values, at: slot) { slots.insert(slot) }
    return slots
  }

  @inline(__always)
  func differs(from values: [Value], at slot: Int) -> Bool {
    if let packed { return !packed.has(values[slot], in: slot) }
    guard let known else { return true }
    return known.withUnsafeBufferPointer { ours in
      values.withUnsafeBufferPointer { theirs in !Value.areEqual(ours, theirs, at: slot) }
    }
  }
}

/// What keeps one row of values, or the bytes of a few rows that were read together.
final class RowHolder: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init`.
  fileprivate let id: NSManagedObjectID?
  fileprivate let version: Int64
  fileprivate let values: [Value]?
  private let bytes: UnsafeRawPointer?
  /// Keeps the layouts that the bytes name.
  private let reader: RowReader?

  fileprivate init(id: NSManagedObjectID, version: Int64, values: [Value]) {
    (self.id, self.version, self.values) = (id, version, values)
    (bytes, reader) = (nil, nil)
  }

  /// Takes over the bytes.
  init(_ bytes: UnsafeRawPointer, by reader: RowReader) {
    (self.bytes, self.reader) = (bytes, reader)
    (id, version, values) = (nil, 0, nil)
  }

  deinit { bytes?.deallocate() }

  /// The row that begins at a place of the bytes.
  @inline(__always)
  func row(at place: Int) -> PackedRow { PackedRow(bytes! + place) }
}

/// A member of a to-many relationship, and whose member it is.
struct MemberRow {
  var owner: NSManagedObjectID
  var row: Row
}

/// What a save left behind: the rows of everything inserted, then of everything updated.
struct SavedRows: Sendable {
  var rows: [Row] = []
  /// The transactions in the histories of the stores that keep one, by UUID.
  var transactions: [String: Int64] = [:]
}

/// Finds saved rows, quickest when asked in the order in which they were written.
struct SavedRowSearch {
  private let rows: [Row]
  private var next = 0
  /// Made when asked out of order.
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
