/// The committed values of one row as they were read or written at one version.
/// Shared, unchanged, between the row cache and every snapshot taken from it.
///
/// A row that was read keeps its values as bytes and makes each one when somebody asks for it: most
/// are looked at once or never, and bytes take a third of the room. A row that was made of values
/// keeps these.
final class Row: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init`.

  /// `Z_OPT`: 1 at insertion, one more with every update.
  let version: Int64
  private let key: Int64
  /// nil in a row of bytes, whose ID is made when somebody asks for it.
  let knownID: NSManagedObjectID?
  /// nil in a row of bytes.
  let known: [Value]?
  /// nil in a row of values.
  let packed: PackedValues?
  private let layout: RowLayout?

  init(id: NSManagedObjectID, version: Int64, values: [Value]) {
    (knownID, key, self.version) = (id, id.number, version)
    (known, packed, layout) = (values, nil, nil)
  }

  /// A row whose values are a copy of these bytes.
  init(key: Int64, version: Int64, _ bytes: UnsafeRawBufferPointer, _ layout: RowLayout) {
    (knownID, self.key, self.version) = (nil, key, version)
    (known, packed, self.layout) = (nil, PackedValues(copying: bytes, layout), layout)
  }

  deinit { packed?.deallocate() }

  var id: NSManagedObjectID { knownID ?? NSManagedObjectID(scope, key: .row(key)) }

  /// The number of its ID.
  var number: Int64 { key }

  /// What its ID has in common with many others.
  var scope: IDScope {
    // One of the two is there.
    layout?.scope ?? knownID!.scope
  }

  /// Attributes and to-one references by slot of `scope.layout`.
  var values: [Value] { known ?? packed?.values ?? [] }

  /// The values in an array of their own, to be written to: it would make the copy less directly.
  var copiedValues: [Value] { known.map { $0.map { $0 } } ?? values }

  @inline(__always)
  subscript(slot: Int) -> Value {
    if let packed { return packed[slot] }
    return known?[slot] ?? .null
  }

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
